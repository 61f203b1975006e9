"""Policies: whatever chooses a legal action from an observation and a mask."""
