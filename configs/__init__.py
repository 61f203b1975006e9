"""Bundled encounters and training runs: YAML files, loaded by name."""
