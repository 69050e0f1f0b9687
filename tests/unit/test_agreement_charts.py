"""The chart of disagreement as text that any browser reads."""

from xml.etree import ElementTree

from annotation import charts
from games.drawing import PALETTES, WIDTHS, Canvas

CELLS = {("cup", "roll_far"): 2 / 3, ("cup", "stack"): 0.0, ("<fork>", "stack"): 1.0}


def drawn(*, theme="light", size="wide", objects=("cup", "<fork>")):
    canvas = Canvas(PALETTES[theme], WIDTHS[size])
    return charts.disagreement(objects, ("roll_far", "stack"), CELLS, canvas)


def texts(svg):
    return [each.text for each in ElementTree.fromstring(svg).iter() if each.tag.endswith("}text")]


def test_each_field_carries_its_figure():
    found = texts(drawn())
    assert {"cup", "<fork>", "roll far", "stack", "67", "100"} <= set(found)


def test_all_of_one_mind_is_a_dot_and_nobody_s_pair_is_empty():
    svg = drawn()
    # One for cup and stack, one in the key; nothing for the fork that nobody rolled.
    assert svg.count("<circle") == 2
    assert "nan" not in svg


def test_the_dark_chart_has_the_dark_colours():
    assert PALETTES["dark"].no in drawn(theme="dark")
    assert PALETTES["light"].no not in drawn(theme="dark")


def test_a_phone_s_chart_is_as_wide_as_a_phone():
    svg = ElementTree.fromstring(drawn(size="narrow", objects=tuple(f"o{n}" for n in range(99))))
    assert svg.get("width") == "320"
    assert sum(name.startswith("o") for name in texts(ElementTree.tostring(svg))) == 16


def test_a_long_name_is_cut():
    assert "a very long nam…" not in drawn(objects=("cup",))
    assert any(each.endswith("…") for each in texts(drawn(objects=("x" * 60,))))
