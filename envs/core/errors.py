"""Errors that users see: one plain line each."""


class EncounterError(ValueError):
    """An encounter that can't be used: what is wrong, where, and what would be accepted."""


class IllegalAction(ValueError):  # noqa: N818 - the field's word
    """An action that the rules don't allow now; the battle is unchanged."""


class StateError(ValueError):
    """A battle as JSON that can't be one: where, what is wrong, and what would be accepted."""
