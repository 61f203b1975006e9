"""Evaluation: who wins, why, and what a change would do, every figure with its interval."""
