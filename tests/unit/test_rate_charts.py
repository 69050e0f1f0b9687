"""Where rates, curves and bars of several players stand in their charts."""

import re
from dataclasses import replace

import pytest

from evaluation import board_charts, chart_parts, rate_charts, run_charts, turn_charts
from evaluation.board_charts import Player, Selection
from evaluation.metrics import difficulty, endings
from evaluation.metrics.endings import Ending, TurnsBin
from evaluation.metrics.intervals import Estimate, Interval, Undefined
from evaluation.metrics.profile import TurnProfile
from evaluation.metrics.summary import summarise
from evaluation.rate_charts import Block, Rated
from evaluation.turn_charts import Curve
from games import drawing
from games.drawing import Canvas, Scale
from tests.unit.ended import DRAWN, play
from tests.unit.test_charts import LIGHT, WIDE, marks

NARROW = Canvas(LIGHT, drawing.WIDTHS["narrow"])
HALF = Estimate(0.5, 4, Interval(0.2, 0.8))
NOTHING = Undefined("nothing_counted")


def words(drawn: str) -> list[str]:
    return [mark["words"] for mark in marks(drawn, "text")]


def test_each_rate_is_drawn_in_its_tone_at_its_place():
    # The axis runs from 190 to 720 - 52 = 668; a half is at 429.
    lines = [Rated("people", HALF, "accent"), Rated("model", HALF)]
    dots = marks(rate_charts.rates(lines, WIDE, title="t"), "circle")
    assert [(dot["cx"], dot["fill"]) for dot in dots] == [
        ("429", LIGHT.accent), ("429", LIGHT.ink),
    ]  # fmt: skip


def test_a_heading_takes_a_line_of_its_own():
    # The first line is at 48 + 26 / 2 = 61, each next one 26 below; the heading takes that.
    blocks = [Block("Easiest", [Rated("a", HALF)]), Block("Hardest", [Rated("b", HALF)])]
    drawn = rate_charts.blocks(blocks, WIDE, title="t")
    assert [dot["cy"] for dot in marks(drawn, "circle")] == ["87", "139"]
    assert [w for w in words(drawn) if w in ("Easiest", "Hardest")] == ["Easiest", "Hardest"]


def test_a_rate_that_is_undefined_says_so_and_has_no_dot():
    drawn = rate_charts.rates([Rated("a", NOTHING)], WIDE, title="t")
    assert "n/a" in words(drawn) and not marks(drawn, "circle")


def test_a_name_that_does_not_fit_is_cut():
    drawn = rate_charts.rates([Rated("m" * 90, HALF)], NARROW, title="t")
    (name,) = (w for w in words(drawn) if w.startswith("m"))
    assert name.endswith("…") and len(name) < 25


def test_a_name_is_escaped():
    assert "<b>" not in rate_charts.rates([Rated("<b>", HALF)], WIDE, title="t")


def test_nothing_to_rate_is_said():
    assert "Nothing to draw yet" in words(rate_charts.rates([], WIDE, title="t"))


def test_each_curve_has_its_colour_its_band_and_its_name():
    points = [(1, HALF), (2, HALF)]
    drawn = turn_charts.curves([Curve("a", points), Curve("b", points)], WIDE, title="t")
    lines, bands = marks(drawn, "polyline"), marks(drawn, "polygon")
    assert [line["stroke"] for line in lines] == [LIGHT.accent, LIGHT.unsure]
    assert [band["fill"] for band in bands] == [LIGHT.accent, LIGHT.unsure]
    assert {"a", "b"} <= set(words(drawn))


def test_names_of_curves_that_end_together_stand_apart():
    curves = [Curve(name, [(1, HALF), (2, HALF)]) for name in "abc"]
    drawn = turn_charts.curves(curves, WIDE, title="t")
    places = sorted(float(m["y"]) for m in marks(drawn, "text") if m["words"] in "abc")
    assert places[1] - places[0] >= 16 and places[2] - places[1] >= 16


def test_more_curves_than_colours_are_left_out():
    curves = [Curve(f"p{at}", [(1, HALF), (2, HALF)]) for at in range(8)]
    drawn = turn_charts.curves(curves, WIDE, title="t")
    assert len(marks(drawn, "polyline")) == turn_charts.MOST_CURVES


def test_on_a_phone_the_names_stand_below_the_picture():
    curves = [Curve("a", [(1, HALF), (2, HALF)])]
    drawn = turn_charts.curves(curves, NARROW, title="t")
    (name,) = (m for m in marks(drawn, "text") if m["words"] == "a")
    assert float(name["y"]) > 48 + 220


def test_a_turn_without_a_figure_breaks_its_curve():
    points = [(1, HALF), (2, NOTHING), (3, HALF)]
    drawn = turn_charts.curves([Curve("a", points)], WIDE, title="t")
    assert len(marks(drawn, "polyline")) == 2


def bins(**counts: int) -> list[TurnsBin]:
    whole = {each: counts.get(each.value, 0) for each in Ending}
    return [TurnsBin(0, dict.fromkeys(Ending, 0)), TurnsBin(1, whole)]


