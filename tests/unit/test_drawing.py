"""The marks that charts are drawn with."""

from xml.etree import ElementTree

import pytest

from games import drawing
from games.drawing import Axes, Canvas, Scale

LIGHT = drawing.PALETTES["light"]


def test_a_scale_runs_from_edge_to_edge():
    # Half of 0 to 4 lies half of the way from 100 to 300.
    across = Scale(0, 4, 100, 300)
    assert [across(value) for value in (0, 2, 4)] == [100, 200, 300]


def test_upwards_is_towards_smaller_numbers():
    axes = Axes(Scale(0, 1, 0, 10), Scale(0, 1, 200, 0))
    assert axes.at(0.5, 0.75) == (5, 50)


def test_words_cannot_break_out_of_the_picture():
    drawn = drawing.picture(
        Canvas(LIGHT, 100), [drawing.text((0, 0), "<b>&", LIGHT.ink)], height=50, title="a < b"
    )
    assert ElementTree.fromstring(drawn)[-1].text == "<b>&"


def test_a_box_is_never_less_than_nothing():
    assert 'height="0"' in drawing.box((0, 0), (10, -1), "red")


@pytest.mark.parametrize(("marked", "marks"), [("", 0), ("Simulated", 1)])
def test_a_canvas_carries_its_mark(marked, marks):
    assert len(Canvas(LIGHT, 100, marked).mark()) == marks


def test_light_and_dark_have_no_colour_in_common():
    light, dark = (vars(drawing.PALETTES[theme]) for theme in ("light", "dark"))
    assert not set(light.values()) & set(dark.values())
