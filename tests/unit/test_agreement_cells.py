"""A cell of a table of agreement as it is read and as it stands in a file."""

from annotation.agreement.tables import Coefficient
from annotation.pages import figure_tables
from annotation.pages.figure_tables import Row, Table, coefficient, count, share, words
from games.estimates import Interval, Undefined


def cells(*given):
    rows = [Row("row", tuple(given))]
    table = Table("key", "Title", "Caption.", "Row", ("a", "b", "c")[: len(given)], rows)
    return table


def test_a_figure_is_read_with_its_interval():
    ((_, (shown, n_shown)),) = cells(  # fmt: skip
        coefficient(Coefficient(0.8249, Interval(0.791, 0.84))),
        share(Coefficient(0.5, Undefined("one_unit")), 1),
    ).shown
    assert (shown.main, shown.aside) == ("0.82", "[0.79, 0.84]")
    assert (n_shown.main, n_shown.aside) == ("50.0%", "no interval: one unit only, n = 1")


def test_no_figure_is_blank_or_nan():
    ((_, (shown,)),) = cells(coefficient(Coefficient(Undefined("empty"), Undefined("empty")))).shown
    assert (shown.main, shown.aside) == ("n/a", "no rating")


def test_nothing_has_a_minus():
    ((_, (shown,)),) = cells(coefficient(-0.001)).shown
    assert shown.main == "0.00"


def test_a_line_of_a_file_has_a_value_or_a_reason():
    undefined = Coefficient(Undefined("no_variation"), Undefined("no_variation"))
    lines = list(figure_tables.lines_of(cells(count(3), share(undefined), words("yes 2"))))
    assert [(each.value, each.undefined) for each in lines] == [
        (3.0, ""), (None, "no_variation"), ("yes 2", ""),
    ]  # fmt: skip


def test_the_reasons_of_a_table_are_known():
    table = cells(
        share(Coefficient(1.0, Undefined("one_unit"))), share(Undefined("no_gold")), count(1)
    )
    assert figure_tables.reasons_in([table]) == ["one_unit", "no_gold"]


def test_keys_are_read_as_words_and_stay_keys_in_files():
    rows = [Row("roll_far", (count(1),))]
    table = Table("k", "T", "C.", "Part", ("n",), rows, keys=True)
    assert table.named[0][0] == "roll far"
    assert next(figure_tables.lines_of(table)).row == "roll_far"
