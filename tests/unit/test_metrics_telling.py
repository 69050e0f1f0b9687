"""How far the Oracle could tell, in a few answers."""

from evaluation.metrics.intervals import Undefined
from evaluation.metrics.telling import telling
from tests.unit.ended import DRAWN, asked, play, refused


def test_forced_answers_are_a_share_of_the_answers():
    # One in two answers of the first play and none of the one of the second: 1 in 3.
    told = telling([[play(asked=[asked(forced=True), asked(2)]), play(asked=[asked()])]], DRAWN)
    assert (told.answers, told.forced.count, told.forced.share.value) == (3, 1, 1 / 3)


def test_success_of_plays_with_and_without_forced_answers():
    # With some: won, lost, lost. With none: won, and won without any question.
    some = [asked(forced=True), asked(2)]
    plays = [play("won", asked=some), play("lost", asked=some), play("lost", asked=some)]
    plays += [play("won", asked=[asked()]), play("won")]
    forced = telling([plays], DRAWN).forced
    assert (forced.success_with.value, forced.success_with.n) == (1 / 3, 3)
    assert (forced.success_without.value, forced.success_without.n) == (1, 2)


def test_doubted_answers_are_counted_whatever_they_were():
    asked_of = [asked(doubted=True), asked(2, doubted=True, cannot_tell=True), asked(3)]
    told = telling([[play(asked=asked_of)]], DRAWN)
    assert (told.doubted.count, told.cannot_tell.count, told.forced.count) == (2, 1, 0)


def test_refused_questions_are_no_answers():
    told = telling([[play(asked=[refused()])]], DRAWN)
    assert (told.answers, told.forced.share) == (0, Undefined("nothing_counted"))


def test_shares_resample_players():
    told = telling([[play(asked=[asked(forced=True)])], [play(player="b", asked=[asked()])]], DRAWN)
    assert told.forced.share.method == "bootstrap_of_players"
