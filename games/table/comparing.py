"""Questions that figures answer: comparisons, proportions and what fits where."""

import re
from dataclasses import dataclass, replace

from games.lexicon import Kind, Lexicon, Yardstick, words_of
from games.table.asking import Asked
from games.table.fitting import read_fits, read_held
from games.table.measures_text import Quantity, quantities
from games.table.probe import Compare, Doubt, OfPart, Probe, Scale, Unread
from games.table.proportions import read_proportion
from games.table.scales import COMPARATIVES, ENDLESS, LESS, MORE, SIZE_WORDS, SMALLNESS, WORDS
from games.table.yardsticks import find_yardstick

UNREAD = Unread()

THAN = re.compile(
    rf"\b(?:(?:(less )?({COMPARATIVES})(?: overall| in \w+)?|(more|less)(?: ({SIZE_WORDS}))?) than"
    rf"|({SIZE_WORDS}) compared (?:with|to))\b"
)
EQUAL = re.compile(
    rf"\b(?:as ({SIZE_WORDS}) as|as much as|(?:same|exact) ({SIZE_WORDS}) (?:as|of)|"
    rf"(?:the|about|around|a) (size|length|height|width|weight|thickness) of|"
    rf"(light|heavy|big|small|long|thin|tall) as|"
    rf"(?:similar|comparable|equal|close) (?:in|to) (?:the )?({SIZE_WORDS})(?: (?:to|of))?)\b"
)
OVER = re.compile(
    r"\b(?:more than|over|above|at least|exceeds?|exceeding|in excess of|minimum|upwards of|"
    r"greater than|bigger than)\b"
)
UNDER = re.compile(
    r"\b(?:less than|under|below|at most|up to|within|maximum|smaller than|beneath|no more than)\b"
)
OR_MORE = re.compile(r"^or (?:more|over|longer|taller|wider|above|heavier|bigger|larger)\b")
OR_LESS = re.compile(r"^or (?:less|under|shorter|smaller|below|lighter|thinner|narrower)\b")
# How high things are that people measure by themselves: "below knee height", "waist high".
LEVEL = re.compile(
    r"\b(?:(below|under|beneath|lower than|above|over|past|beyond|up to|reach|reaches|"
    r"as high as) )?"
    r"(?:(?:a|an|the|your|my|ones|tall|mans|womans|persons|adults|grown) )*"
    r"(ankle|knee|hip|waist|chest|shoulder|head|ceiling|table|eye)s?( height| level| high)?\b"
)
SIZED = re.compile(r"\b((?:\w+ )?\w+) (?:sized|size)$")
# What a question on the whole may begin with: "is its length", "does the whole thing".
SUBJECT = re.compile(
    r"^(?:is|are|does|do|has|have|can|could|would|will|might|was|were)(?: all| each| any)?(?: of)?"
    r" (?:the|its|their|each|any|every) ((?:\w+ ){1,3}?)"
    rf"(?:{COMPARATIVES}|{SIZE_WORDS}|more|less|as|at|over|under|about|measure|weigh|exceed|bigger|the|"
    r"roughly|around|above|below|within|between|up|same|similar)\b"
)
WHOLE = frozenset(
    words_of(
        """object thing item whole entire overall total longest shortest widest longer shorter side
        height length width weight diameter size mass thickness depth dimension dimensions body
        main largest biggest all complete full average typical maximum measurement measurements
        circumference extent broadest thickest narrowest bulk it product article long short"""
    )
)
# Sizes of things vary: what is this near to that of the thing compared with is not told.
SLACK = 1.08
# "Light as a feather" is said of whatever is hardly felt in the hand.
FEATHERLIGHT = 15.0


@dataclass(frozen=True)
class Relation:
    """Yes between low and high times the limit; `rest` says the limit."""

    scale: Scale
    low: float
    high: float
    rest: str


def read_figures(asked: Asked, lexicon: Lexicon) -> Probe | None:
    """What figures answer, None where the question asks for something else."""
    text = asked.full_text
    probe = (
        read_proportion(text)
        or read_held(text)
        or read_fits(text, lexicon)
        or _compared(text, lexicon)
        or _figure(asked)
    )
    if isinstance(probe, Compare) and asked.unfolded:
        return Doubt(probe)
    if isinstance(probe, Compare) and asked.upright and probe.scale == Scale.HEIGHT:
        return replace(probe, scale=Scale.LENGTH)
    return _of_part(probe, text, lexicon) if probe else None


def _of_part(probe: Probe, text: str, lexicon: Lexicon) -> Probe:
    """What is asked of a part: the size of the whole tells little of it."""
    found = SUBJECT.search(text)
    words = tuple(found[1].split()) if found else ()
    if not words or set(words) & WHOLE:
        return probe
    kinds = (Kind.PART, Kind.FITTING, Kind.PLACE)
    known = [value for value in lexicon.by_words.get(words[-1:], ()) if value.kind in kinds]
    names = {words[-1], *(word for value in known for word in value.words)}
    compare = probe.probe if isinstance(probe, Doubt) else probe
    if not isinstance(compare, Compare):
        return Doubt(probe)
    return OfPart(rf"(?:{'|'.join(map(re.escape, sorted(names)))})(?:e?s)?\b", compare)


