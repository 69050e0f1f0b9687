"""A phrase without a verb -> the properties that its words name: smooth metal thing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from games.checker_words import Words
from games.roles import Pair
from games.rules import Reason
from games.sheets import Dimension

Finding = Pair | Reason

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
# What the ending of an unknown adjective suggests; the first that fits is taken.
ENDINGS: tuple[tuple[str, Finding | Dimension], ...] = (
    ("shaped", Dimension.SHAPE),
    ("form", Dimension.SHAPE),
    ("gonal", Dimension.SHAPE),
    ("angular", Dimension.SHAPE),
    ("hedral", Dimension.SHAPE),
    ("oid", Dimension.SHAPE),
    ("oidal", Dimension.SHAPE),
    ("ular", Dimension.SHAPE),
    ("ical", Reason.NOT_PHYSICAL),
    ("less", Dimension.SHAPE),
    ("like", Dimension.SHAPE),
    ("proof", Dimension.MATERIAL),
    ("ish", Dimension.SHAPE),
    ("ous", Reason.NOT_PHYSICAL),
    ("ful", Reason.NOT_PHYSICAL),
    ("ive", Reason.NOT_PHYSICAL),
    ("ial", Reason.NOT_PHYSICAL),
    ("nal", Reason.NOT_PHYSICAL),
    ("ant", Reason.NOT_PHYSICAL),
    ("ent", Reason.NOT_PHYSICAL),
    ("esque", Reason.NOT_PHYSICAL),
    ("ing", Reason.FUNCTION_OR_USE),
    ("ed", Dimension.SURFACE),
    ("en", Dimension.MATERIAL),
    ("ic", Reason.NOT_PHYSICAL),
    ("y", Dimension.SURFACE),
)


@dataclass
class Unit:
    """Words that will make one pair."""

    dimension: Dimension
    tokens: list[str] = field(default_factory=list)


def pair(dimension: Dimension, tokens: Sequence[str], words: Words) -> Pair | Reason:
    """The pair of these words in the form of a value; UNPARSEABLE where nothing is left of them."""
    left_out = words.lists["frame.determiners"] | words.lists["frame.fillers"]
    kept = [token for token in tokens if token not in left_out]
    value = re.sub(r"[^a-z0-9]+", "_", "_".join(kept).lower()).strip("_")
    return Pair(dimension, value) if value else Reason.UNPARSEABLE


def split_place(tokens: Sequence[str], words: Words) -> tuple[list[str], list[str]]:
    """The words up to the first preposition, and the rest: flat | on at least one side."""
    starts = words.lists["frame.places"] | {"of"}
    at = next((at for at, token in enumerate(tokens) if at and token in starts), len(tokens))
    return list(tokens[:at]), list(tokens[at:])


def refused(tokens: Sequence[str], words: Words) -> Reason | None:
    """The first reason in the order of the tests for which one of the words can't be asked."""
    lists = words.lists
    for word in tokens:
        if word in lists["refused.function_words"] or words.among(word, "refused.function_nouns"):
            return Reason.FUNCTION_OR_USE
        if _names_action(word, words):
            return Reason.FUNCTION_OR_USE
    if any(words.among(word, "refused.not_physical") or word in lists["refused.hidden"] for word in tokens):
        return Reason.NOT_PHYSICAL
    return None


def phrase(tokens: Sequence[str], words: Words, had: bool = False) -> list[Finding]:
    """What the phrase names; `had` where it is what the object has, so that unknown nouns are parts."""
    article = bool(tokens) and tokens[0] in ("a", "an", "the", "my", "your", "one", "any", "some", "another")
    core, place = split_place(tokens, words)
    named = [word for word in core if word not in words.lists["frame.determiners"]]
    while len(named) > 1 and named[-1] in words.lists["frame.degrees"] and not words.dimension(named[-1]):
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
        return [_guessed(named, place, words, article)]
    return _units_to_pairs(named, place, words, had)


def _placed(tokens: list[str], words: Words) -> Reason:
    """Is it in the kitchen: a room stands for a kind; other places are no property."""
    rooms = any(words.among(word, "refused.category_nouns") for word in tokens)
    return Reason.CATEGORY_OR_IDENTITY if rooms else Reason.NOT_PHYSICAL


def _reason(named: list[str], place: list[str], words: Words, had: bool) -> Reason | None:
    reason = refused(named, words)
    if reason == Reason.FUNCTION_OR_USE or had:
        return None if reason == Reason.FUNCTION_OR_USE and had and not _plainly_use(named, words) else reason
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
    described = ("shape.nouns", "material.nouns", "shape.adjectives", "surface.adjectives", "surface.nouns", "size.adjectives", "material.adjectives", "surface.colours", "frame.generic", "frame.carriers")
    return words.among(head, "refused.category_nouns", "shape.parts") and not words.among(head, *described)


