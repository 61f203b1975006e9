"""Policies: whatever chooses a legal action from an observation and a mask.

``Brain`` is here too; it is looked up when asked for, so that nothing is imported without need.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fracas.policies.brain import Brain

__all__ = ["Brain"]


def __getattr__(name: str) -> Any:
    if name == "Brain":
        from fracas.policies.brain import Brain

        return Brain
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
