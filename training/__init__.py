"""Training by self-play: MaskablePPO against a league of frozen policies."""