def test_bars_are_as_high_as_their_plays():
    # 220 units stand for the most plays, 4: 3 solved take 165, 1 lost 55.
    drawn = turn_charts.histogram(bins(solved=3, wrong_guess=1), WIDE, title="t")
    bars = [m for m in marks(drawn, "rect") if "fill-" in m["fill"] and m["width"] != "10"]
    assert [(bar["height"], bar["fill"]) for bar in bars] == [
        ("165", "url(#fill-solved)"), ("55", "url(#fill-wrong_guess)"),
    ]  # fmt: skip


def test_no_play_draws_no_bar():
    assert "Nothing to draw yet" in words(turn_charts.histogram([], WIDE, title="t"))


def test_a_run_without_plays_has_all_its_charts():
    for draw in run_charts.CHARTS.values():
        assert "Nothing to draw yet" in words(draw(summarise([], DRAWN), WIDE))


def selection(**fields) -> Selection:
    given = {"players": [], "rankings": [], "turns": [], "profile": []}
    return Selection(**(given | fields))


def test_a_selection_without_players_has_all_its_charts():
    for draw in board_charts.CHARTS.values():
        assert "Nothing to draw yet" in words(draw(selection(), WIDE))


def test_the_extremes_stand_by_group():
    own = [replace(play(), target="easy"), replace(play("lost"), target="hard")]
    found = difficulty.rankings({"a": own, "b": own}, {"a": "open", "b": "closed"}, DRAWN)
    drawn = words(board_charts.extremes(selection(rankings=found), WIDE))
    assert [w for w in drawn if w.startswith(("Easiest", "Hardest"))] == [
        "Easiest, all, 2 players", "Hardest, all, 2 players",
        "Easiest, closed, 1 player", "Hardest, closed, 1 player",
        "Easiest, open, 1 player", "Hardest, open, 1 player",
    ]  # fmt: skip


def test_a_selections_best_player_stands_first():
    players = [Player("best", "ink", HALF, []), Player("next", "muted", HALF, [])]
    drawn = words(board_charts.success(selection(players=players), WIDE))
    assert drawn.index("best") < drawn.index("next")


def test_a_pooled_profile_weighs_players_by_their_questions():
    # 3 of 4 and 0 of 2 ask for material: 3 of 6.
    blank = dict.fromkeys(("material", "shape", "size", "surface"), 0.0)
    first = [TurnProfile(1, {**blank, "material": 0.75, "size": 0.25}, read=4, unread=1)]
    second = [TurnProfile(1, {**blank, "shape": 1.0}, read=2, unread=0)]
    (turn,) = board_charts.pooled([first, second])
    assert (turn.shares["material"], turn.shares["shape"], turn.read, turn.unread) == (
        1 / 2, 1 / 3, 6, 1
    )  # fmt: skip


def test_the_histogram_of_a_selection_is_of_all_its_plays():
    found = endings.turns_histogram([play(spent=1), play("lost", spent=1)])
    drawn = board_charts.turns(selection(turns=found), WIDE)
    assert "2" in words(drawn)


def test_a_player_keeps_its_colour_when_ranks_change():
    points = [(1, HALF), (2, HALF)]
    shown = [Curve(name, points) for name in "bca"]
    by_name = {curve.name: curve.colour for curve in turn_charts.coloured(shown)}
    again = {curve.name: curve.colour for curve in turn_charts.coloured(shown[::-1])}
    assert by_name == again == {"a": 0, "b": 1, "c": 2}


def test_names_that_are_moved_apart_stay_above_the_lowest_level():
    assert chart_parts.apart([200, 262, 264, 268], 16, lowest=268) == [200, 236, 252, 268]
    assert chart_parts.apart([10, 12, 100], 16, lowest=268) == [10, 26, 100]


@pytest.mark.parametrize(
    ("highest", "ticks"),
    [(1, [0, 1]), (4, [0, 1, 2, 3, 4]), (431, [0, 100, 200, 300, 431]), (7, [0, 2, 4, 6, 7])],
)
def test_counts_have_round_ticks_up_to_the_highest(highest, ticks):
    assert chart_parts.count_ticks(highest) == ticks


def test_every_turn_has_its_n_on_a_desk_in_two_rows_where_one_is_too_narrow():
    counts = [(number, 1056) for number in range(21)]
    marks_of_axis = chart_parts.turn_axis(counts, Scale(-0.5, 20.5, 52, 610), WIDE)
    numbers = [mark for mark in marks_of_axis if ">1056<" in mark]
    assert len(numbers) == 21
    assert len({re.search(r'y="([\d.]+)"', mark)[1] for mark in numbers}) == 2


def test_the_endings_of_a_histogram_on_a_phone_do_not_touch():
    drawn = turn_charts.histogram(bins(solved=3, wrong_guess=1), NARROW, title="t")
    places = {
        word: tuple(
            map(float, re.search(rf'x="([\d.]+)" y="([\d.]+)"[^>]*>{word}<', drawn).groups())
        )
        for word in ("solved", "wrong guess", "out of turns", "aborted")
    }
    assert len(set(places.values())) == 4
    # A letter is 7.6 wide.
    assert places["wrong guess"][0] - places["solved"][0] > 7.6 * len("out of turns")
    assert places["wrong guess"][0] + 7.6 * len("wrong guess") < NARROW.width