def _plainly_use(named: list[str], words: Words) -> bool:
    """Whether a thing that is had is a use or a purpose, and no part that moves or holds."""
    return any(words.among(word, "refused.function_nouns") for word in named)


def _names_action(word: str, words: Words) -> bool:
    """Foldable, washable; opened, thrown: words of what is done, not of what is seen."""
    if word in words.lists["refused.not_actions"] or word in words.dimensions:
        return False
    if re.fullmatch(r"\w{3,}[ai]ble", word):
        return True
    if word.endswith(("ed", "ing")):
        stem = re.sub("(ed|ing)$", "", word)
        forms = {stem, stem + "e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem}
        return bool(forms & words.lists["verbs.actions"])
    return False


def _is_unknown(word: str, words: Words) -> bool:
    names = ("frame.neutral", "frame.carriers", "frame.generic", "frame.numbers")
    return words.dimension(word) is None and not words.among(word, *names)


def _guessed(named: list[str], place: list[str], words: Words, article: bool) -> Finding:
    """What an unknown last word names, by its frame and its ending."""
    head = named[-1]
    if article or len(named) > 1 and not all(word in words.lists["frame.degrees"] for word in named[:-1]):
        return Reason.CATEGORY_OR_IDENTITY
    if words.among(head, "frame.persons"):
        return Reason.CATEGORY_OR_IDENTITY
    for ending, meant in ENDINGS:
        if head.endswith(ending) and len(head) > len(ending) + 2:
            return pair(meant, [*named, *place], words) if isinstance(meant, Dimension) else meant
    return Reason.CATEGORY_OR_IDENTITY


def _units_to_pairs(named: list[str], place: list[str], words: Words, had: bool) -> list[Finding]:
    units, waiting = _modifiers(named[:-1], named[-1], words)
    head = named[-1]
    if words.among(head, "frame.neutral"):
        if not units:
            return [Reason.UNPARSEABLE if not waiting or had else Reason.CATEGORY_OR_IDENTITY]
    elif words.among(head, "frame.carriers") and (units or waiting):
        units = _carried(units, waiting, head, words)
    elif words.among(head, "frame.generic") and words.dimension(head) is None or head in ("finish", "texture", "pattern", "coating") and len(units) == 1:
        units = _with_generic(units, waiting, head)
    else:
        units = _with_head(units, waiting, head, words)
    if place and units and not _is_vague(place):
        units[-1].tokens += place
    return [pair(unit.dimension, unit.tokens, words) for unit in units]


def _is_vague(place: list[str]) -> bool:
    return " ".join(place) in ("on the inside", "inside", "in the inside", "inside it", "on it", "in it", "on the surface", "on its surface", "on the outside", "on the whole", "within it")


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
    if word in ("painted", "dyed", "stained", "coloured", "colored") and words.among(after, "surface.colours"):
        return True
    if words.among(after, "surface.colours") or after in ("colour", "color", "colours", "colors"):
        return word in words.lists["surface.shades"]
    material = words.dimension(after) == Dimension.MATERIAL and words.among(after, "material.nouns")
    if material or after in ("material", "materials", "substance"):
        return words.among(word, "material.kinds") or material and words.among(word, "material.nouns") and not word.endswith(("en", "ic"))
    return False


def _carried(units: list[Unit], waiting: list[str], head: str, words: Words) -> list[Unit]:
    """The units in front of a noun that only carries them: a round shape, two colours."""
    noun = head if head in CARRIED else head.removesuffix("s")
    where = CARRIED.get(noun, Dimension.SURFACE)
    if waiting or noun == "material":
        kept = units[-1].tokens if units and noun == "material" and len(units) == 1 else []
        where = units[0].dimension if kept and units[0].dimension != Dimension.MATERIAL and not {"soft", "hard", "transparent"} & set(kept) else where
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
    surfaces = ("texture", "finish", "pattern", "tone", "tones", "hue", "shade", "coating", "colouring", "coloring", "patch", "patches")
    where = Dimension.SURFACE if head in surfaces else Dimension.SHAPE
    return units or [Unit(where, [*waiting, head])]


def _with_head(units: list[Unit], waiting: list[str], head: str, words: Words) -> list[Unit]:
    """The units, those of the head's own dimension joined to it where it is a noun."""
    where = words.dimension(head) or Dimension.SHAPE
    if words.among(head, "frame.numbers") and words.dimension(head) is None:
        return [*units, Unit(where, [*waiting, head])] if units else [Unit(where, [*waiting, head])]
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
