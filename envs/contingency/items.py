"""Gear and toxins of 1.6, as an encounter file would define them; files may add their own.

Their figures travel in the record (``item_kinds``, ``toxins``); a kind's number is its place among
the names, 0 is no item.
"""

# fmt: off
ITEMS: dict[str, dict[str, int | bool | str]] = {
    "dagger": {"class": "melee", "skill": "blades", "hands": 1, "damage": 2, "thrown": "near"},
    "sword": {"class": "melee", "skill": "blades", "hands": 1, "damage": 3},
    "greatsword": {"class": "melee", "skill": "blades", "hands": 2, "damage": 4},
    "hatchet": {"class": "melee", "skill": "hafted", "hands": 1, "damage": 2, "thrown": "near"},
    "axe": {"class": "melee", "skill": "hafted", "hands": 1, "damage": 3},
    "mace": {"class": "melee", "skill": "hafted", "hands": 1, "damage": 2, "crushing": True},
    "maul": {"class": "melee", "skill": "hafted", "hands": 2, "damage": 4},
    "spear": {"class": "melee", "skill": "polearms", "hands": 2, "damage": 3, "range": "close", "thrown": "near"},
    "glaive": {"class": "melee", "skill": "polearms", "hands": 2, "damage": 3, "range": "near"},
    "javelin": {"class": "melee", "skill": "polearms", "hands": 1, "damage": 2, "thrown": "far"},
    "bow": {"class": "ranged", "skill": "accuracy", "hands": 2, "damage": 3, "range": "far"},
    "crossbow": {"class": "ranged", "skill": "accuracy", "hands": 2, "damage": 4, "range": "far", "mechanical": True, "reload": True},
    "net": {"class": "thrown", "skill": "accuracy", "hands": 1, "thrown": "close", "entangling": 5},
    "shield": {"class": "none", "hands": 1, "guard": 2},
    "tusks": {"class": "melee", "skill": "unarmed", "hands": 0, "damage": 3, "natural": True},
}

TOXINS: dict[str, dict[str, int]] = {
    "smoke": {"difficulty": 5, "marks": 2},
    "venom": {"difficulty": 7, "severity": 1, "marks": 1},
}

SPELLS: dict[str, dict[str, int | str]] = {
    "bolt": {"effect": "bolt", "strain": 2, "severity": 2},
    "ward": {"effect": "ward", "strain": 1, "concentration": 1, "difficulty": 5},
    "mire": {"effect": "mire", "strain": 2, "concentration": 2, "difficulty": 5},
    "dread": {"effect": "dread", "strain": 2, "concentration": 3},
}
# fmt: on

ITEM_NAMES = ("nothing", *ITEMS)
TOXIN_NAMES = ("none", *TOXINS)
