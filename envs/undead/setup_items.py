"""Items of an encounter file: kinds of its own; what lies in hands, pockets and on the floor."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from fracas.envs.core.encounter import Model, SetupError, about, hint, not_among
from fracas.envs.undead.items import ITEM_NAMES, ITEMS, SECOND_HAND
from fracas.envs.undead.state import MAX_ITEM_KINDS
from fracas.envs.undead.tables import DAMAGE_TYPES, MAIN_HAND, OFF_HAND, SLOTS
from fracas.envs.undead.verbs import (
    DROP_ITEM,
    EMPTY_HAND_VERBS,
    MELEE,
    OPP_MELEE,
    RELOAD,
    SHOT_SEMI,
    SHOT_SINGLE,
    SPRAY,
    SWITCH_MODE,
    THROW_WEAPON,
    UNEQUIP,
    UNJAM,
    verb_set,
)

MAX_OWN = MAX_ITEM_KINDS - len(ITEM_NAMES)
NAME = r"^[a-z][a-z0-9_]{0,23}$"
KnownItem = Annotated[
    str, WithJsonSchema({"anyOf": [{"enum": list(ITEMS)}, {"type": "string", "pattern": NAME}]})
]
Tile = Annotated[list[int], Field(min_length=2, max_length=2, description="[column, row] from 0")]


class ItemKind(Model):
    """Figures of a kind of item (1.5)."""

    hands: int | None = Field(
        default=None, ge=0, le=2, description="hands it fills; default: 1 for weapons, else 0"
    )
    melee: bool = Field(default=False, description="strikes (U213)")
    thrown: bool = Field(default=False, description="is thrown at somebody (U302)")
    single: bool = Field(default=False, description="a firearm with single action (U332)")
    semi: bool = Field(default=False, description="a firearm that fires semi-auto (U342)")
    full: bool = Field(default=False, description="a firearm that sprays (U352)")
    damage: Literal[DAMAGE_TYPES] | None = Field(  # type: ignore[valid-type]
        default=None,
        description="table of a melee or thrown weapon (U217); default: blunt; shots are piercing",
    )
    rounds: int = Field(
        default=0, ge=0, le=30, description="rounds in a full firearm, magazine or clip"
    )
    ammo: KnownItem | None = Field(
        default=None, description="the magazine or clip that a firearm takes (U371)"
    )
    lightweight: bool = Field(default=False, description="can be thrown at a tile (U313)")

    @property
    def firearm(self) -> bool:
        """Tell whether it fires."""
        return self.single or self.semi or self.full

    @property
    def weapon(self) -> bool:
        """Tell whether it is something to attack with."""
        return self.melee or self.thrown or self.firearm

    @model_validator(mode="after")
    def _fits_together(self) -> "ItemKind":
        if self.weapon and self.hands == 0:
            raise ValueError("a weapon fills 1 or 2 hands, not 0")
        if self.damage and not (self.melee or self.thrown):
            raise ValueError("damage is for `melee` and `thrown` weapons; leave it out")
        if self.firearm and self.rounds == 0:
            raise ValueError("a firearm holds 1 to 30 rounds; give `rounds`")
        if self.firearm and self.thrown:
            raise ValueError("a firearm is not `thrown`; leave one of them out")
        if self.ammo is not None and not self.firearm:
            raise ValueError("ammo is for firearms (`single`, `semi`, `full`); leave it out")
        if self.rounds > 0 and self.weapon and not self.firearm:
            raise ValueError("rounds are for firearms, magazines and clips; leave them out")
        return self


BUNDLED = {name: ItemKind.model_validate(figures) for name, figures in ITEMS.items()}


class ItemModel(Model):
    """An item with a load, mode or jam of its own; its name alone means full, semi, no jam."""

    item: KnownItem = Field(description="a bundled item or one of `items`")
    rounds: int | None = Field(default=None, ge=0, le=30, description="default: full")
    mode: Literal["semi", "full"] = "semi"
    jam: bool = False


def _as_item(value: Any) -> Any:
    return {"item": value} if isinstance(value, str) else value


AnItem = Annotated[
    ItemModel, BeforeValidator(_as_item, json_schema_input_type=KnownItem | ItemModel)
]


class FloorModel(ItemModel):
    """An item that lies on the floor at the start."""

    at: Tile
    hidden: bool = Field(default=False, description="to be found by Inspect (U450)")


# -- kinds of items --------------------------------------------------------------------------------


def write_kinds(s: Any, own: Mapping[str, ItemKind]) -> tuple[str, ...]:
    """Write the figures of the bundled items and a file's own; return their names by number."""
    for name in own:
        with about("items", name):
            _check_name(name)
    kinds = {**BUNDLED, **own}
    names = (*ITEM_NAMES, *own)
    s["item_kinds"]["ammo"] = -1
    s["item_kinds"][0]["verbs"] = verb_set(EMPTY_HAND_VERBS)
    for name, kind in kinds.items():
        row = s["item_kinds"][names.index(name)]
        row["hands"] = kind.weapon if kind.hands is None else kind.hands
        for flag in ("melee", "thrown", "single", "semi", "full", "firearm", "lightweight"):
            row[flag] = getattr(kind, flag)
        row["switch"] = kind.semi and kind.full
        row["damage"] = DAMAGE_TYPES.index(kind.damage or "blunt")
        row["rounds"] = kind.rounds
        if kind.ammo is not None:
            with about("items", name, "ammo"):
                _check_ammo(name, kind.rounds, kind.ammo, kinds)
            row["ammo"] = names.index(kind.ammo)
        row["verbs"] = verb_set(_verbs_of(kind))
    return names


