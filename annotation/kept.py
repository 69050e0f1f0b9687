"""What a process keeps of things that take long to count, for as long as it stands."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """Values by name; all are forgotten once there are `most` of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Hashable, Value] = {}

    def get(
        self, name: Hashable, make: Callable[[], Value], *, stands: Callable[[Value], bool]
    ) -> Value:
        """The value that is kept, if it stands; else a new one, which is kept from now on."""
        kept = self._values.get(name)
        if kept is not None and stands(kept):
            return kept
        made = make()
        if len(self._values) >= self._most:
            self._values.clear()
        self._values[name] = made
        return made
