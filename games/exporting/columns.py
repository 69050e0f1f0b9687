"""A column is declared once; header, codebook, Parquet schema and JSON keys follow from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from operator import itemgetter

Value = str | int | float | bool | None
Row = Mapping[str, Value]


class Kind(StrEnum):
    """Names as in the Frictionless Table Schema. A DATETIME is text, ISO 8601 in UTC."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DATETIME = "datetime"


@dataclass(frozen=True)
class Column:
    """One column. undefined: when it is empty; a column without it never is.

    values: all that it can hold, where that is a closed list.
    """

    name: str
    kind: Kind
    meaning: str
    unit: str = ""
    undefined: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """key: the columns that name a row."""

    name: str
    meaning: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    def values_of(self, row: Row) -> list[Value]:
        """The row's values in the order of the columns; KeyError where one is missing."""
        return list(self._values(row))

    @cached_property
    def _values(self) -> Callable[[Row], tuple[Value, ...]]:
        """Compiled once, for it is called for every row; of one name itemgetter gives no tuple."""
        names = self.names
        return itemgetter(*names) if len(names) > 1 else lambda row: (row[names[0]],)


def text(name: str, meaning: str, *, undefined: str = "", values: tuple[str, ...] = ()) -> Column:
    return Column(name, Kind.STRING, meaning, undefined=undefined, values=values)


def whole(name: str, meaning: str, *, undefined: str = "") -> Column:
    return Column(name, Kind.INTEGER, meaning, undefined=undefined)


def seconds(name: str, meaning: str, *, undefined: str) -> Column:
    return Column(name, Kind.NUMBER, meaning, unit="s", undefined=undefined)


def truth(name: str, meaning: str, *, undefined: str = "") -> Column:
    return Column(name, Kind.BOOLEAN, meaning, undefined=undefined)


def time(name: str, meaning: str, *, undefined: str = "") -> Column:
    return Column(name, Kind.DATETIME, meaning, undefined=undefined)
