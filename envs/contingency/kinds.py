"""Stat blocks that encounter files may name (section 8.1); files may add their own under `kinds`.

Skills that a block doesn't name are d4.
"""

from typing import Any

# fmt: off
KINDS: dict[str, dict[str, Any]] = {
    "duelist": {
        "agility": 12, "charisma": 10, "constitution": 8, "finesse": 10, "knowledge": 4, "strength": 8, "willpower": 6, "wisdom": 6,
        "blades": 10, "reflex": 8, "deception": 8, "mockery": 8, "mobility": 6, "discipline": 6, "endurance": 6, "tactics": 6, "awareness": 6, "dexterity": 6,
        "slots": [2, 1, 2, 1, 1], "hands": ["sword", "dagger"], "carried": [], "armour": "none",
        "weaknesses": ["guard"], "techniques": ["follow_up"],
    },
    "bruiser": {
        "agility": 8, "charisma": 8, "constitution": 10, "finesse": 6, "knowledge": 4, "strength": 12, "willpower": 10, "wisdom": 6,
        "hafted": 8, "unarmed": 10, "endurance": 8, "coercion": 8, "reflex": 6, "discipline": 6, "mobility": 6, "fortitude": 6, "accuracy": 6,
        "slots": [1, 2, 2, 1, 1], "hands": ["axe", None], "carried": ["hatchet"], "armour": "none",
        "weaknesses": ["dodge"], "techniques": [],
    },
    "guardian": {
        "agility": 8, "charisma": 8, "constitution": 12, "finesse": 6, "knowledge": 4, "strength": 10, "willpower": 10, "wisdom": 6,
        "blades": 8, "endurance": 10, "discipline": 8, "mockery": 8, "tactics": 6, "reflex": 6, "mobility": 6, "awareness": 6, "unarmed": 6,
        "slots": [1, 2, 2, 1, 1], "hands": ["sword", "shield"], "carried": ["javelin"], "armour": "heavy",
        "weaknesses": ["dodge"], "techniques": [],
    },
    "archer": {
        "agility": 10, "charisma": 6, "constitution": 8, "finesse": 12, "knowledge": 4, "strength": 6, "willpower": 8, "wisdom": 10,
        "accuracy": 10, "reflex": 8, "awareness": 8, "mobility": 8, "stealth": 6, "discipline": 6, "endurance": 6, "blades": 6,
        "slots": [1, 1, 2, 1, 1], "hands": ["bow", None], "carried": ["dagger"], "armour": "none",
        "weaknesses": ["guard"], "techniques": ["slip_away"],
    },
    "trickster": {
        "agility": 10, "charisma": 12, "constitution": 6, "finesse": 10, "knowledge": 6, "strength": 4, "willpower": 8, "wisdom": 8,
        "deception": 10, "mockery": 8, "empathy": 8, "tactics": 8, "coercion": 6, "stealth": 8, "reflex": 8, "discipline": 8, "accuracy": 8, "blades": 6, "mobility": 6, "dexterity": 8,
        "slots": [1, 2, 1, 1, 1], "hands": ["dagger", "dagger"], "carried": ["dagger", "net"], "armour": "none",
        "weaknesses": ["guard"], "techniques": ["quick_grab"],
    },
    "arcanist": {
        "agility": 8, "charisma": 8, "constitution": 6, "finesse": 6, "knowledge": 12, "strength": 4, "willpower": 10, "wisdom": 10,
        "arcana": 10, "discipline": 10, "awareness": 8, "reflex": 6, "endurance": 6, "mobility": 6, "tactics": 6, "blades": 4,
        "slots": [1, 2, 1, 1, 1], "hands": [None, None], "carried": ["dagger"], "armour": "light",
        "weaknesses": ["guard"], "techniques": [], "spells": ["bolt", "ward", "mire", "dread"],
    },
    "marksman": {
        "agility": 10, "charisma": 6, "constitution": 8, "finesse": 10, "knowledge": 4, "strength": 6, "willpower": 8, "wisdom": 12,
        "accuracy": 10, "stealth": 8, "reflex": 6, "awareness": 8, "mobility": 6, "discipline": 6, "endurance": 6, "blades": 6,
        "slots": [1, 1, 2, 1, 1], "hands": ["crossbow", None], "carried": ["hatchet"], "armour": "none",
        "weaknesses": ["guard", "focus"], "techniques": [],
    },
    "cutthroat": {
        "agility": 12, "charisma": 6, "constitution": 6, "finesse": 10, "knowledge": 4, "strength": 8, "willpower": 8, "wisdom": 10,
        "stealth": 10, "blades": 8, "reflex": 8, "unarmed": 6, "deception": 6, "mobility": 8, "discipline": 6, "endurance": 4, "accuracy": 6,
        "slots": [1, 1, 2, 1, 1], "hands": [{"item": "dagger", "toxin": "venom"}, "dagger"], "carried": [], "armour": "none",
        "weaknesses": ["guard"], "techniques": ["follow_up"],
    },
    "road_guard": {
        "agility": 10, "charisma": 6, "constitution": 8, "finesse": 6, "knowledge": 4, "strength": 10, "willpower": 8, "wisdom": 12,
        "polearms": 8, "awareness": 8, "reflex": 6, "endurance": 8, "discipline": 6, "mobility": 6, "tactics": 6, "unarmed": 6, "fortitude": 6,
        "slots": [2, 1, 2, 1, 1], "hands": ["spear", None], "carried": ["dagger"], "armour": "light",
        "weaknesses": ["focus"], "techniques": [],
    },
    "great_boar": {
        "agility": 8, "charisma": 4, "constitution": 12, "finesse": 4, "knowledge": 4, "strength": 12, "willpower": 12, "wisdom": 6,
        "unarmed": 10, "endurance": 10, "mobility": 10, "coercion": 8, "discipline": 8, "fortitude": 8, "awareness": 8, "reflex": 4,
        "slots": [3, 3, 3, 2, 1], "hands": ["tusks", None], "carried": [], "armour": "hide",
        "weaknesses": ["dodge"], "techniques": [], "sapient": False, "beast": True,
    },
}
# fmt: on
