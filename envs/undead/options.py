"""Rulings that an encounter may change (section 8), each with its default and alternatives."""

from fracas.envs.core.options import Option, options_dtype

# fmt: off
OPTIONS = (
    Option("ap.per_turn", (4, 3, 5, 1, 2, 6), "action points at turn start"),
    Option("ap.initial", ("full", "zero"), "action points before the first turn"),
    Option("move.at_turn_start", ("full", "zero"), "movement at turn start"),
    Option("move.base", (4, 3, 5, 6), "movement before Agility"),
    Option("health.base", (6, 4, 5, 7, 8), "Health before Physique and Resilience"),
    Option("stress.base", (4, 2, 3, 5, 6), "Stress limit before Presence and Morale"),
    Option("stress.at_limit", ("horrified", "defeated", "none"), "what the Stress limit does"),
    Option("defense.base", (10, 8, 9, 11, 12), "guard without a reaction"),
    Option("area.head", (4, 0, 1, 2, 3, 5, 6), "added to the Defense DC of the head"),
    Option("area.arms", (2, 0, 1, 3, 4, 5, 6), "added to the Defense DC of the arms"),
    Option("area.legs", (2, 0, 1, 3, 4, 5, 6), "added to the Defense DC of the legs"),
    Option("strong.save_dc", ("passive", "attack_total", "fixed15"), "DC of the table save"),
    Option("strong.damage_mode", ("add", "replace"), "how table damage meets ordinary damage"),
    Option("outcome.strong_stacks", (True, False), "strong outcomes include the plain ones"),
    Option("unarmed.hands", ("both", "one"), "what empty hands means"),
    Option("push.is_attack", (False, True), "Push opens a defence window"),
    Option("grapple.counts_slowed", (True, False), "a held unit counts as Slowed"),
    Option("throw.fifteen", ("on_target", "two_off"), "where a throw of 15 lands"),
    Option("unjam.needs_full_auto", (True, False), "only full-auto firearms can be unjammed"),
    Option("intimidate.range", ("sight", 5, 10), "how far Intimidate reaches"),
    Option("pressure.bandage", ("spend_on_success", "needed", "not_needed"), "bandage rule"),
    Option("bleed.tick", ("turn_start", "turn_end"), "when Bleeding ticks"),
    Option("hidden.adjacent_reveals", (True, False), "stepping beside a Hidden unit reveals it"),
    Option("hidden.attack_advantage", (True, False), "attacks from Hidden have advantage"),
    Option("inspect.sight", ("beyond_one", "never", "always"), "where Inspect needs sight"),
    Option("reaction.prune_useless", (True, False), "only reactions that raise D are offered"),
    Option("reaction.defence_per_attack", (1, 2), "defence choices for each attack"),
    Option("trigger.nest", (False, True), "ready windows open inside reactions too"),
    Option("ready.decline_keeps", (True, False), "a declined readied action stays armed"),
    Option("initiative.mode", ("individual", "side"), "who acts next"),
    Option("initiative.tie", ("side", "lot"), "whose units go first where all is equal"),
    Option("limit.result", ("draw", "health"), "result at the round limit"),
    Option("full_auto.zero_margin", (0, 1), "damage of a spray that equals the DC"),
    Option("down.final", (True,), "a unit that is Down stays Down"),
    Option("hide.place", ("h", "own", "any_wall"), "where Hide is possible"),
    Option("target.allies", (False, True), "attacks may name allies"),
)
# fmt: on
# `ready.actions` (a list of kinds), `goal.zone` (tiles per side) and `limit.rounds` (the
# encounter's `round_limit`) are kept in fields of their own.

BY_NAME = {option.name: option for option in OPTIONS}

OPTIONS_DTYPE = options_dtype(OPTIONS)

# Words as the kernel compares them.
AP_ZERO = MOVE_ZERO = 1
LIMIT_HORRIFIED, LIMIT_DEFEATED, LIMIT_NONE = range(3)
SAVE_PASSIVE, SAVE_ATTACK_TOTAL, SAVE_FIXED = range(3)
DAMAGE_REPLACE = 1
ONE_HAND = 1
TWO_OFF = 1
RANGE_SIGHT = 0
SPEND_ON_SUCCESS, BANDAGE_NEEDED, BANDAGE_NOT_NEEDED = range(3)
TICK_TURN_END = 1
SIGHT_BEYOND_ONE, SIGHT_NEVER, SIGHT_ALWAYS = range(3)
MODE_SIDE = 1
TIE_LOT = 1
RESULT_HEALTH = 1
PLACE_H, PLACE_OWN, PLACE_ANY_WALL = range(3)
