"""What a control condition gives a player in place of questions, and nothing beyond it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import selectors
from games.models import Play
from games.presets import Condition
from games.selectors import FrozenGame
from games.sheets import Dimension, Extent, Measure, ObjectSheet, Property

DIMENSIONS = {
    Dimension.MATERIAL: gettext_noop("Material"),
    Dimension.SHAPE: gettext_noop("Shape"),
    Dimension.SIZE: gettext_noop("Size"),
    Dimension.SURFACE: gettext_noop("Surface"),
}
EXTENTS = {
    Extent.LENGTH: gettext_noop("Length"),
    Extent.WIDTH: gettext_noop("Width"),
    Extent.HEIGHT: gettext_noop("Height"),
    Extent.MASS: gettext_noop("Weight"),
}


@dataclass(frozen=True)
class Value:
    """A property in words; parts: the parts that have it, none where it is the whole."""

    words: str
    parts: Sequence[str]


@dataclass(frozen=True)
class Group:
    dimension: str
    values: Sequence[Value]


@dataclass(frozen=True)
class Size:
    extent: str
    text: str


@dataclass(frozen=True)
class Given:
    """Empty in every field: nothing but the labels of the candidates is given."""

    name: str = ""
    description: str = ""
    groups: Sequence[Group] = ()
    sizes: Sequence[Size] = ()


def given_of(play: Play) -> Given | None:
    """None for a play that has questions."""
    condition = selectors.protocol_of(play.protocol_id).condition
    return given_under(condition, selectors.frozen_game(play.game_id))


def given_under(condition: Condition, game: FrozenGame) -> Given | None:
    """What a condition gives of a game's object; None where there are questions."""
    if condition == Condition.QUESTIONS:
        return None
    if condition == Condition.LABELS_ONLY:
        return Given()
    sheet = selectors.sheets_of(game.catalogue_id)[game.object_id]
    return Given(name=sheet.name) if condition == Condition.NAME_SHOWN else _full(sheet)


def _full(sheet: ObjectSheet) -> Given:
    return Given(
        description=sheet.description,
        groups=_groups(sheet.properties),
        sizes=_sizes(sheet.measures),
    )


def _groups(properties: frozenset[Property]) -> list[Group]:
    """In an order that depends on nothing but the properties themselves."""
    parts: dict[Dimension, dict[str, list[str]]] = {each: defaultdict(list) for each in Dimension}
    for each in sorted(properties, key=lambda each: (each.value, each.part)):
        parts[each.dimension][each.value].append(_spoken(each.part))
    return [
        Group(_(DIMENSIONS[dimension]), [_value(value, of[value]) for value in of])
        for dimension, of in parts.items()
        if of
    ]


def _value(value: str, parts: Sequence[str]) -> Value:
    return Value(_spoken(value), parts if all(parts) else ())


def _spoken(key: str) -> str:
    return key.replace("_", " ")


def _sizes(measures: Mapping[Extent, Measure]) -> list[Size]:
    return [
        Size(_(name), _amount(measures[extent], "g" if extent == Extent.MASS else "cm"))
        for extent, name in EXTENTS.items()
        if extent in measures
    ]


def _amount(measure: Measure, unit: str) -> str:
    low, high = f"{measure.low:,.10g}", f"{measure.high:,.10g}"
    return f"{low} {unit}" if low == high else f"{low}\u2013{high} {unit}"
