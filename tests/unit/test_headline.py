"""The sentence over a campaign's figures, whatever there is to say."""

from evaluation.metrics.summary import summarise
from evaluation.pages.headline import headline
from evaluation.pages.success import Design
from tests.unit.ended import DRAWN, play

ASKED = Design(asked=True, crossed=True)
EVERYBODY = ("a", "b")


def said(*plays, design=ASKED, complete=EVERYBODY) -> str:
    return headline(summarise(plays, DRAWN, complete=complete), design)


def test_nothing_has_ended():
    assert said().startswith("No play has ended yet.")


def test_one_player():
    assert said(play(spent=4), play("lost")) == (
        "One player solved 1 of 2 games (50.0%), the solved ones in 4.0 turns. "
        "One player gives no interval."
    )


def test_one_player_who_solved_nothing():
    assert said(play("lost"), play("lost")) == (
        "One player solved none of their 2 games. One player gives no interval."
    )


def test_several_players():
    # a solved in 4 turns and b in 6; b lost one as well. Student's t of 1 degree of freedom is
    # 12.706: 5 + 12.706 x 1 = 17.7, the other ends lie beyond what can be.
    assert said(play(spent=4), play(spent=6, player="b"), play("lost", player="b")) == (
        "2 players solved 75.0% of their games on average (95% t interval from 0.0% to 100.0%, "
        "n = 2 players), the solved ones in 5.0 turns (95% t interval from 0.0 to 17.7, n = 2)."
    )


def test_several_players_who_solved_nothing():
    assert said(play("lost"), play("lost", player="b")) == (
        "2 players solved none of their 2 games."
    )


def test_players_who_all_did_the_same():
    assert "(no interval, all are equal, n = 2 players)" in said(play(), play(player="b"))


def test_who_stopped_early_is_said():
    ended = said(play("lost"), play("lost", player="b"), complete=["a"])
    assert ended.endswith("1 of 2 played all the games that they were given.")


def test_without_questions_no_turns_are_said():
    assert "turns" not in said(play(), design=Design(asked=False, crossed=True))
