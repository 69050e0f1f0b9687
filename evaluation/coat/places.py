"""A value of a JSON file with its path: taken by type, and noted where it is of another."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from evaluation.coat.json_files import within
from games.formats.fields import UNSTORABLE, shown
from games.formats.lines import Json
from games.formats.rows import RowError


class Place:
    """Where a value stands. A fault is noted, and something empty returned in its place.

    noted: shared by all places of a file.
    """

    def __init__(self, value: Json, path: str, file: str, noted: list[RowError]) -> None:
        self.value = value
        self.path = path
        self.file = file
        self.noted = noted

    def fault(self, problem: str) -> None:
        self.noted.append(RowError(0, self.path, problem, self.file))

    def entries(self, *, least: int = 0) -> Iterator[tuple[str, "Place"]]:
        """Each key of a JSON object with its place."""
        if not isinstance(self.value, dict):
            self._wrong("a JSON object")
            return
        self._enough(len(self.value), least)
        for key, value in self.value.items():
            if not key.strip():
                self.fault("A key is empty.")
            elif UNSTORABLE.search(key):
                self.fault("A key holds a character that cannot be stored.")
            yield key, self._inner(value, key)

    def items(self, *, least: int = 0) -> Iterator["Place"]:
        """The place of each entry of a list."""
        if not isinstance(self.value, list):
            self._wrong("a list")
            return
        self._enough(len(self.value), least)
        for at, value in enumerate(self.value):
            yield self._inner(value, at)

    def fields(self, names: Sequence[str]) -> dict[str, "Place"] | None:
        """The places of a JSON object's fields, these and no others; None where it has not them."""
        if not isinstance(self.value, dict):
            self._wrong("a JSON object")
            return None
        missing = [name for name in names if name not in self.value]
        unknown = [name for name in self.value if name not in names]
        if missing:
            self.fault(f"It lacks {', '.join(missing)}.")
        if unknown:
            self.fault(f"It has {', '.join(unknown)}, which is unknown here.")
        if missing or unknown:
            return None
        return {name: self._inner(self.value[name], name) for name in names}

    def text(self, allowed: Collection[str] = ()) -> str:
        """A text that says something; one of those allowed, where any are named."""
        if not isinstance(self.value, str):
            self._wrong("a text")
            return ""
        if not self.value.strip():
            self.fault("The text is empty.")
        elif UNSTORABLE.search(self.value):
            self.fault("The text holds a character that cannot be stored.")
        elif allowed and self.value not in allowed:
            self.fault(f"{self.value!r} is none of {', '.join(allowed)}.")
        return self.value

    def texts(self, allowed: Collection[str] = (), *, least: int = 1) -> tuple[str, ...]:
        """Different texts, in their order."""
        found = [each.text(allowed) for each in self.items(least=least)]
        for text, times in Counter(found).items():
            if times > 1:
                self.fault(f"{text!r} is listed {times} times.")
        return tuple(found)

    def whole(self, *, least: int) -> int:
        value = self.value
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        self._wrong(f"a whole number from {least} on")
        return least

    def _inner(self, value: Json, key: str | int) -> "Place":
        return Place(value, within(self.path, key), self.file, self.noted)

    def _enough(self, count: int, least: int) -> None:
        if count < least:
            self.fault(f"{count} entries; {least} at least are needed.")

    def _wrong(self, wanted: str) -> None:
        self.fault(f"{shown(self.value)} is not {wanted}.")
