"""Where the marks of charts stand: each place worked out from the chart's scales."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from evaluation import charts
from evaluation.metrics.information import TurnGain
from evaluation.metrics.intervals import Estimate, Interval, Undefined
from evaluation.metrics.profile import TurnProfile
from evaluation.metrics.summary import Summary, summarise
from games import drawing
from games.drawing import Canvas
from tests.unit.ended import DRAWN, play

LIGHT = drawing.PALETTES["light"]
WIDE = Canvas(LIGHT, drawing.WIDTHS["wide"])
NONE = Undefined("one_player")


def marks(drawn: str, tag: str, **having: str) -> list[dict[str, str]]:
    """The attributes of all marks of a kind that have these."""
    found = ElementTree.fromstring(drawn).iter(f"{{http://www.w3.org/2000/svg}}{tag}")
    return [dict(m.attrib, words=m.text or "") for m in found if having.items() <= m.attrib.items()]


def points(mark: dict[str, str]) -> list[list[float]]:
    return [[float(at) for at in pair.split(",")] for pair in mark["points"].split()]


def gained(*turns: tuple[int, Estimate | Undefined]) -> Summary:
    nothing = Undefined("nothing_counted")
    rows = [TurnGain(number, figure, *[nothing] * 3) for number, figure in turns]
    return replace(summarise([], DRAWN), gain_by_turn=rows)


def test_the_best_player_stands_first_below_the_average():
    plays = [play("lost", player="low"), play(player="high"), play(player="high")]
    names = [m["words"] for m in marks(charts.success(summarise(plays, DRAWN), WIDE), "text")]
    assert [name for name in names if name in ("Average", "high", "low")] == [
        "Average", "high", "low",
    ]  # fmt: skip


def test_a_rate_stands_at_its_share_of_the_axis():
    # The axis runs from 190 to 720 - 52 = 668; half of it is 429.
    plays = [play(player="b"), play("lost", player="b")]
    dots = marks(charts.success(summarise(plays, DRAWN), WIDE), "circle")
    assert [dot["cx"] for dot in dots] == ["429", "429"]


def test_a_whisker_reaches_from_end_to_end_of_its_interval():
    # Wilson's interval of 1 in 2 is 0.0945 to 0.9055: 190 + 478 x 0.0945 = 235.2, and 622.8.
    plays = [play(player="b"), play("lost", player="b")]
    (whisker,) = (
        rule
        for rule in marks(charts.success(summarise(plays, DRAWN), WIDE), "line")
        if rule["stroke-width"] == "2"
    )
    assert (whisker["x1"], whisker["x2"]) == ("235.2", "622.8")


def test_a_figure_without_an_interval_has_no_whisker():
    # The average over one player; only the player's own row has one.
    drawn = charts.success(summarise([play()], DRAWN), WIDE)
    assert len([rule for rule in marks(drawn, "line") if rule["stroke-width"] == "2"]) == 1


def test_chance_stands_where_it_is_told_to():
    drawn = charts.success(summarise([play()], DRAWN), replace(WIDE, chance=0.25))
    (line,) = (rule for rule in marks(drawn, "line") if "stroke-dasharray" in rule)
    assert line["x1"] == "309.5"


def test_chance_that_nobody_told_is_not_drawn():
    assert "chance" not in charts.success(summarise([play()], DRAWN), WIDE)


def test_at_most_forty_players_are_drawn():
    plays = [play(player=f"p{number:02}") for number in range(50)]
    drawn = charts.success(summarise(plays, DRAWN), WIDE)
    assert len(marks(drawn, "circle")) == 41


def test_the_line_of_gains_goes_through_each_turns_mean():
    # Up to 1 bit: the axis ends at 1.0 in steps of 0.2; bits run from 268 at 0 up to 48.
    one, two = (Estimate(value, 3, NONE) for value in (0.5, 1.0))
    drawn = charts.gain(gained((1, one), (2, two)), WIDE)
    assert [points(line) for line in marks(drawn, "polyline")] == [[[60, 158], [610, 48]]]


def test_the_line_breaks_at_a_turn_without_a_figure():
    some = Estimate(0.5, 3, NONE)
    drawn = charts.gain(
        gained((1, some), (2, some), (3, Undefined("nothing_counted")), (4, some)), WIDE
    )
    assert [len(points(line)) for line in marks(drawn, "polyline")] == [2, 1]


def test_the_band_breaks_at_a_turn_without_an_interval():
    sure, unsure = Estimate(0.5, 3, Interval(0.2, 0.8)), Estimate(0.5, 3, NONE)
    drawn = charts.gain(gained((1, sure), (2, sure), (3, unsure), (4, sure), (5, sure)), WIDE)
    bands = [points(band) for band in marks(drawn, "polygon")]
    assert [len(band) for band in bands] == [4, 4]
    assert bands[0][-1][0] < bands[0][1][0] < bands[1][0][0]


def test_the_band_lies_between_the_ends_of_the_interval():
    # The axis ends at 0.8, which stands at 48; 0.2 stands at 268 - 220 x 0.2 / 0.8 = 213.
    drawn = charts.gain(gained((1, Estimate(0.5, 3, Interval(0.2, 0.8)))), WIDE)
    ((upper, lower),) = (points(band) for band in marks(drawn, "polygon"))
    assert (upper[1], lower[1]) == (48, 213)


def test_the_parts_of_a_turn_are_stacked_in_their_order():
    # 1/2, 1/4, 1/4, 0 of 220 from below: tops at 158, 103, 48 and 48.
    shares = {"material": 0.5, "shape": 0.25, "size": 0.25, "surface": 0.0}
    summary = replace(summarise([], DRAWN), profile=[TurnProfile(1, shares, 4, 0)])
    bars = [box for box in marks(charts.profile(summary, WIDE), "rect") if "fill-" in box["fill"]]
    assert [(box["fill"], box["y"]) for box in bars[:4]] == [
        ("url(#fill-material)", "158"),
        ("url(#fill-shape)", "103"),
        ("url(#fill-size)", "48"),
        ("url(#fill-surface)", "48"),
    ]


def test_a_turn_of_which_nothing_was_read_has_no_bar():
    whole = dict.fromkeys(("material", "shape", "size", "surface"), 0.25)
    turns = [TurnProfile(1, whole, 4, 0), TurnProfile(2, {}, 0, 3)]
    drawn = charts.profile(replace(summarise([], DRAWN), profile=turns), WIDE)
    # Four parts of one bar and four of the legend.
    assert len([box for box in marks(drawn, "rect") if "fill-" in box["fill"]]) == 8


@pytest.mark.parametrize("name", ["gain", "profile"])
def test_a_chart_of_nothing_says_so(name):
    assert "Nothing to draw yet" in charts.CHARTS[name](summarise([], DRAWN), WIDE)
