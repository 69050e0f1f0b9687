"""A phrase without a verb -> the properties that its words name: rough iron object."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.checking.findings import Finding, pair, refused, split_place
from games.checking.unknown_words import guessed
from games.checking.words import Words
from games.rules import Reason
from games.sheets import Dimension

CARRIED = {
    "material": Dimension.MATERIAL,
    "substance": Dimension.MATERIAL,
    "shape": Dimension.SHAPE,
    "form": Dimension.SHAPE,
    "outline": Dimension.SHAPE,
    "silhouette": Dimension.SHAPE,
    "profile": Dimension.SHAPE,
    "structure": Dimension.SHAPE,
    "geometry": Dimension.SHAPE,
    "cross_section": Dimension.SHAPE,
    "appearance": Dimension.SURFACE,
}

# Before gold or silver they tell the metal from the colour.
GENUINE = ("pure", "real", "solid", "genuine", "sterling", "massive")


@dataclass
class Unit:
    """Words that will make one pair."""

    dimension: Dimension
    tokens: list[str] = field(default_factory=list)


def phrase(tokens: Sequence[str], words: Words, *, had: bool = False) -> list[Finding]:
    """What the phrase names; had: it is what the object has, so that unknown nouns are parts."""
    article = bool(tokens) and tokens[0] in (
        "a",
        "an",
        "the",
        "my",
        "your",
        "one",
        "any",
        "some",
        "another",
    )
    core, place = split_place(tokens, words)
    named = [word for word in core if word not in words.lists["frame.determiners"]]
    while (
        len(named) > 1
        and named[-1] in words.lists["frame.degrees"]
        and not words.dimension(named[-1])
    ):
        named.pop()
    if not named:
        return [Reason.UNPARSEABLE]
    if named[0] in words.lists["frame.places"]:
        return [_placed([*named, *place], words)]
    reason = _reason(named, place, words, had)
    if reason:
        return [reason]
    if not had and tokens[0] in ("a", "an") and words.among(named[-1], "refused.countable"):
        return [Reason.CATEGORY_OR_IDENTITY]
    if not had and _is_unknown(named[-1], words):
        return [guessed(named, place, words, article)]
    return _units_to_pairs(named, place, words, had)


def _placed(tokens: list[str], words: Words) -> Reason:
    """Is it in the kitchen: a room stands for a kind; other places are no property."""
    rooms = any(words.among(word, "refused.category_nouns") for word in tokens)
    return Reason.CATEGORY_OR_IDENTITY if rooms else Reason.NOT_PHYSICAL


def _reason(named: list[str], place: list[str], words: Words, had: bool) -> Reason | None:
    reason = refused(named, words)
    if reason == Reason.FUNCTION_OR_USE or had:
        return (
            None
            if reason == Reason.FUNCTION_OR_USE and had and not _plainly_use(named, words)
            else reason
        )
    head = named[-1]
    if _names_kind(head, words):
        return Reason.CATEGORY_OR_IDENTITY
    if head in ("piece", "part", "bit") and place[:1] == ["of"]:
        inner = [word for word in place[1:] if word not in words.lists["frame.determiners"]]
        if inner and not words.dimension(inner[-1]):
            return Reason.CATEGORY_OR_IDENTITY
    return reason


def _names_kind(head: str, words: Words) -> bool:
    """Whether `it is a ...` with this noun asks for a kind: a tool, a handle, but not a cube."""
    described = (
        "shape.nouns",
        "material.nouns",
        "shape.adjectives",
        "surface.adjectives",
        "surface.nouns",
        "size.adjectives",
        "material.adjectives",
        "surface.colours",
        "frame.generic",
        "frame.carriers",
    )
    return words.among(head, "refused.category_nouns", "shape.parts") and not words.among(
        head, *described
    )


def _plainly_use(named: list[str], words: Words) -> bool:
    """Whether a thing that is had is a use or a purpose, and no part that moves or holds."""
    return any(words.among(word, "refused.function_nouns") for word in named)


def _is_unknown(word: str, words: Words) -> bool:
    names = ("frame.neutral", "frame.carriers", "frame.generic", "frame.numbers")
    return words.dimension(word) is None and not words.among(word, *names)


def _units_to_pairs(named: list[str], place: list[str], words: Words, had: bool) -> list[Finding]:
    units, waiting = _modifiers(named[:-1], named[-1], words)
    head = named[-1]
    if words.among(head, "frame.neutral"):
        if not units:
            return [Reason.UNPARSEABLE if not waiting or had else Reason.CATEGORY_OR_IDENTITY]
    elif words.among(head, "frame.carriers") and (units or waiting):
        units = _carried(units, waiting, head, words)
    elif _is_generic(head, units, words):
        units = _with_generic(units, waiting, head)
    else:
        units = _with_head(units, waiting, head, words)
    if _is_of_matter(head, place, words):
        units.append(Unit(Dimension.MATERIAL, place[1:]))
    elif place and units and not _is_vague(place):
        units[-1].tokens += place
    return [pair(unit.dimension, unit.tokens, words) for unit in units]


def _is_of_matter(head: str, place: list[str], words: Words) -> bool:
    """Whether a form is named with its matter, two properties: a tube of copper."""
    if place[:1] != ["of"] or not words.among(head, "shape.nouns"):
        return False
    return words.dimension(place[-1]) == Dimension.MATERIAL and head not in (
        "sheet",
        "strip",
        "line",
    )


def _is_generic(head: str, units: list[Unit], words: Words) -> bool:
    """Whether the noun stands for the whole or its looks, and only carries one property."""
    looks = head in ("finish", "texture", "pattern", "coating", "side", "sides", "body")
    vague = words.among(head, "frame.generic") and words.dimension(head) is None
    return vague or (looks and len(units) == 1)


def _is_vague(place: list[str]) -> bool:
    return " ".join(place) in (
        "on the inside",
        "inside",
        "in the inside",
        "inside it",
        "on it",
        "in it",
        "on the surface",
        "on its surface",
        "on the outside",
        "on the whole",
        "within it",
    )


def _modifiers(named: list[str], head: str, words: Words) -> tuple[list[Unit], list[str]]:
    """A unit for each word with a dimension of its own, and the words that wait for the next."""
    units: list[Unit] = []
    waiting: list[str] = []
    following = [*named[1:], head]
    for word, after in zip(named, following, strict=False):
        where = words.dimension(word)
        if where is None or _belongs_to_next(word, after, words):
            waiting.append(word)
        else:
            units.append(Unit(where, [*waiting, word]))
            waiting = []
    return units, waiting


def _belongs_to_next(word: str, after: str, words: Words) -> bool:
    """Dark before blue, carbon before fibre, natural before rubber, very before long."""
    if word in words.lists["frame.degrees"] or word in words.lists["frame.numbers"]:
        return True
    if word in ("painted", "dyed", "stained", "coloured", "colored") and words.among(
        after, "surface.colours"
    ):
        return True
    if words.among(after, "surface.colours") or after in ("colour", "color", "colours", "colors"):
        return word in words.lists["surface.shades"]
    material = words.dimension(after) == Dimension.MATERIAL and words.among(after, "material.nouns")
    if material or after in ("material", "materials", "substance"):
        return (
            words.among(word, "material.kinds")
            or material
            and words.among(word, "material.nouns")
            and not word.endswith(("en", "ic"))
        )
    return False


def _carried(units: list[Unit], waiting: list[str], head: str, words: Words) -> list[Unit]:
    """The units in front of a noun that only carries them: a round shape, two colours."""
    noun = head if head in CARRIED else head.removesuffix("s")
    where = CARRIED.get(noun, Dimension.SURFACE)
    if waiting or noun == "material":
        kept = units[-1].tokens if units and noun == "material" and len(units) == 1 else []
        where = (
            units[0].dimension
            if kept
            and units[0].dimension != Dimension.MATERIAL
            and not {"soft", "hard", "transparent"} & set(kept)
            else where
        )
        front = [] if kept else units
        return [*front, Unit(where, [*kept, *waiting, head])]
    for unit in units:
        if noun in ("colour", "color", "appearance", "texture"):
            unit.dimension = Dimension.SURFACE
    return units


def _with_generic(units: list[Unit], waiting: list[str], head: str) -> list[Unit]:
    """Metal parts, a rough texture: the noun stays in the value of the one property."""
    if len(units) == 1:
        units[0].tokens += [*waiting, head]
        return units
    surfaces = (
        "texture",
        "finish",
        "pattern",
        "tone",
        "tones",
        "hue",
        "shade",
        "coating",
        "colouring",
        "coloring",
        "patch",
        "patches",
    )
    where = Dimension.SURFACE if head in surfaces else Dimension.SHAPE
    return units or [Unit(where, [*waiting, head])]


def _with_head(units: list[Unit], waiting: list[str], head: str, words: Words) -> list[Unit]:
    """The units, those of the head's own dimension joined to it where it is a noun."""
    where = words.dimension(head) or CARRIED.get(head, Dimension.SHAPE)
    if words.among(head, "frame.numbers") and words.dimension(head) is None:
        return [*units, Unit(where, [*waiting, head])] if units else [Unit(where, [*waiting, head])]
    if where == Dimension.SURFACE and waiting and waiting[-1] in GENUINE:
        where = Dimension.MATERIAL if words.among(head, "material.nouns") else where
    joining: set[Dimension] = set()
    if words.among(head, "shape.parts") and where == Dimension.SHAPE or not words.dimension(head):
        joining = {Dimension.SHAPE, Dimension.SIZE}
    elif words.among(head, "shape.nouns") and where == Dimension.SHAPE:
        joining = {Dimension.SHAPE}
    elif words.among(head, "surface.nouns") and where == Dimension.SURFACE:
        joining = {Dimension.SURFACE, Dimension.MATERIAL, Dimension.SIZE, Dimension.SHAPE}
    elif words.among(head, "size.nouns"):
        joining = {Dimension.SIZE, Dimension.SHAPE}
    joined = [token for unit in units if unit.dimension in joining for token in unit.tokens]
    apart = [unit for unit in units if unit.dimension not in joining]
    return [*apart, Unit(where, [*joined, *waiting, head])]
