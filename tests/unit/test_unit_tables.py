"""How a table is split into cells."""

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from annotation.unit_tables import table_lines

CELLS = st.text('a" ', max_size=4) | st.text('a,"\r\n', max_size=8).map(lambda text: f'"{text}"')
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


def split(text):
    noted = []
    rows = table_lines(text, ",", file="u.csv", noted=noted)
    return [row.values for row in rows], [str(error) for error in noted]


def split_by_python(text):
    try:
        return list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error:
        return None


def test_an_empty_cell_may_end_the_file():
    assert split("key,b\nu1,") == ([{"key": "u1", "b": ""}], [])


def test_a_header_at_fault_is_not_blamed_for_rows_as_well():
    problem = "u.csv:1: column 2: 'c' stands behind the quote that ends the cell."
    assert split('key,"b"c\n') == ([], [problem])


@given(st.lists(st.tuples(CELLS, CELLS, ENDS), min_size=1, max_size=3))
def test_a_table_is_split_as_python_splits_it(rows):
    text = "".join(f"{one},{other}{end}" for one, other, end in rows)
    found, problems = split(f"key,b\n{text}")
    expected = split_by_python(text)
    if expected is None or any(len(cells) != 2 for cells in expected):
        assert problems
    else:
        assert (problems, [[*values.values()] for values in found]) == ([], expected)
