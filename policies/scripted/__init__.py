"""Scripted baselines, one module per system."""
