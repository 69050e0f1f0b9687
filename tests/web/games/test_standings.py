"""standings: where a volunteer is, what is done, what comes next."""

from datetime import timedelta

import pytest
from django.conf import settings

from games import pseudonyms
from games.models import Participant, Play
from games.services import journeys, seats
from games.standings import Standing, Step, standing_of
from tests import make

pytestmark = pytest.mark.django_db
LATER = make.NOW + timedelta(days=2)


def begin(participant: Participant) -> Play:
    play = journeys.start_next(participant, now=make.NOW, rng=make.CHANCE)
    assert play
    return play


def play_on(participant: Participant, *outcomes: bool) -> None:
    for won in outcomes:
        make.finish(begin(participant), won=won)
        journeys.finish_if_done(participant, now=make.NOW, rng=make.CHANCE)


def standing(participant: Participant) -> Standing:
    return standing_of(Participant.objects.select_related("campaign").get(pk=participant.pk))


def test_a_newcomer_practises_first():
    now = standing(make.volunteer(make.campaign(games=3)))
    assert (now.step, now.open_play, now.done, now.total, now.code) == (
        Step.PRACTICE, None, 0, 3, "",
    )  # fmt: skip


def test_practice_that_was_begun_is_open():
    participant = make.volunteer(make.campaign())
    play = begin(participant)
    assert (standing(participant).step, standing(participant).open_play) == (Step.PRACTICE, play)


def test_after_practice_the_games_come():
    participant = make.volunteer(make.campaign())
    play_on(participant, True)
    assert (standing(participant).step, standing(participant).done) == (Step.GAME, 0)


def test_without_practice_the_games_come_first():
    assert standing(make.volunteer(make.campaign(practice=False))).step == Step.GAME


def test_games_are_counted_as_done_and_won():
    participant = make.volunteer(make.campaign(games=4, practice=False))
    play_on(participant, True, False, True)
    now = standing(participant)
    assert (now.done, now.next_number, now.total) == (3, 4, 4)


def test_a_quota_player_counts_the_games_that_each_gets():
    participant = make.volunteer(make.campaign(games=4, plays_wanted=2, games_each=3))
    assert standing(participant).total == 3


def test_the_end_shows_its_code():
    participant = make.volunteer(make.campaign(games=1, practice=False))
    play_on(participant, True)
    now = standing(participant)
    assert (now.step, now.completed, now.next_number) == (Step.ENDED, True, 1)
    assert now.code == participant.completion_codes.get().code


def test_who_stopped_has_ended_and_not_completed():
    participant = make.volunteer(make.campaign())
    journeys.end_early(participant, now=make.NOW, rng=make.CHANCE)
    assert (standing(participant).step, standing(participant).completed) == (Step.ENDED, False)


def test_who_was_away_too_long_is_away():
    participant = make.volunteer(make.campaign(practice=False), now=make.NOW)
    begin(participant)
    participant.plays.update(started_at=make.NOW)
    seats.release_idle(LATER)
    assert (standing(participant).away, standing(participant).open_play) == (True, None)


def test_who_stopped_is_not_away():
    participant = make.volunteer(make.campaign())
    journeys.end_early(participant, now=make.NOW, rng=make.CHANCE)
    assert standing(participant).away is False


def test_the_words_lead_back():
    participant = make.volunteer(make.campaign())
    typed = standing(participant).resume_words.upper()
    digest = pseudonyms.resume_digest(typed, secret=settings.SECRET_KEY)
    assert Participant.objects.get(resume_digest=digest) == participant


def test_a_free_player_stands_in_no_campaign():
    with pytest.raises(ValueError, match="plays freely"):
        standing_of(Participant.objects.create())


def test_a_standing_takes_few_queries_however_many_games(django_assert_num_queries):
    participant = make.volunteer(make.campaign(games=9, practice=False))
    play_on(participant, True, False)
    row = Participant.objects.select_related("campaign").get(pk=participant.pk)
    with django_assert_num_queries(3):
        standing_of(row)
