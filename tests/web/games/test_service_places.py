"""Places come back and none is held for nothing; who knows the objects does not play a baseline."""

import uuid
from datetime import timedelta

import pytest

from games import selectors
from games.models import Assignment, Catalogue, CompletionCode, Consent, Participant, Play
from games.services import codes, journeys, plays, seats
from games.services.plays import PartEnded
from games.services.seats import Barred
from tests import make

pytestmark = pytest.mark.django_db
LATER = make.NOW + timedelta(days=3)


def started_long_ago() -> None:
    Participant.objects.update(started_at=make.NOW)
    Play.objects.update(started_at=make.NOW)


def start(player: Participant, now=make.NOW) -> Play | None:
    return journeys.start_next(player, now=now, rng=make.CHANCE)


def held_for_nothing() -> int:
    """Places that are held by somebody whose part has ended without the game being played."""
    ended = Assignment.objects.exclude(participant__outcome="").filter(released_at=None)
    return ended.filter(seats.UNFINISHED).count()


def test_who_is_left_without_any_game_has_not_completed():
    campaign = make.campaign(games=1, plays_wanted=1, games_each=1, practice=False)
    away = make.volunteer(campaign, now=make.NOW)
    started_long_ago()
    seats.release_idle(LATER)
    make.finish(start(make.volunteer(campaign, now=LATER), now=LATER))
    assert start(away, now=LATER) is None
    away.refresh_from_db()
    assert away.outcome == "partial"


def test_who_comes_back_gets_no_more_games_than_a_player_is_given():
    campaign = make.campaign(games=3, plays_wanted=5, games_each=1, practice=False)
    player = make.volunteer(campaign, now=make.NOW)
    first = player.assignments.get()
    others = campaign.campaign_games.exclude(pk=first.campaign_game_id)
    player.assignments.create(campaign_game=others[0], position=2, reserved_at=make.NOW)
    others.filter(pk=others[0].pk).update(taken=1)
    started_long_ago()
    seats.release_idle(LATER)
    player.refresh_from_db()
    assert start(player, now=LATER)
    assert player.assignments.filter(released_at=None).count() == 1


def test_a_part_that_ends_holds_no_game_that_was_not_played():
    campaign = make.campaign(games=2, plays_wanted=5, games_each=1, practice=False)
    player = make.volunteer(campaign, now=make.NOW)
    old = start(player)
    started_long_ago()
    Assignment.objects.update(reserved_at=make.NOW)
    seats.release_idle(LATER)
    other = campaign.campaign_games.exclude(game=old.game).get()
    player.assignments.create(campaign_game=other, position=2, reserved_at=LATER)
    campaign.campaign_games.filter(pk=other.pk).update(taken=1)
    make.finish(old)
    journeys.finish_if_done(player, now=LATER, rng=make.CHANCE)
    player.refresh_from_db()
    assert (player.outcome, held_for_nothing()) == ("completed", 0)
    other.refresh_from_db()
    assert other.taken == 0


def test_many_idle_seats_are_freed_by_few_queries(django_assert_max_num_queries):
    campaign = make.campaign(games=2, plays_wanted=30, games_each=1, practice=False)
    for _ in range(20):
        make.volunteer(campaign, now=make.NOW)
    started_long_ago()
    with django_assert_max_num_queries(12):
        assert seats.release_idle(LATER) == 20
    assert set(campaign.campaign_games.values_list("taken", flat=True)) == {0}


def test_one_form_sent_to_two_studies_is_two_consents():
    key = uuid.uuid4()
    for slug in ("dawn", "dusk"):
        make.volunteer(make.campaign(slug=slug), key=key)
    assert Consent.objects.count() == 2


def test_a_form_may_be_sent_again_after_its_code_was_reopened():
    campaign, key = make.campaign(), uuid.uuid4()
    now, rng = make.NOW, make.CHANCE
    first = codes.turn_away(campaign, "full", "", now=now, rng=rng, key=key)
    codes.reopen(first, now=now)
    assert codes.turn_away(campaign, "full", "", now=now, rng=rng, key=key) != first
    assert CompletionCode.objects.count() == 2


@pytest.mark.parametrize("move", ["ask", "guess", "mark"])
def test_no_move_is_taken_once_the_part_has_ended(move):
    campaign = make.campaign(practice=False)
    player = make.volunteer(campaign)
    play = start(player)
    journeys.end_early(player, now=make.NOW, rng=make.CHANCE)
    moves = {
        "ask": lambda: make.ask(play),
        "guess": lambda: plays.guess(make.query(play), make.TARGET, number=1, now=make.NOW),
        "mark": lambda: plays.mark(make.query(play), make.TARGET, crossed_out=True, now=make.NOW),
    }
    with pytest.raises(PartEnded):
        moves[move]()


def test_free_play_leaves_out_the_objects_of_a_running_baseline():
    campaign = make.campaign(games=2, baseline=True)
    used = set(campaign.campaign_games.values_list("game", flat=True))
    free = set(selectors.free_games(Catalogue.objects.get()).values_list("pk", flat=True))
    assert free and not free & used


def test_who_met_an_object_in_free_play_does_not_play_the_baseline():
    campaign = make.campaign(games=2, baseline=True)
    met = make.play(of=campaign.campaign_games.first().game)
    make.finish(met)
    with pytest.raises(Barred):
        make.volunteer(campaign, tokens=(met.participant.token,))
