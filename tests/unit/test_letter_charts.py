"""Letters chosen beside letters right as a picture: columns as high as their counts."""

import re
from xml.etree import ElementTree

import pytest

from evaluation import letter_charts
from evaluation.letter_charts import Bars
from games.drawing import PALETTES, Canvas

WIDE = Canvas(PALETTES["light"], 720)
LINES = [Bars("A", 30, 20), Bars("B", 0, 20), Bars("none", 10, None)]


def heights(drawn: str) -> list[float]:
    """Of the columns, which are the boxes beside the ground and the two of the legend."""
    boxes = re.findall(r'<rect x="[^"]+" y="[^"]+" width="[^"]+" height="([^"]+)"', drawn)
    return [float(each) for each in boxes if each not in ("12", "6")]


def test_columns_are_as_high_as_their_counts():
    # 30 at most: the axis ends at 4 steps of 10, so 10 are a quarter of its 220.
    assert heights(letter_charts.letters(LINES, WIDE)) == [165.0, 110.0, 0.0, 110.0, 55.0]


@pytest.mark.parametrize(
    ("highest", "top"), [(1, 4), (4, 4), (5, 8), (9, 20), (41, 80), (81, 200), (4_000, 4_000)]
)
def test_the_axis_ends_at_whole_steps(highest, top):
    drawn = letter_charts.letters([Bars("A", highest, 0)], WIDE)
    assert f">{top:,}</text>" in drawn and f">{top // 4:,}</text>" in drawn


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("width", [320, 720])
def test_it_is_drawn_for_every_screen_with_words_beside_the_colours(theme, width):
    drawn = letter_charts.letters(LINES, Canvas(PALETTES[theme], width))
    ElementTree.fromstring(drawn)
    for words in ("chosen", "right", "none", ">30<"):
        assert words in drawn
    rightmost = max(float(x) for x in re.findall(r'<text x="([^"]+)"', drawn))
    assert rightmost < width


def test_before_the_first_answer_there_is_nothing_to_draw():
    assert "Nothing to draw yet" in letter_charts.letters([Bars("A", 0, 0)], WIDE)
