"""How large an object may be, from what its sheet knows: always a range, never a guess."""

from operator import itemgetter

from games.sheets import Extent, ObjectSheet
from games.table.probe import Scale

ENDLESS = float("inf")
SIDES = (Extent.LENGTH, Extent.WIDTH, Extent.HEIGHT)
Span = tuple[float, float]


def span(scale: Scale, sheet: ObjectSheet) -> tuple[float, float]:
    """The smallest and the largest that it may be; (0, inf) where nothing is known."""
    measures = sheet.measures
    if scale == Scale.MASS:
        mass = measures.get(Extent.MASS)
        return (mass.low, mass.high) if mass else (0.0, ENDLESS)
    if scale == Scale.HEIGHT:
        height = measures.get(Extent.HEIGHT)
        return (height.low, height.high) if height else (0.0, sides_of(sheet)[0][1])
    longest, middle, least = sides_of(sheet)
    if scale == Scale.WIDTH:
        return middle
    return least if scale == Scale.THICKNESS else longest


def sides_of(sheet: ObjectSheet) -> tuple[Span, Span, Span]:
    """The three sides of its box, each as (low, high), from the longest to the shortest."""
    known = [side for extent in SIDES if (side := _side(sheet, extent))]
    if not known:
        return (0.0, ENDLESS), (0.0, ENDLESS), (0.0, ENDLESS)
    known.sort(key=itemgetter(1), reverse=True)
    while len(known) < 3:
        known.append((0.0, known[-1][1]))
    return known[0], known[1], known[2]


def _side(sheet: ObjectSheet, extent: Extent) -> Span | None:
    measure = sheet.measures.get(extent)
    return (measure.low, measure.high) if measure else None


def volume_of(sheet: ObjectSheet) -> Span:
    longest, middle, least = sides_of(sheet)
    return longest[0] * middle[0] * least[0], longest[1] * middle[1] * least[1]
