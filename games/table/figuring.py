"""Probes that figures decide: sizes, proportions, what fits where and how many there are."""

import math

from games.rules import Answer
from games.sheets import ObjectSheet
from games.table import mentions
from games.table.extents import Span, sides_of, span, volume_of
from games.table.finding import (
    HARDLY,
    MEASURED_NO,
    MEASURED_YES,
    NO,
    PERHAPS,
    UNKNOWN,
    YES,
    Finding,
)
from games.table.probe import (
    Compare,
    Counted,
    Figure,
    Fits,
    Holds,
    OfPart,
    Proportion,
    Scale,
    Threshold,
)

ENDLESS = float("inf")
FLEXIBLE = frozenset({"flexible", "fabric"})
ROOMY = frozenset(
    {"hollow", "container_shaped", "open_top", "compartment", "bowl_shaped", "pocket"}
)
# Places that every thing has, whether or not a description counts them.
EVERYWHERE = frozenset({"end", "sides", "edge", "top", "tip", "middle"})
CORNERS = {
    "cube": {"corner": 8.0, "side": 6.0, "face": 6.0, "edge": 12.0},
    "box_shaped": {"corner": 8.0, "side": 6.0, "face": 6.0, "edge": 12.0},
    "triangular": {"corner": 3.0, "side": 3.0, "face": 2.0, "edge": 3.0},
    "hexagonal": {"corner": 6.0, "side": 6.0, "face": 6.0, "edge": 6.0},
    "rectangular": {"corner": 4.0, "side": 4.0, "face": 4.0, "edge": 4.0},
}


def measured(probe: Figure, sheet: ObjectSheet) -> Finding:
    match probe:
        case Compare():
            return _compare(probe, sheet)
        case Proportion():
            return _proportion(probe, sheet)
        case Fits():
            return _fits(probe, sheet)
        case Holds():
            return _holds(probe, sheet)
        case OfPart():
            return _of_part(probe, sheet)


def counted(probe: Counted, sheet: ObjectSheet) -> Finding:
    """From the numbers that the description gives; a part without one is there once or more."""
    low, high = _corners(probe, sheet) or mentions.count_in(probe.noun, sheet.description)
    listed = any(each.value in probe.parts for each in sheet.properties)
    if not high and listed:
        low, high = 1.0, ENDLESS
    if not high and not probe.certain:
        return HARDLY
    if not high and not probe.parts and probe.low < 2:
        return HARDLY if probe.low > 0 else PERHAPS
    if probe.parity and low == high and high:
        return YES if (low % 2 == 0) == (probe.parity == "even") else NO
    if low >= probe.low and high <= probe.high and not probe.parity:
        return YES
    if probe.parts & EVERYWHERE:
        return HARDLY
    return NO if high < probe.low or low > probe.high else HARDLY


def _corners(probe: Counted, sheet: ObjectSheet) -> tuple[float, float] | None:
    """How many corners, sides or edges a regular form has."""
    noun = next((name for name in ("corner", "side", "face", "edge") if name in probe.noun), "")
    names = {each.value for each in sheet.properties if not each.part}
    for form, counts in CORNERS.items():
        if noun and form in names:
            number = counts[noun]
            return number, number
    return None


def _of_part(probe: OfPart, sheet: ObjectSheet) -> Finding:
    """A part's figure from the description; a part of small things is no larger than they are."""
    compare = probe.compare
    for label, low, high, is_mass in mentions.figures_of(probe.noun, sheet.description):
        if is_mass == (compare.scale == Scale.MASS) and _is_of(label, compare.scale):
            if low >= compare.low and high <= compare.high:
                return YES
            return NO if high < compare.low or low > compare.high else HARDLY
    whole = _compare(compare, sheet)
    too_small = whole.answer == Answer.NO and compare.high == ENDLESS
    return NO if too_small else Finding(Answer.CANNOT_TELL, whole.likely, UNKNOWN)


def _is_of(label: str, scale: Scale) -> bool:
    """Whether a figure with this word behind it tells of the scale."""
    named = mentions.EXTENTS.get(label)
    return scale == Scale.MASS or scale == named or named is None and scale == Scale.LENGTH


def _holds(probe: Holds, sheet: ObjectSheet) -> Finding:
    """Whether there is room in it: hollow, and as large within as without, nearly."""
    roomy = any(each.value in ROOMY for each in sheet.properties)
    sides = sides_of(sheet)
    if all(high <= room for (_, high), room in zip(sides, probe.sides, strict=True)):
        return NO
    if any(high < room for (_, high), room in zip(sides, probe.sides, strict=True)):
        return NO
    if not roomy:
        return NO
    enough = all(0.85 * low >= room for (low, _), room in zip(sides, probe.sides, strict=True))
    return YES if enough else HARDLY


