"""What the units, sides and other things of an encounter are called."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Names:
    """Names of what a record counts; the record itself holds none.

    Attributes:
        units: ids of the units, in index order.
        sides: ids of the sides.
        words: names of further kinds of things, such as ``"item"`` or ``"zone"``: kind -> names in
            the order of the record's numbers.
    """

    units: tuple[str, ...]
    sides: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
