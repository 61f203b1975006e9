"""What an encounter file of ``contingency`` may say: zones, edges, gear, spells, units, options."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema, create_model, model_validator

from fracas.envs.contingency.items import ITEMS, SPELLS, TOXINS
from fracas.envs.contingency.kinds import KINDS
from fracas.envs.contingency.options import OPTIONS
from fracas.envs.contingency.state import (
    CLASSES,
    EVENT_KINDS,
    MAX_DROPS,
    MAX_EVENTS,
    MAX_ITEM_KINDS,
    MAX_ITEMS,
    MAX_SIDE,
    MAX_TOXINS,
    MAX_ZONES,
)
from fracas.envs.contingency.tables import (
    ATTRIBUTES,
    EFFECTS,
    N_SPELLS,
    RANGES,
    SIZES,
    SKILLS,
    TECHNIQUES,
    WEAKNESSES,
)
from fracas.envs.contingency.verbs import N_CARRIED
from fracas.envs.core.encounter import UNIT_ID, Encounter, Model, Side, UnitId, options_model

NAME = r"^[a-zA-Z][a-zA-Z0-9_]{0,23}$"
MAX_OWN_ITEMS = MAX_ITEM_KINDS - 1 - len(ITEMS)
MAX_OWN_TOXINS = MAX_TOXINS - 1 - len(TOXINS)
ARMOUR = {"none": (0, False), "light": (1, False), "heavy": (2, True), "hide": (2, False)}
"""1.6: boxes, and whether it hinders."""

Name = Annotated[str, Field(pattern=NAME, description="letters, digits and _, a letter first")]
Die = Literal[SIZES]  # type: ignore[valid-type]
Range = Literal[RANGES]  # type: ignore[valid-type]
Slots = Annotated[
    list[Annotated[int, Field(ge=0, le=5)]],
    Field(min_length=5, max_length=5, description="injury slots of severity 1 to 5"),
]


def _bundled(names: Any) -> Any:
    return WithJsonSchema({"anyOf": [{"enum": list(names)}, {"type": "string", "pattern": NAME}]})


KnownItem = Annotated[str, _bundled(ITEMS)]
KnownToxin = Annotated[str, _bundled(TOXINS)]

# -- gear, toxins, spells (`tables.*`) -------------------------------------------------------------


class ItemKind(Model):
    """Figures of a kind of item (1.6)."""

    weapon: Literal[CLASSES] = Field(  # type: ignore[valid-type]
        default="melee", alias="class", description="what it is used for"
    )
    skill: Literal[SKILLS] = Field(  # type: ignore[valid-type]
        default="unarmed", description="skill of Strike"
    )
    hands: int = Field(default=1, ge=0, le=2, description="hands it fills")
    damage: int = Field(default=0, ge=0, le=5, description="severity")
    range: Range = Field(default="engaged", description="of Strike (Reach) or Shoot")
    thrown: Range | None = Field(default=None, description="range of Throw, if made for it")
    mechanical: bool = Field(default=False, description="Shoot uses Wisdom (C332)")
    reload: bool = Field(default=False, description="must be loaded after a Shoot (C337)")
    crushing: bool = Field(default=False, description="ignores armour (C128)")
    entangling: int = Field(
        default=0, ge=0, le=9, description="restrains with this difficulty instead (C346)"
    )
    natural: bool = Field(default=False, description="can't be dropped, sheathed or thrown")
    guard: int = Field(default=0, ge=0, le=9, description="added to Guard while held (C429)")

    @model_validator(mode="after")
    def _fits_together(self) -> "ItemKind":
        if self.hands == 0 and not self.natural:
            raise ValueError("hands is 1 or 2, or 0 for a `natural` weapon")
        if self.reload and self.weapon != "ranged":
            raise ValueError("reload is for ranged weapons; leave it out")
        if self.natural and self.thrown is not None:
            raise ValueError("a natural weapon is not `thrown` (C351); leave one of them out")
        if self.weapon == "thrown" and self.thrown is None:
            raise ValueError("a thrown weapon needs `thrown`, its range")
        return self


class Toxin(Model):
    """Figures of a toxin (1.6)."""

    difficulty: int = Field(ge=1, le=24, description="of Resist")
    severity: int = Field(default=0, ge=0, le=5, description="of the injury on a failure")
    marks: int = Field(default=0, ge=0, le=12, description="stamina marked on a failure")


class Spell(Model):
    """Figures of a spell (1.6)."""

    effect: Literal[EFFECTS]  # type: ignore[valid-type]
    strain: int = Field(default=0, ge=0, le=15, description="tokens placed by a cast (C462)")
    concentration: int = Field(default=0, ge=0, le=15, description="units it counts (C060)")
    difficulty: int = Field(default=1, ge=1, le=24, description="of the cast, if nobody opposes")
    severity: int = Field(default=0, ge=0, le=5, description="of a bolt's injury")

    @model_validator(mode="after")
    def _fits_together(self) -> "Spell":
        if (self.effect == "bolt") != (self.concentration == 0):
            raise ValueError("concentration is 0 for a bolt and 1 to 15 for what is kept up")
        return self


class ItemModel(Model):
    """An item with a state of its own; its name alone means loaded and clean."""

    item: KnownItem
    loaded: bool = Field(default=True, description="for a weapon that is reloaded")
    toxin: KnownToxin | None = Field(default=None, description="what coats it (Envenomed)")


def _as_item(value: Any) -> Any:
    return {"item": value} if isinstance(value, str) else value


AnItem = Annotated[
    ItemModel, BeforeValidator(_as_item, json_schema_input_type=KnownItem | ItemModel)
]


class GroundModel(ItemModel):
    """An item that lies in a zone at the start."""

    zone: Name


# -- units -----------------------------------------------------------------------------------------

_STATS: dict[str, Any] = {
    **{name: (Die | None, None) for name in (*ATTRIBUTES, *SKILLS)},
    "slots": (Slots | None, None),
    "stamina_max": (Annotated[int, Field(ge=1, le=12)] | None, None),
    "wellness_max": (Annotated[int, Field(ge=1, le=6)] | None, None),
    "sapient": (bool | None, None),
    "beast": (
        bool | None,
        Field(default=None, description="its slots need no points (C124)"),
    ),
    "armour": (Literal[tuple(ARMOUR)] | None, None),  # type: ignore[valid-type]
    "weaknesses": (
        Annotated[list[Literal[WEAKNESSES]], Field(min_length=1, max_length=3)] | None,  # type: ignore[valid-type]
        None,
    ),
    "techniques": (
        Annotated[list[Literal[TECHNIQUES]], Field(max_length=3)] | None,  # type: ignore[valid-type]
        None,
    ),
    "spells": (Annotated[list[Name], Field(max_length=N_SPELLS)] | None, None),
    "hands": (Annotated[list[AnItem | None], Field(max_length=2)] | None, None),
    "carried": (Annotated[list[AnItem], Field(max_length=N_CARRIED)] | None, None),
}

StatBlock = create_model("StatBlock", __base__=Model, **_STATS)
StatBlock.__doc__ = "Figures and gear of a kind of unit; dice left out are d4."
STATS = tuple(_STATS)

BUNDLED_KINDS = {name: StatBlock.model_validate(figures) for name, figures in KINDS.items()}


class UnitModel(StatBlock):  # type: ignore[valid-type, misc]
    """A unit."""

    id: UnitId | None = UNIT_ID
    kind: str | None = Field(
        default=None, description="a bundled stat block or one of `kinds`", examples=list(KINDS)
    )
    zone: Name
    hidden: bool = Field(default=False, description="from all enemies at the start (C473)")
    hide_result: int = Field(default=0, ge=0, le=24, description="what finding it takes (C472)")
    aware: bool = Field(default=True, description="of all enemies at the start (C473)")
    reserve: bool = Field(default=False, description="arrives by an event (C483)")


class SideModel(Side):
    """A side and its units, in index order."""

    units: list[UnitModel] = Field(min_length=1, max_length=MAX_SIDE)


# -- the map ---------------------------------------------------------------------------------------


class Zone(Model):
    """Traits of a zone."""

    cover: bool = Field(default=False, description="Take Cover is possible")
    cover_from: list[Name] | None = Field(
        default=None, description="zones on the other side of the cover; default: all others"
    )
    conceal: bool = Field(default=False, description="Hide in the surroundings is possible")
    crowd: int = Field(default=0, ge=0, le=6, description="bystanders")
    props: bool = Field(default=False, description="Wrestle is clever here")
    clutter: bool = Field(default=False, description="picking up is harder")
    airless: bool = Field(default=False, description="breath must be held")
    gas: KnownToxin | None = Field(default=None, description="toxin in the air")
    hazard: bool = Field(default=False, description="injures who ends a round here")
    mirror: Name | None = Field(
        default=None, description="`symmetric`: the zone in its place for the other side"
    )


class Edge(Model):
    """A way between two zones."""

    start: Name = Field(alias="from")
    to: Name
    kind: Literal["normal", "difficult", "drop"] = "normal"
    dice: str | None = Field(
        default=None, pattern=r"^[1-3]d(4|6|8|10|12)$", description="of a drop, such as 2d6"
    )

    @model_validator(mode="after")
    def _dice_for_drops(self) -> "Edge":
        if self.dice is not None and self.kind != "drop":
            raise ValueError("dice are for drops; leave them out")
        return self


def _as_edge(value: Any) -> Any:
    if isinstance(value, list) and len(value) == 2:
        return {"from": value[0], "to": value[1]}
    return value


AnEdge = Annotated[
    Edge,
    BeforeValidator(
        _as_edge,
        json_schema_input_type=Annotated[list[Name], Field(min_length=2, max_length=2)] | Edge,
    ),
]
Pair = Annotated[list[Name], Field(min_length=2, max_length=2)]


class Scheduled(Model):
    """A coming event (C483)."""

    round: int = Field(ge=1, le=30)
    kind: Literal[EVENT_KINDS]  # type: ignore[valid-type]
    zone: Name
    toxin: KnownToxin | None = Field(default=None, description="of gas that starts")
    unit: str | None = Field(default=None, description="the unit in reserve that arrives")

    @model_validator(mode="after")
    def _fits_together(self) -> "Scheduled":
        if (self.toxin is not None) != (self.kind == "gas_starts"):
            raise ValueError("gas_starts needs `toxin`, and nothing else takes it")
        if (self.unit is not None) != (self.kind == "reinforcement"):
            raise ValueError("reinforcement needs `unit`, and nothing else takes it")
        return self


OptionsModel = options_model(OPTIONS)


class ContingencyEncounter(Encounter):
    """An encounter of the `contingency` system."""

    system: Literal["contingency"]
    round_limit: int = Field(default=20, ge=1, le=30, description="last round")
    zones: dict[Name, Zone] = Field(
        min_length=1, max_length=MAX_ZONES, description="zones by name, in index order"
    )
    edges: list[AnEdge] = Field(default=[], max_length=36, description="ways between zones")
    no_sight: list[Pair] = Field(default=[], max_length=36, description="pairs out of sight")
    kinds: dict[str, StatBlock] = Field(  # type: ignore[valid-type]
        default={}, description="stat blocks of this file, by name"
    )
    items: dict[Name, ItemKind] = Field(
        default={}, max_length=MAX_OWN_ITEMS, description="kinds of items of this file, by name"
    )
    toxins: dict[Name, Toxin] = Field(
        default={}, max_length=MAX_OWN_TOXINS, description="toxins of this file, by name"
    )
    spells: dict[Name, Spell] | None = Field(
        default=None,
        max_length=N_SPELLS,
        description="all the spells there are; left out: the bundled ones",
        examples=[SPELLS],
    )
    sides: list[SideModel] = Field(min_length=2, max_length=2)
    ground: list[GroundModel] = Field(
        default=[], max_length=MAX_ITEMS, description="items on the ground, in index order"
    )
    events: list[Scheduled] = Field(
        default=[], max_length=MAX_EVENTS, description="what happens in the environment's phase"
    )
    initiative: str | None = Field(default=None, description="side that begins round 1; else dice")
    options: OptionsModel = Field(default_factory=OptionsModel)  # type: ignore[valid-type]

    @model_validator(mode="after")
    def _few_drops(self) -> "ContingencyEncounter":
        if sum(edge.kind == "drop" for edge in self.edges) > MAX_DROPS:
            raise ValueError(f"at most {MAX_DROPS} edges are drops")
        return self
