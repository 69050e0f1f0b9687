"""Figures over repeats, in words."""

from evaluation.coat.score import CANNOT_BE_BAD, NO_BAD_OPTION, NO_SUCH_OPTION
from evaluation.coat.spreads import Spread
from evaluation.metrics.intervals import (
    NOT_MEASURED,
    NOTHING_COUNTED,
    Figure,
    Interval,
    Undefined,
)

REASONS = {
    CANNOT_BE_BAD: "no option can be bad",
    NO_BAD_OPTION: "no option is bad",
    NO_SUCH_OPTION: "no such option is offered",
    NOT_MEASURED: "not measured",
    NOTHING_COUNTED: "nothing to count",
}


def figure(found: Spread | Undefined) -> str:
    """With its interval, or over repeats with its deviation; of none why there is none."""
    if isinstance(found, Undefined):
        return why(found.reason)
    value, of = f"{found.mean:.1%}", f"of {found.questions:,} questions"
    if isinstance(found.interval, Interval):
        return f"{value} ({found.interval.low:.1%} to {found.interval.high:.1%}) {of}"
    if isinstance(found.deviation, Undefined):
        return f"{value} {of}"
    return f"{value}, standard deviation {found.deviation:.1%} over {found.runs} repeats {of}"


def difference(found: Figure) -> str:
    """Of two shares, in points, with its interval and whether it can be told from none."""
    if isinstance(found, Undefined):
        return why(found.reason)
    told = f"{signed(found.value)} points"
    if not isinstance(found.interval, Interval):
        return told
    low, high = found.interval.low, found.interval.high
    none = ", not told from 0" if low <= 0 <= high else ""
    return f"{told} ({signed(low)} to {signed(high)}){none}"


def signed(share: float) -> str:
    """In points, with a minus that is as wide as a plus."""
    points = round(100 * share, 1)
    return f"{points:+.1f}".replace("-", "−") if points else "0.0"


def why(reason: str) -> str:
    return REASONS.get(reason, reason.replace("_", " "))
