"""The tables of a run's spec, taken key by key: what is wrong is noted, all of it at once."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from evaluation.spec_ranges import SPANS

E = TypeVar("E", bound=StrEnum)

TEXT_LENGTH = 200
# Control characters, halves of pairs, and what turns the direction of the text around it.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f\u200b\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass(frozen=True)
class Problem:
    """key: as `table.key`, or empty for the whole. sentence: what is wrong, and the limit."""

    key: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.key}: {self.sentence}" if self.key else self.sentence


class SpecError(ValueError):
    """A spec that cannot be read; `problems` lists all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


class Table:
    """One table on its way in. A value that is missing or wrong gives the default.

    Values are never repeated in a problem but for choices: a key may stand where none belongs.
    """

    def __init__(self, name: str, values: Mapping[str, object], noted: list[Problem]) -> None:
        self.name = name
        self._values = values
        self._noted = noted
        self._taken: set[str] = set()

    def fault(self, key: str, sentence: str) -> None:
        self._noted.append(Problem(f"{self.name}.{key}", sentence))

    def finish(self) -> None:
        """Note every key that nothing asked for."""
        for key in self._values:
            if key not in self._taken:
                known = ", ".join(sorted(self._taken))
                self.fault(_shown(key), f"This key is unknown; [{self.name}] knows {known}.")

    def has(self, key: str) -> bool:
        """Whether something stands there; an empty text is nothing."""
        return self._values.get(key) not in (None, "")

    def text(self, key: str, default: str = "", *, most: int = TEXT_LENGTH) -> str:
        value = self._value(key)
        if value is None:
            return default
        if not isinstance(value, str) or len(value) > most or _UNPRINTABLE.search(value):
            problem = f"Write one line of at most {most} characters, without control characters."
            self.fault(key, problem)
            return default
        return value.strip() or default

    def texts(self, key: str, *, each: int, most: int) -> tuple[str, ...]:
        """A list of texts, none of them empty. each: characters of one; most: how many."""
        value = self._value(key)
        if value is None:
            return ()
        listed = value if isinstance(value, list | tuple) else [None]
        fitting = [
            text.strip()
            for text in listed
            if isinstance(text, str) and len(text) <= each and not _UNPRINTABLE.search(text)
        ]
        if len(fitting) < len(listed) or not all(fitting) or len(listed) > most:
            problem = f"Write a list of at most {most:,} texts of at most {each} characters each."
            self.fault(key, problem)
            return ()
        return tuple(fitting)

    def needed(self, key: str, why: str) -> str:
        """A text that must be there."""
        if not self.has(key):
            self.fault(key, f"This is missing; {why}.")
        return self.text(key)

    def choice(self, key: str, choices: type[E], default: E) -> E:
        value = self._value(key)
        if value is None:
            return default
        if isinstance(value, str) and value in choices.__members__.values():
            return choices(value)
        self.fault(key, f"{_shown(value)} is none of {', '.join(choices)}.")
        return default

    def optional_choice(self, key: str, choices: type[E]) -> E | None:
        chosen = self.choice(key, choices, next(iter(choices)))
        return chosen if self.has(key) else None

    def whole(self, key: str, default: int) -> int:
        read = self.optional_whole(key)
        return default if read is None else read

    def optional_whole(self, key: str) -> int | None:
        """A whole number in the key's span (evaluation.spec_ranges)."""
        value, span = self._value(key), SPANS[f"{self.name}.{key}"]
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and value in span:
            return value
        self.fault(key, f"Write a whole number from {span}.")
        return None

    def number(self, key: str) -> float | None:
        """A number in the key's span (evaluation.spec_ranges)."""
        value, span = self._value(key), SPANS[f"{self.name}.{key}"]
        if value is None:
            return None
        if isinstance(value, int | float) and not isinstance(value, bool):
            read = float(value) if abs(value) < 1e15 else math.inf
            if read in span:
                return read
        self.fault(key, f"Write a number from {span}.")
        return None

    def flag(self, key: str, default: bool = False) -> bool:
        value = self._value(key)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self.fault(key, "Write true or false.")
        return default

    def _value(self, key: str) -> object:
        self._taken.add(key)
        return self._values.get(key)


def table_of(tables: Mapping[str, object], name: str, noted: list[Problem]) -> Table:
    """Return the table of this name; one that is not there is empty."""
    values = tables.get(name)
    if values is not None and not isinstance(values, Mapping):
        noted.append(Problem(name, f"Write a table: a line [{name}] and its keys below it."))
    return Table(name, values if isinstance(values, Mapping) else {}, noted)


def _shown(value: object) -> str:
    text = repr(value) if not isinstance(value, str) or not value.isprintable() else value
    return text if len(text) <= 40 else f"{text[:37]}..."
