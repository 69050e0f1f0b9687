"""Figures of agreement as cells, beside those of the tables of figures."""

from annotation.agreement.tables import Coefficient
from annotation.agreement.words import REASONS
from evaluation.pages.tables import Shown, Unit, number
from games.estimates import Undefined


def of_share(figure: Coefficient, n: int) -> Shown:
    """A percent agreement with its interval over questions."""
    return _cell(figure, Unit.SHARE, f"n = {n:,}")


def of_kappa(figure: Coefficient) -> Shown:
    return _cell(figure, Unit.BITS, "")


def _cell(figure: Coefficient, unit: Unit, n: str) -> Shown:
    if isinstance(figure.value, Undefined):
        return Shown("n/a", REASONS[figure.value.reason][0])
    if isinstance(figure.interval, Undefined):
        span = REASONS[figure.interval.reason][0]
    else:
        low, high = number(figure.interval.low, unit), number(figure.interval.high, unit)
        span = f"[{low}, {high}]"
    return Shown(number(figure.value, unit), ", ".join(filter(None, (span, n))))