def beyond(threshold: Threshold, sheet: ObjectSheet) -> Finding:
    """Yes or no beyond the limits; between them the nearer one is likely."""
    low, high = span(threshold.scale, sheet)
    if threshold.slender:
        _, middle = span(Scale.WIDTH, sheet)
        if low < threshold.slender * middle:
            return HARDLY if high >= threshold.high else MEASURED_NO
    enough, too_little = low >= threshold.high, high < threshold.low
    if threshold.inverse:
        enough, too_little = high <= threshold.low, low > threshold.high
    if enough or too_little:
        return MEASURED_YES if enough else MEASURED_NO
    is_above = _middle(low, high) >= _middle(threshold.low, threshold.high)
    return PERHAPS if is_above != threshold.inverse else HARDLY


def _compare(probe: Compare, sheet: ObjectSheet) -> Finding:
    low, high = _relative_bulk(probe, sheet) if probe.sides else span(probe.scale, sheet)
    slack = probe.slack
    if low >= probe.low * slack and high <= probe.high / slack:
        return MEASURED_YES
    if high < probe.low / slack or low > probe.high * slack:
        return MEASURED_NO
    return PERHAPS if probe.low <= _middle(low, high) <= probe.high else HARDLY


def _relative_bulk(probe: Compare, sheet: ObjectSheet) -> tuple[float, float]:
    """How many times the yardstick it is: the mean of the longest sides' ratio and the volumes'.

    People mean neither the length alone nor the volume alone when they call a thing bigger.
    """
    assert probe.sides is not None
    longest, middle, least = probe.sides
    low, high = span(Scale.LENGTH, sheet)
    volume_low, volume_high = volume_of(sheet)
    volume = longest * middle * least
    if volume_high == ENDLESS or volume_low == 0:
        return low / longest, high / longest
    return (
        math.sqrt(low / longest * math.cbrt(volume_low / volume)),
        math.sqrt(high / longest * math.cbrt(volume_high / volume)),
    )


def _proportion(probe: Proportion, sheet: ObjectSheet) -> Finding:
    more, less = span(probe.more, sheet), span(probe.less, sheet)
    if probe.low or probe.high < ENDLESS:
        return _times(probe, more, less)
    if probe.alike:
        return _alike(more, less)
    if more[0] > less[1]:
        return MEASURED_YES
    if more[1] <= less[0]:
        return MEASURED_NO
    return PERHAPS if _middle(*more) > _middle(*less) else HARDLY


def _times(probe: Proportion, more: Span, less: Span) -> Finding:
    low = more[0] / less[1] if less[1] else 0.0
    high = more[1] / less[0] if less[0] else ENDLESS
    if low >= probe.low and high <= probe.high:
        return MEASURED_YES
    if high < probe.low or low > probe.high:
        return MEASURED_NO
    return PERHAPS if probe.low <= _middle(low, high) <= probe.high else HARDLY


def _alike(one: tuple[float, float], other: tuple[float, float]) -> Finding:
    if one[0] > 1.2 * other[1] or other[0] > 1.2 * one[1]:
        return MEASURED_NO
    if one[1] <= 1.2 * other[0] and other[1] <= 1.2 * one[0]:
        return MEASURED_YES
    return HARDLY


def _fits(probe: Fits, sheet: ObjectSheet) -> Finding:
    if probe.mass < ENDLESS and span(Scale.MASS, sheet)[0] > probe.mass:
        return MEASURED_NO
    sides = sides_of(sheet)
    room = probe.sides[:2] if probe.through else probe.sides
    extents = sides[1:] if probe.through else sides
    if all(high <= limit * 1.02 for (_, high), limit in zip(extents, room, strict=True)):
        return MEASURED_YES
    if all(low <= limit * 1.02 for (low, _), limit in zip(extents, room, strict=True)):
        return PERHAPS
    return _fits_folded(probe, sheet)


def _fits_folded(probe: Fits, sheet: ObjectSheet) -> Finding:
    """A flexible thing is packed: its volume, loosely folded, against the room's."""
    if not any(each.value in FLEXIBLE and each.part == "" for each in sheet.properties):
        return MEASURED_NO
    low, high = volume_of(sheet)
    longest, middle, least = probe.sides
    room = middle * middle * min(middle, longest) if probe.through else longest * middle * least
    if 1.5 * high <= room:
        return MEASURED_YES
    return MEASURED_NO if low > room else HARDLY


def _middle(low: float, high: float) -> float:
    """The geometric middle of a range, as sizes go; of an open one, what is known of it."""
    if high == ENDLESS:
        return low
    return math.sqrt(low * high) if low > 0 else high / 2
