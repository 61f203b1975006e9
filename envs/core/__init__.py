"""What every system shares and no rulebook fixes: records, dice, windows, verbs, facades."""
