"""Section 4: what each verb costs, and that a readied action offers its own verbs only."""

import pytest

from fracas.envs.core.testing import clause

MAGAZINE = {"inventory": ["mag20"]}
# What A is, and the cost of verbs that it could take then, AP alone decide.
COSTS = {
    "empty-handed": (
        {"mv": 3, "bleed": 1, "inventory": ["bandage"]},
        {
            **dict.fromkeys(("end_turn", "drop_prone"), 0),
            **dict.fromkeys("move disengage unarmed push throw_object equip".split(), 1),
            **dict.fromkeys("equip_floor place intimidate pressure ready".split(), 1),
            **dict.fromkeys(("grapple", "sense", "inspect"), 2),
        },
    ),
    "unseen": ({"at": (0, 0), "hidden": True}, {"sneak": 1}),
    "at a niche": ({"at": (0, 0), "prone": True}, {"hide": 1, "stand_up": 1}),
    "held": ({}, {"escape_reflex": 2, "escape_melee": 2}),
    "holding": ({"grappling": "B"}, {"release": 0, "unarmed": 1}),
    "with a blade": ({"hands": ["throwing_knife"]}, {"melee": 1, "throw_weapon": 1}),
    "with a revolver": ({"hands": ["revolver"]}, {"shot_single": 2}),
    "in semi mode": (
        {"hands": ["smg"], **MAGAZINE},
        {"shot_semi": 1, "switch_mode": 1, "unequip": 1, "drop_item": 0, "reload": 2},
    ),
    "in full mode": ({"hands": [{"item": "smg", "mode": "full"}]}, {"spray": 3}),
    "jammed": ({"hands": [{"item": "smg", "jam": True}]}, {"unjam": 2}),
}
NICHE = "\n".join(["h#" + "." * 13, "##" + "." * 13] + ["." * 15] * 13)  # nobody sees (0, 0)
READIED = {  # kinds: what A is, and the verbs that they offer; most are called like their verb
    "move": ({}, {"move"}),
    "disengage": ({}, {"disengage"}),
    "sense": ({}, {"sense"}),
    "equip": ({"inventory": ["knife"]}, {"equip", "equip_floor"}),
    "escape": ({}, {"escape_reflex", "escape_melee"}),
}
HOLDER = {key: {"grappling": "A"} for key in ("held", "escape")}  # what B is then


def verbs(s):
    """Return the verbs that have a legal row."""
    return {action.verb for action in s.battle.legal()}


@clause("U101", "U102", "U104", "U105", "U111", "U118", "U123", "U126", "U127", "U200", "U211")
@clause("U221", "U232", "U241", "U249", "U300", "U311", "U330", "U340", "U350", "U363", "U366")
@clause("U369", "U400", "U404", "U407", "U411", "U420", "U430", "U440", "U455", "U500")
@pytest.mark.parametrize("state", COSTS)
def test_each_number_of_ap_pays_for_what_costs_no_more(scene, state):
    a, costs = COSTS[state]
    for ap in range(4):
        s = scene(map=NICHE, A={**a, "ap": ap}, B=HOLDER.get(state), floor=[("knife", 7, 7)])
        paid = {verb for verb, cost in costs.items() if cost <= ap}
        assert verbs(s) & set(costs) == paid, f"{ap} AP"


@clause("U512", "U514")
@pytest.mark.parametrize("kind", READIED)
def test_a_readied_action_offers_its_own_verbs_only(scene, kind):
    a, own = READIED[kind]
    units = {"A": {**a, "ready": ("ally_attacks", kind)}, "C": {"side": 1, "at": (8, 8)}}
    s = scene(**units, B=HOLDER.get(kind), turn="C", floor=[("knife", 7, 7)])
    s.declare("unarmed", "B", "torso", dice=[9])
    assert (s.phase, s.decider) == ("ready_fire", "A")
    assert verbs(s) == own | {"pass"}
