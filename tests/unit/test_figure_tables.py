"""How figures are shown in tables and given in files."""

import pytest

from evaluation.metrics.intervals import Estimate, Interval, Undefined
from evaluation.metrics.times import Quartiles
from evaluation.pages import tables
from evaluation.pages.tables import Column, Line, Row, Shown, Table, Unit, lines_of, show


def line(value) -> Line:
    columns = (Column("c", "C", Unit.SHARE),)
    (only,) = lines_of(Table("t", "T", "", "R", columns, (Row("r", (value,), "noted"),)))
    return only


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (
            Estimate(0.5, 1200, Interval(0.25, 0.75)),
            Unit.SHARE,
            ("50.0%", "[25.0%, 75.0%], n = 1,200"),
        ),
        (
            Estimate(0.5, 2, Undefined("no_variation")),
            Unit.BITS,
            ("0.50", "no interval, all are equal, n = 2"),
        ),
        (Undefined("nothing_counted"), Unit.TURNS, ("n/a", "nothing to count")),
        (Undefined("not_measured", 1234), Unit.SECONDS, ("n/a", "not measured, 1,234 cases")),
        (
            Quartiles(1, 2, 3, n=1500, missing=1001),
            Unit.SECONDS,
            ("2.0", "1.0 to 3.0, n = 1,500, 1,001 not measured"),
        ),
        (12345, Unit.COUNT, ("12,345", "")),
        ("", Unit.SHARE, ("", "")),
    ],
)
def test_a_figure_is_shown_with_its_interval_or_why_there_is_none(value, unit, shown):
    assert show(value, unit) == Shown(*shown)


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [(-0.001, Unit.BITS, "0.00"), (-0.0001, Unit.SHARE, "0.0%"), (-0.04, Unit.TURNS, "0.0"),
     (-0.006, Unit.BITS, "-0.01")],
)  # fmt: skip
def test_what_is_rounded_to_nothing_has_no_sign(value, unit, shown):
    assert tables.number(value, unit) == shown


@pytest.mark.parametrize("reason", [r for r in tables.REASONS if r.startswith(("no_", "one_"))])
def test_a_value_without_an_interval_is_not_called_undefined(reason):
    given = line(Estimate(0.5, 2, Undefined(reason)))
    assert (given.value, given.undefined, given.no_interval) == (0.5, "", reason)


def test_a_missing_value_says_why_and_of_how_many():
    given = line(Undefined("not_measured", 3))
    assert (given.value, given.undefined, given.no_interval) == (None, "not_measured", "")
    assert given.missing == 3


def test_a_line_carries_the_note_of_its_row():
    assert line(0.5).note == "noted"
