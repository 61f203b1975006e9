"""Rulings that an encounter may change (section 8), each with its default and alternatives."""

from fracas.envs.core.options import Option, options_dtype

# fmt: off
OPTIONS = (
    Option("dice.combine", ("sum", "highest"), "how attribute and skill die make a result"),
    Option("dice.advantage", ("third_die", "reroll"), "a third die, or both rolled twice"),
    Option("omens.source", ("faces", "margin"), "top faces and matches, or 3 points of margin"),
    Option("omens.moderator", ("target", "off"), "who spends moderator omens"),
    Option("difficulty.passive", (1, 3, 5), "difficulty where nobody opposes"),
    Option("opposed.tie", ("triggered", "actor"), "who wins a tie"),
    Option("attr.ask", (False, True), "ask which of two attributes, also where one is larger"),
    Option("penalty.mode", ("announced", "progressive", "flat"), "what several actions cost"),
    Option("triggered.penalty", (0, 2), "lost on each triggered roll after the first"),
    Option("actions.max", (4, 2, 3), "actions announced a round"),
    Option("resolve.order", ("by_type", "by_unit"), "in which order actions are resolved"),
    Option("resolve.drop", ("both_skipped", "first_turn"), "when an impossible action is dropped"),
    Option("initiative.mode", ("d20", "awareness", "fixed"), "who begins a round"),
    Option("intent.secret", (True, False), "enemies see plans only when all have announced"),
    Option("events.notice", ("this_round", "next_round"), "how early events are foreshadowed"),
    Option("events.order", ("first", "last"), "where in the environment's phase events come"),
    Option("anticipate.next", ("next_round", "this_round"), "the action that is declared"),
    Option("weakness.effect", ("full", "information"), "what a revealed weakness does"),
    Option("harry.on_defend", ("mark", "none"), "what a Harry does that is defended"),
    Option("engage.free_step", (True, False), "Engaged actions step in by themselves"),
    Option("engage.locks", (True, False), "engaged units can't Reposition"),
    Option("stress.track", ("stamina", "wellness"), "what stress is marked on"),
    Option("stamina.max", ("con_wil", "con"), "length of the stamina track"),
    Option("stamina.tiring", ("half", "two_thirds"), "from what share of it a unit is tiring"),
    Option("stamina.overflow", ("injuries", "breathless"), "marks on a full track"),
    Option("breathless.effect", ("one_action", "disadvantage"), "what breathless means"),
    Option("breath.suffocation", ("half_con", "four"), "above which level a unit suffocates"),
    Option("injury.points_divisor", (4, 1, 2), "of the points that buy injury slots"),
    Option("injury.ask", (False, True), "ask which slot an injury crosses out"),
    Option("defeat.rule", ("fatal_slot", "wellness"), "what takes a unit out"),
    Option("limit.result", ("draw", "score"), "result at the round limit"),
    Option("focus.ask", (False, True), "ask whether to Focus"),
    Option("intimidate.belief", ("worry", "none", "numbers"), "who feels weaker"),
    Option("parley.self_timing", ("before", "success"), "when the effect on oneself comes"),
    Option("grants.users", ("any", "side"), "who may use a granted advantage"),
    Option("forced.movement_cap", ("one", "unlimited"), "forced movements a round"),
    Option("hide.detection", ("each", "no_check", "until_acts"), "how hidden units are found"),
    Option("ambush.defend", ("none", "disadvantage"), "whether unaware units defend"),
    Option("ambush.step_in", ("hidden", "uncovers"), "whether a step-in uncovers at once"),
    Option("recover.danger", ("hazards", "enemies"), "what immediate danger is"),
    Option("cooperation.mode", ("lead_advantage", "separate"), "how several oppose one"),
    Option("wrestle.clever", ("props", "never", "always"), "when a Wrestle is clever"),
    Option("wrestle.shove", ("any_edge", "no_drops"), "where a shove may lead"),
    Option("fall.damage", ("quarter", "per_die"), "injuries of a fall"),
    Option("pickup.steps", ("pairs", "ones", "triples"), "how many others make a crowd"),
    Option("gear.ready", ("interaction", "free"), "Ready as an action, or free once a round"),
    Option("prone.stand", ("verb", "free"), "standing up, or free with any Movement action"),
    Option("surprise.announces", (False, True), "surprised units announce all the same"),
)
# fmt: on
# `tables.gear`, `tables.toxins`, `tables.spells`, `tables.techniques` are the encounter's `items`,
# `toxins`, `spells` and its units' `techniques`.

BY_NAME = {option.name: option for option in OPTIONS}

OPTIONS_DTYPE = options_dtype(OPTIONS)

# Words as the kernel compares them.
HIGHEST = REROLL = MARGIN = OMENS_OFF = TIE_ACTOR = 1
PENALTY_PROGRESSIVE, PENALTY_FLAT = 1, 2
BY_UNIT = FIRST_TURN = NEXT_NOTICE = EVENTS_LAST = THIS_ROUND = INFORMATION = DEFENDED_NONE = 1
INITIATIVE_AWARENESS, INITIATIVE_FIXED = 1, 2
TRACK_WELLNESS = TWO_THIRDS = BREATHLESS_ONLY = ALL_DISADVANTAGE = FIXED_FOUR = 1
RULE_WELLNESS = RESULT_SCORE = SELF_ON_SUCCESS = SIDE_ONLY = UNLIMITED = DEFEND_DISADVANTAGE = 1
BELIEF_NONE, BELIEF_NUMBERS = 1, 2
NO_CHECK, UNTIL_ACTS = 1, 2
STEP_IN_UNCOVERS = DANGER_ENEMIES = SEPARATE = NO_DROPS = PER_DIE = READY_FREE = STAND_FREE = 1
CLEVER_NEVER, CLEVER_ALWAYS = 1, 2
