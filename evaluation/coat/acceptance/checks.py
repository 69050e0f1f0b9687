"""One figure of the acceptance: what it should be, and what it is."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Check:
    """id: V1 to V24; several checks may share one."""

    id: str
    what: str
    expected: str
    found: str

    @property
    def holds(self) -> bool:
        return self.expected == self.found


def check(id: str, what: str, expected: object, found: object) -> Check:
    """Both as text: a list of numbers as numbers with spaces between."""
    return Check(id, what, _text(expected), _text(found))


def all_of(id: str, what: str, wanted: int, right: Iterable[bool]) -> Check:
    """So many cases, each of which is right."""
    found = list(right)
    return check(id, what, f"{wanted} of {wanted}", f"{sum(found)} of {len(found)}")


def _text(value: object) -> str:
    if isinstance(value, tuple | list):
        return " ".join(map(_text, value))
    return f"{value:,}" if isinstance(value, int) else str(value)