def _check_name(name: str) -> None:
    if not re.fullmatch(NAME, name):
        raise ValueError("a name is up to 24 small letters, digits and _, a letter first")
    if name in ITEM_NAMES:
        raise ValueError("a bundled item is called so; an item of one's own needs another name")
    if name in SLOTS:
        raise ValueError("a place for items is called so; an item needs another name")


def _check_ammo(gun: str, rounds: int, ammo: str, kinds: Mapping[str, ItemKind]) -> None:
    if ammo not in kinds:
        raise ValueError(f"no item {ammo!r}; {hint(ammo, kinds)}")
    if kinds[ammo].weapon or kinds[ammo].rounds == 0:
        raise ValueError(f"{ammo} is a weapon or holds no rounds; a magazine or clip is needed")
    if kinds[ammo].rounds != rounds:
        raise ValueError(
            f"{ammo} holds {kinds[ammo].rounds} rounds, {gun} {rounds}; give both one number"
        )


def _verbs_of(kind: ItemKind) -> list[int]:
    """Return the verbs that need a hand with it (U213 U302 U332 U342 U352 U363 U367 U371 U405)."""
    fitting = (
        (True, (UNEQUIP, DROP_ITEM)),
        (kind.melee, (MELEE, OPP_MELEE)),
        (kind.thrown, (THROW_WEAPON,)),
        (kind.single, (SHOT_SINGLE,)),
        (kind.semi, (SHOT_SEMI,)),
        (kind.full, (SPRAY,)),
        (kind.firearm, (UNJAM,)),
        (kind.semi and kind.full, (SWITCH_MODE,)),
        (kind.ammo is not None, (RELOAD,)),
    )
    return [verb for fits, verbs in fitting if fits for verb in verbs]


# -- single items ----------------------------------------------------------------------------------


def number_of(item: ItemModel, names: Sequence[str]) -> int:
    """Return an item's number.

    Raises:
        SetupError: there is no such item.
    """
    known = names[SECOND_HAND + 1 :]
    if item.item not in known:
        raise SetupError(("item",), not_among(item.item, known))
    return names.index(item.item)


def write_item(s: Any, slot: Any, item: ItemModel, names: Sequence[str]) -> None:
    """Write an item into a slot of the record (a full load unless it names another)."""
    number = number_of(item, names)
    kind = s["item_kinds"][number]
    full = int(kind["rounds"])
    if item.rounds is not None and item.rounds > full:
        raise ValueError(f"{item.item} holds at most {full} rounds, not {item.rounds}")
    if item.mode == "full" and not kind["full"]:
        raise ValueError(f"{item.item} has no full mode; leave the mode out")
    if item.jam and not kind["firearm"]:
        raise ValueError(f"{item.item} can't jam, only firearms can")
    slot["item"] = number
    slot["rounds"] = full if item.rounds is None else item.rounds
    slot["mode"] = item.mode == "full"
    slot["jam"] = item.jam


def write_hands(s: Any, u: Any, items: Sequence[ItemModel], names: Sequence[str]) -> None:
    """Put items in a unit's hands, the first in hand 1."""
    hand = MAIN_HAND
    for k, item in enumerate(items):
        with about(k):
            two = s["item_kinds"][number_of(item, names)]["hands"] == 2
            if hand > OFF_HAND or (two and hand != MAIN_HAND):
                raise ValueError(
                    f"no hand is left for {item.item}; a unit has two, some items take both"
                )
            write_item(s, u["items"][hand], item, names)
        if two:
            u["items"][OFF_HAND]["item"] = SECOND_HAND
        hand += 2 if two else 1
