"""All figures of a few plays at once."""

from evaluation.metrics.intervals import Clusters, Interval, Method, Resampling, Undefined
from evaluation.metrics.plays import Seconds
from evaluation.metrics.summary import summarise
from tests.unit.ended import DRAWN, asked, play


def test_every_player_counts_the_same_in_the_average():
    # a solved 1 of 1, b 0 of 3: their mean is 1/2, pooled it is 1/4.
    plays = [play("won"), *[play("lost", player="b")] * 3]
    summary = summarise(plays, DRAWN)
    assert (summary.average.rate.value, summary.average.rate.n) == (0.5, 2)
    assert (summary.pooled.rate.value, summary.pooled.rate.n) == (0.25, 4)


def test_a_player_without_a_solved_play_is_left_out_of_average_turns():
    plays = [play("won", 6), play("lost", player="b")]
    average = summarise(plays, DRAWN).average
    assert (average.turns_when_solved.value, average.turns_when_solved.n) == (6, 1)


def test_no_plays_give_no_figure_and_no_error():
    summary = summarise([], DRAWN)
    assert summary.average.rate == summary.pooled.rate == Undefined("nothing_counted")
    assert (summary.gain_by_turn, summary.profile) == ([], [])


def test_the_interval_of_the_average_is_of_players_and_not_of_plays():
    # a solved 3 of 3, b 0 of 1: two players at 1 and 0 could be anywhere, four plays could not.
    plays = [*[play("won")] * 3, play("lost", player="b")]
    assert summarise(plays, DRAWN).average.rate.interval == Interval(0, 1)


def test_turns_of_players_cannot_go_beyond_the_budget():
    # 2 and 20 turns: 11 and 12.706 x 9 to either side, of 20 questions at most.
    plays = [play(spent=2), play(spent=20, player="b")]
    assert summarise(plays, DRAWN).average.turns_when_solved.interval == Interval(0, 20)


def test_success_by_position_of_all_and_of_those_who_played_all():
    # First games: a won, b lost. Second games: a alone, lost.
    plays = [play(position=1), play("lost", position=2), play("lost", player="b", position=1)]
    summary = summarise(plays, DRAWN, complete=["a"])
    assert {at: each.rate.value for at, each in summary.by_position.items()} == {1: 0.5, 2: 0}
    of_complete = summary.by_position_of_complete
    assert {at: (each.rate.value, each.plays) for at, each in of_complete.items()} == {
        1: (1, 1), 2: (0, 1)
    }  # fmt: skip


def test_who_played_all_is_averaged_apart():
    # a and b played all: (1 + 0) / 2. c stopped early with 1 of 1.
    plays = [play("won"), play("lost", player="b"), play("won", player="c")]
    summary = summarise(plays, DRAWN, complete=["a", "b", "left before any play"])
    assert (list(summary.complete), summary.average_of_complete.rate.value) == (["a", "b"], 0.5)


def test_the_best_players_stand_first_and_equals_by_name():
    plays = [play("lost", player="a"), play(player="c"), play(player="b")]
    assert summarise(plays, DRAWN).best_first == ["b", "c", "a"]


def test_a_role_that_was_not_asked_is_no_missing_measurement():
    known = asked(seconds=Seconds(thinking=None, oracle=None))
    plays = [play(asked=[known, asked(2, seconds=Seconds(thinking=2.0, oracle=3.0))])]
    times = summarise(plays, DRAWN).times
    assert (times.oracle.n, times.oracle.missing) == (1, 0)
    assert (times.thinking.n, times.thinking.missing) == (1, 1)


def test_a_run_resamples_its_objects_and_people_their_players():
    # One player, two objects: of people it is one player, of a run two clusters.
    plays = [
        play(physical_object="cup", asked=[asked(gain=1.0)], spent=1, net_gain=1.0),
        play("lost", physical_object="rod", asked=[asked(gain=0.0)], spent=1, net_gain=0.0),
    ]
    people = summarise(plays, DRAWN)
    run = summarise(plays, Resampling(clusters=Clusters.OBJECTS))
    assert people.gain_by_play.net.interval == Undefined("one_player")
    assert run.gain_by_play.net.method == Method.BOOTSTRAP_OF_OBJECTS
    assert run.gain_by_play.net.interval == Interval(0, 1)


def test_success_over_objects_draws_games_of_one_object_together():
    # cup: 1, 1 and rod: 0. The mean is 2/3, and whole objects can be all or none.
    plays = [play(physical_object="cup"), play(physical_object="cup")]
    plays.append(play("lost", physical_object="rod"))
    summary = summarise(plays, DRAWN)
    assert (summary.rate_over_objects.value, summary.objects) == (2 / 3, 2)
    assert summary.rate_over_objects.interval == Interval(0, 1)


def test_repeats_of_a_run_stand_beside_each_other():
    plays = [play(repeat=1), play("lost", repeat=2), play(repeat=2)]
    by_repeat = summarise(plays, DRAWN).by_repeat
    assert {repeat: each.rate.value for repeat, each in by_repeat.items()} == {1: 1, 2: 1 / 2}
