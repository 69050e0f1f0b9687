"""Measures read from what is written of a size: "33 cm long, 200 g", "24 x 16 x 4 cm, 900 g"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from games.lexicon import Lexicon, words_of
from games.sheets import Extent, Measure
from games.table.measures_text import Quantity, quantities
from games.table.yardsticks import find_yardstick

CLAUSE = re.compile(r"[,;()]|\.\s|\.$|\band (?=(?:about |around |roughly )?[\d])|\bwith\b")
UNFOLDED = re.compile(
    r"\b(?:open(?! (?:end|top|side|mouth|at))|opened|unfolded|extended|spread|uncoiled|inflated|"
    r"unrolled)\b"
)
OF_A_PART = re.compile(
    r"\b(?:blades?|handles?|head|seat|neck|rim|stem|bore|gaps?|clasp|buckle|hook|loops?|links?|"
    r"pockets?|lining|pad|ribbon|label|slots?|holes|openings?|teeth|tooth|prongs?|tines?|spine|"
    r"glass|rubber|metal|steel|cloth|fabric|leather|plastic|wood|cork|paper|card|spouts?|lid|base|cords?|cables?|straps?|walls?|side|"
    r"hole|opening|mouth|tip|point|foot|legs?|shaft|wheels?|screen|band|bowl|each)\b"
)
EVERY_SIDE = re.compile(
    r"\b(?:each|every|all|per) (?:side|sides|edge|edges|face|way|direction)\b|\bcub(?:e|ic)\b"
)
LABELS = {
    "long": "length", "length": "length", "wide": "width", "width": "width", "broad": "width",
    "tall": "height", "high": "height", "height": "height", "deep": "depth", "depth": "depth",
    "thick": "thickness", "thickness": "thickness", "thin": "thickness", "diameter": "across",
    "across": "across", "round": "girth", "circumference": "girth", "square": "square",
}  # fmt: skip
SLENDER = frozenset({"rod", "strand", "elongated", "narrow", "tube", "long", "needle", "shaft"})
ROUND_ALL_OVER = frozenset({"sphere", "cube"})
ROUND_SECTION = frozenset({"cylinder", "tube", "rod", "round", "cone", "strand", "hexagonal"})
FLAT = frozenset({"flat", "sheet", "slab", "disc", "strip", "plate_like"})

Span = tuple[float, float]


@dataclass
class Lengths:
    """What a text says of the extents, by label; `sides` are those without one, in order."""

    labelled: dict[str, Span] = field(default_factory=dict)
    sides: list[Span] = field(default_factory=list)
    mass: Span | None = None


def measures_in(
    size: str, description: str, names: frozenset[str], lexicon: Lexicon
) -> Mapping[Extent, Measure]:
    """The measures that a size text gives, what it leaves out from the description.

    names: the values that the object has, for what one figure tells of a sphere or a stick.
    """
    found = _lengths(size)
    if not found.labelled and not found.sides:
        of_the_whole = [
            clause
            for clause in re.split(r"(?<=[.;])\s", description)
            if not OF_A_PART.search(clause.split(" is ")[0].split(" are ")[0])
        ]
        written = _lengths(" ".join(of_the_whole[:2]))
        found.labelled, found.sides = written.labelled, written.sides
    elif len(found.sides) > 2 and "height" not in found.labelled:
        _name_height(found, description)
    if found.mass is None:
        found.mass = _lengths(description).mass
    box = _box(found, names) or _by_yardstick(size, lexicon)
    measures = {extent: Measure(*span) for extent, span in box.items() if 0 < span[0] <= span[1]}
    if found.mass:
        measures[Extent.MASS] = Measure(*found.mass)
    return measures


def _name_height(found: Lengths, description: str) -> None:
    """Which of three sides is the upright one, where the description says how high it is."""
    height = _lengths(description).labelled.get("height")
    if height in found.sides:
        found.sides.remove(height)
        found.labelled["height"] = height


LISTED = re.compile(
    r"(\d[\d.]*)(?:, | and )(?=\d[\d.]*(?:(?:, | and )\d[\d.]*)* ?(?:cm|mm|m|inch))"
)


def _lengths(text: str) -> Lengths:
    """The figures of a text, the folded state before the unfolded one, the whole before parts."""
    text = LISTED.sub(r"\1 x ", text)
    clauses = [clause for clause in CLAUSE.split(text) if clause and quantities(words_of(clause))]
    folded = [clause for clause in clauses if not UNFOLDED.search(clause)]
    lengths = Lengths()
    for clause in folded if any(not _is_mass(each) for each in folded) else clauses:
        _note(clause, lengths)
    return lengths


def _is_mass(clause: str) -> bool:
    return all(quantity.is_mass for quantity in quantities(words_of(clause)))


def _note(clause: str, lengths: Lengths) -> None:
    words = words_of(clause)
    every_side = EVERY_SIDE.search(clause.lower())
    for quantity in quantities(words):
        span = (quantity.low, quantity.high)
        if quantity.is_mass:
            lengths.mass = lengths.mass or span
        elif every_side:
            lengths.labelled.setdefault("every", span)
        elif not OF_A_PART.search(" ".join(words[: quantity.start])):
            _file(span, _label(words, quantity), lengths)


def _file(span: Span, label: str | None, lengths: Lengths) -> None:
    if label is None:
        lengths.sides.append(span)
    else:
        lengths.labelled.setdefault(label, span)


def _label(words: tuple[str, ...], quantity: Quantity) -> str | None:
    """The extent named right behind the figure, or else before it."""
    for word in words[quantity.end : quantity.end + 3]:
        if word in LABELS:
            return LABELS[word]
    before = words[max(0, quantity.start - 4) : quantity.start]
    return next((LABELS[word] for word in reversed(before) if word in LABELS), None)


def _box(lengths: Lengths, names: frozenset[str]) -> dict[Extent, Span]:
    """The longer and the shorter side as it stands, and how high it stands; some left out."""
    known, sides = lengths.labelled, sorted(lengths.sides, key=lambda span: -span[1])
    across = known.get("across") or _girth(known.get("girth"))
    same = known.get("every") or (across if len(known) == 1 and names & ROUND_ALL_OVER else None)
    if same:
        return {Extent.LENGTH: same, Extent.WIDTH: same, Extent.HEIGHT: same}
    level = [*sides[:2], *(known[label] for label in ("length", "width") if label in known)]
    level.extend([across] if across else [])
    level.extend([known["square"]] * 2 if "square" in known else [])
    upright = known.get("height")
    if "depth" in known:
        level.extend([known["depth"]] if upright else [])
        upright = upright or known["depth"]
    thick = known.get("thickness") or (sides[2] if len(sides) > 2 else None)
    if thick:
        level.extend([thick] if upright else [])
        upright = upright or thick
    return _completed(level, upright, known=known, names=names)


def _completed(
    level: list[Span],
    upright: Span | None,
    *,
    known: Mapping[str, Span],
    names: frozenset[str],
) -> dict[Extent, Span]:
    """The box with what shape and figures together tell of the sides that are not given."""
    level = sorted(level, key=lambda span: -span[1])[:2]
    stands = upright is not None and "thickness" not in known
    if not level:
        return {Extent.HEIGHT: upright} if upright else {}
    box = {Extent.LENGTH: level[0]}
    if len(level) > 1:
        box[Extent.WIDTH] = level[1]
    elif "length" not in known and (stands or names & ROUND_SECTION):
        box[Extent.WIDTH] = level[0]
    elif upright and names & (ROUND_SECTION | SLENDER):
        box[Extent.WIDTH] = upright
    elif names & SLENDER:
        box[Extent.WIDTH] = (0.02 * level[0][0], 0.25 * level[0][1])
    height = upright or _flatness(box, names)
    return box | {Extent.HEIGHT: height} if height else box


def _flatness(box: dict[Extent, Span], names: frozenset[str]) -> Span | None:
    """A guess at the height of what is said to be flat, or as thick as it is wide."""
    if names & (ROUND_SECTION | SLENDER) and Extent.WIDTH in box and not names & FLAT:
        return box[Extent.WIDTH]
    longest = box[Extent.LENGTH]
    return (0.002 * longest[0], 0.15 * longest[1]) if names & FLAT else None


def _girth(span: Span | None) -> Span | None:
    return (span[0] / 3.1416, span[1] / 3.1416) if span else None


def _by_yardstick(size: str, lexicon: Lexicon) -> dict[Extent, Span]:
    """The size of a thing that is only said to be as large as another one."""
    found = find_yardstick(words_of(size), lexicon)
    if found is None:
        return {}
    yardstick = found.yardstick
    extents = (Extent.LENGTH, Extent.WIDTH, Extent.HEIGHT)
    return {
        extent: (0.75 * side, 1.3 * side)
        for extent, side in zip(extents, yardstick.sides, strict=True)
    }
