"""The items of table 1.5, as an encounter file would define them; files may add their own.

Their figures travel in the record (``item_kinds``). What is fixed are the numbers of no item, of
the mark in the second hand of a two-handed item, and of the items whose effects are rules.
"""

# fmt: off
ITEMS: dict[str, dict[str, int | bool | str]] = {
    "knife": {"melee": True, "damage": "slashing"},
    "machete": {"melee": True, "damage": "slashing"},
    "bat": {"melee": True, "damage": "blunt"},
    "spear": {"melee": True, "thrown": True, "damage": "piercing", "hands": 2},
    "throwing_knife": {"melee": True, "thrown": True, "damage": "piercing"},
    "revolver": {"single": True, "rounds": 6, "ammo": "clip6"},
    "rifle": {"single": True, "rounds": 5, "ammo": "clip5", "hands": 2},
    "pistol": {"semi": True, "rounds": 12, "ammo": "mag12"},
    "smg": {"semi": True, "full": True, "rounds": 20, "ammo": "mag20", "hands": 2},
    "carbine": {"semi": True, "full": True, "rounds": 30, "ammo": "mag30", "hands": 2},
    "clip6": {"rounds": 6, "lightweight": True},
    "clip5": {"rounds": 5, "lightweight": True},
    "mag12": {"rounds": 12, "lightweight": True},
    "mag20": {"rounds": 20, "lightweight": True},
    "mag30": {"rounds": 30, "lightweight": True},
    "bandage": {"lightweight": True},
    "stone": {"lightweight": True},
    "firebomb": {"lightweight": True},
    "flashbang": {"lightweight": True},
}
# fmt: on

ITEM_NAMES = ("nothing", "second_hand", *ITEMS)
NOTHING, SECOND_HAND, BANDAGE, FIREBOMB, FLASHBANG = (
    ITEM_NAMES.index(name)
    for name in ("nothing", "second_hand", "bandage", "firebomb", "flashbang")
)