def _compared(text: str, lexicon: Lexicon) -> Probe | None:
    relation = _than(text) or _equal(text) or _level(text) or _sized(text, lexicon)
    if relation is None:
        return None
    words = tuple(relation.rest.split())
    for quantity in quantities(words)[:1]:
        return _against_quantity(relation, quantity)
    found = find_yardstick(words, lexicon)
    if found is None:
        return UNREAD
    compare = _against(relation, found.yardstick, found.factor)
    return compare if found.sure else Doubt(compare)


def _than(text: str) -> Relation | None:
    found = THAN.search(text)
    if not found or (found[3] and quantities(tuple(text.split()))):
        return None
    word = found[2] or found[4] or found[5] or ""
    less = word in LESS or word in SMALLNESS
    less = less != bool(found[1] or found[3] == "less")
    scale = MORE.get(word) or LESS.get(word) or WORDS.get(word) or _scale_named(text)
    if scale is None:
        return None
    low, high = (0.0, 1.0) if less else (1.0, ENDLESS)
    return Relation(scale, low, high, text[found.end() :])


def _equal(text: str) -> Relation | None:
    found = EQUAL.search(text)
    if not found:
        return None
    word = next((group for group in found.groups() if group), "")
    scale = WORDS.get(word) or _scale_named(text) or Scale.BULK
    rest = text[found.end() :]
    if not found[0].startswith("as ") and not found[4]:
        return Relation(scale, 0.6, 1.6, rest)
    if word in SMALLNESS:
        return Relation(scale, 0.0, 1.3, rest)
    return Relation(scale, 0.8, ENDLESS, rest)


def _level(text: str) -> Relation | None:
    found = LEVEL.search(text)
    if not found or not (found[1] or found[3]):
        return None
    if found[1] in ("below", "under", "beneath", "lower than"):
        return Relation(Scale.HEIGHT, 0.0, 1.0, found[2])
    low, high = (1.0, ENDLESS) if found[1] else (0.75, 1.3)
    return Relation(Scale.HEIGHT, low, high, found[2])


def _sized(text: str, lexicon: Lexicon) -> Relation | None:
    """ "Football sized": about as large as that."""
    found = SIZED.search(text)
    if not found:
        return None
    words = tuple(found[1].split())
    for thing in (words, words[-1:]):
        if thing in lexicon.yardsticks and thing not in lexicon.by_words:
            return Relation(Scale.BULK, 0.6, 1.6, " ".join(thing))
    return None


def _scale_named(text: str) -> Scale | None:
    for word in text.split():
        if word in WORDS:
            return WORDS[word]
    return None


def _against(relation: Relation, yardstick: Yardstick, factor: float) -> Compare:
    scale, low, high = relation.scale, relation.low, relation.high
    longest, middle, least = (side * factor for side in yardstick.sides)
    if scale == Scale.BULK:
        return Compare(scale, low, high, sides=(longest, middle, least), slack=SLACK)
    limit = {
        Scale.LENGTH: longest,
        Scale.WIDTH: middle,
        Scale.THICKNESS: least,
        Scale.HEIGHT: yardstick.tall * factor,
        Scale.MASS: yardstick.mass * factor,
    }[scale]
    high = max(high * limit, FEATHERLIGHT) if scale == Scale.MASS and high > 1 else high * limit
    return Compare(scale, low * limit, high, slack=SLACK)


def _against_quantity(relation: Relation, quantity: Quantity) -> Compare:
    scale = _scale_for(relation.scale, quantity)
    if relation.low and relation.high < ENDLESS:
        return Compare(scale, 0.75 * quantity.low, 1.25 * quantity.high)
    low = quantity.high if relation.low else 0.0
    return Compare(scale, low, ENDLESS if relation.low else quantity.low)


def _figure(asked: Asked) -> Probe | None:
    """A quantity without a yardstick's word: "over 2 kg", "10 cm long", "30 cm or more"."""
    found = quantities(asked.full)
    if not found:
        return None
    text, quantity = asked.full_text, found[0]
    before = " ".join(asked.full[: quantity.start])
    after = " ".join(asked.full[quantity.end :])
    named = _scale_named(f"{after} {before}") or Scale.LENGTH
    scale = _scale_for(named, quantity)
    if "between" in before and quantity.low < quantity.high:
        return Compare(scale, quantity.low, quantity.high)
    if OVER.search(before) or OR_MORE.match(after):
        return Compare(scale, low=quantity.high)
    if UNDER.search(before) or OR_LESS.match(after):
        return Compare(scale, high=quantity.low)
    if quantity.is_mass or _scale_named(text):
        return Compare(scale, 0.75 * quantity.low, 1.25 * quantity.high)
    return None


def _scale_for(scale: Scale, quantity: Quantity) -> Scale:
    if quantity.is_mass:
        return Scale.MASS
    return Scale.LENGTH if scale in (Scale.BULK, Scale.MASS) else scale
