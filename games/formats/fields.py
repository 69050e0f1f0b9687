"""The fields of one row, taken by type: a fault is noted and a neutral value stands in for it."""

import math
import re
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from games.formats.lines import Json, Line
from games.formats.rows import RowError

E = TypeVar("E", bound=StrEnum)

KEY = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
# PostgreSQL keeps neither in a text nor in JSON.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
NAME_LENGTH = 100
TEXT_LENGTH = 10_000


class Fields:
    """One row on its way in.

    Faults go to `noted`; `sound` says whether this row had none so far.
    Methods named for a type take a field; those that begin with `check` look at a value
    further inside, whose place they are told.
    """

    def __init__(self, line: Line, file: str, noted: list[RowError]) -> None:
        self.line = line.number
        self.file = file
        self.sound = True
        self._values = line.values
        self._noted = noted
        self._taken: set[str] = set()

    def fault(self, field: str, problem: str) -> None:
        self.sound = False
        place = field if field.isprintable() else repr(field)
        self._noted.append(RowError(self.line, place, problem, self.file))

    def finish(self) -> None:
        """Note every field that nothing asked for."""
        for name in self._values:
            if name not in self._taken:
                self.fault(name, "This field is unknown here.")

    def has(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str, most: int = TEXT_LENGTH) -> str:
        """A text that says something."""
        return self.check_text(name, self._values[name], most) if self._given(name) else ""

    def raw_text(self, name: str) -> str:
        """Any text, even an empty one: what people and models typed."""
        if not self._given(name):
            return ""
        value = self._values[name]
        if isinstance(value, str):
            return value
        self._wrong(name, value, "a text")
        return ""

    def key(self, name: str) -> str:
        return self.check_key(name, self._values[name]) if self._given(name) else ""

    def keys(self, name: str) -> tuple[str, ...]:
        return self.check_keys(name, self._values[name]) if self._given(name) else ()

    def items(self, name: str) -> list[Json]:
        return self.check_items(name, self._values[name]) if self._given(name) else []

    def mapping(self, name: str) -> Mapping[str, Json]:
        return self.check_mapping(name, self._values[name]) if self._given(name) else {}

    def texts(self, name: str) -> dict[str, str]:
        """A JSON object of texts under names in snake case."""
        return {
            self.check_key(name, key): self.check_text(f"{name}.{key}", value)
            for key, value in self.mapping(name).items()
        }

    def choice(self, name: str, choices: type[E]) -> E:
        neutral = next(iter(choices))
        return (
            self.check_choice(name, self._values[name], choices) if self._given(name) else neutral
        )

    def count(self, name: str, most: int) -> int:
        """A whole number from 1 on."""
        if not self._given(name):
            return 1
        value = self._values[name]
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
            return value
        self._wrong(name, value, f"a whole number from 1 to {most}")
        return 1

    def flag(self, name: str) -> bool:
        if not self._given(name):
            return False
        value = self._values[name]
        if not isinstance(value, bool):
            self._wrong(name, value, "true or false")
        return value is True

    def null(self, name: str) -> bool:
        """Whether the field is null; a field that is none is for another method to take."""
        return self.has(name) and self._values[name] is None and self._given(name)

    def check_text(self, field: str, value: Json, most: int = TEXT_LENGTH) -> str:
        if not isinstance(value, str):
            self._wrong(field, value, "a text")
            return ""
        if not value.strip():
            self.fault(field, "The text is empty.")
        if len(value) > most:
            self.fault(field, f"The text has {len(value)} characters; {most} at most are allowed.")
        if UNPRINTABLE.search(value):
            self.fault(field, "The text holds a control character or half a surrogate pair.")
        return value

    def check_key(self, field: str, value: Json) -> str:
        """A name in snake case; "" where it is none."""
        if isinstance(value, str) and KEY.fullmatch(value) and len(value) <= NAME_LENGTH:
            return value
        self._wrong(field, value, f"a name in snake_case of {NAME_LENGTH} characters at most")
        return ""

    def check_keys(self, field: str, value: Json) -> tuple[str, ...]:
        """Different names in snake case, in their order."""
        keys = [self.check_key(field, item) for item in self.check_items(field, value)]
        named = [key for key in keys if key]
        for key, times in Counter(named).items():
            if times > 1:
                self.fault(field, f"{key} is listed {times} times.")
        return tuple(dict.fromkeys(named))

    def check_items(self, field: str, value: Json) -> list[Json]:
        if isinstance(value, list):
            return value
        self._wrong(field, value, "a list")
        return []

    def check_mapping(self, field: str, value: Json) -> Mapping[str, Json]:
        if isinstance(value, dict):
            return value
        self._wrong(field, value, "a JSON object")
        return {}

    def check_choice(self, field: str, value: Json, choices: type[E]) -> E:
        if isinstance(value, str) and value in choices.__members__.values():
            return choices(value)
        self.fault(field, f"{shown(value)} is none of {', '.join(choices)}.")
        return next(iter(choices))

    def _given(self, name: str) -> bool:
        self._taken.add(name)
        if name not in self._values:
            self.fault(name, "This field is missing.")
        return name in self._values

    def _wrong(self, field: str, value: Json, wanted: str) -> None:
        self.fault(field, f"{shown(value)} is not {wanted}.")


def number_in(value: Json) -> float | None:
    """The number that the value is, if it is one; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def shown(value: Json) -> str:
    """The value as a message shows it, cut short."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
