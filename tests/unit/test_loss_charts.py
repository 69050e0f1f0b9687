"""The loss of a tuning as a picture: all steps on one line, under a round number."""

import re
from xml.etree import ElementTree

import pytest

from evaluation import loss_charts
from games.drawing import PALETTES, Canvas

WIDE = Canvas(PALETTES["light"], 720)


def points(drawn):
    return [
        tuple(map(float, each.split(",")))
        for each in re.search(r'points="([^"]+)"', drawn)[1].split()
    ]


def test_each_step_has_its_point_and_the_axis_ends_at_a_round_number():
    drawn = loss_charts.loss([2.5, 1.25, 0.0], WIDE)
    # The plot is 220 high from 48 down to 268, and 5 at its top: 2.5 is half way.
    assert [y for _, y in points(drawn)] == [158.0, 213.0, 268.0]
    assert [x for x, _ in points(drawn)] == [60.0, 380.0, 700.0]
    assert ">5</text>" in drawn and ">3.75</text>" in drawn


@pytest.mark.parametrize("theme", PALETTES)
def test_no_step_and_one_step_are_drawn_too(theme):
    canvas = Canvas(PALETTES[theme], 320)
    assert "Nothing to draw yet" in loss_charts.loss([], canvas)
    ElementTree.fromstring(loss_charts.loss([0.4], canvas))
    assert PALETTES[theme].accent in loss_charts.loss([0.4], canvas)
