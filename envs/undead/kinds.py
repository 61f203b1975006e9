"""Stat blocks that encounter files may name (section 9); files may add their own under `kinds`."""

# fmt: off
KINDS: dict[str, dict[str, int | bool]] = {
    "drifter": {"physique": 1, "reason": 1, "agility": 1, "presence": 1, "melee": 2, "aiming": 2, "athletics": 1, "reflex": 1, "resilience": 1, "morale": 1, "stealth": 1, "awareness": 1, "medicine": 1, "intimidation": 1},
    "gunner": {"agility": 2, "reason": 1, "presence": 1, "aiming": 3, "awareness": 2, "reflex": 1, "resilience": 1, "morale": 1},
    "bruiser": {"physique": 3, "presence": 1, "melee": 3, "athletics": 2, "resilience": 2, "intimidation": 1, "morale": 1},
    "medic": {"reason": 3, "agility": 1, "presence": 2, "medicine": 3, "awareness": 2, "intimidation": 2, "morale": 2, "reflex": 2, "aiming": 1, "resilience": 1},
    "stalker": {"physique": 1, "reason": 1, "agility": 3, "stealth": 3, "melee": 2, "aiming": 2, "reflex": 2, "athletics": 1},
    "guard": {"physique": 1, "reason": 2, "agility": 1, "presence": 1, "awareness": 2, "aiming": 2, "melee": 1, "reflex": 1, "resilience": 1, "morale": 1},
    "lookout": {"physique": 1, "reason": 1, "presence": 1, "aiming": 1, "melee": 1, "awareness": 1},
    "shambler": {"physique": 2, "reason": -1, "agility": -1, "melee": 1, "athletics": 1, "ap": 2, "undead": True},
}
# fmt: on
