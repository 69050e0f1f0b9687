"""A crowd on PostgreSQL: every choice of a seat and a game is made one after the other."""

import random
import uuid
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import TypeVar

import pytest
from django.db import connections

from games.models import Assignment, Campaign, Participant, Play
from games.services import journeys, seats
from games.services.seats import Arrival, Full
from tests import make

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("postgres")]
GAMES, CROWD = 30, 200
# PostgreSQL allows a hundred connections, and others use it too.
CONNECTIONS = 40
LATER = make.NOW + timedelta(days=2)
T = TypeVar("T")


def at_once(calls: Iterable[Callable[[], T]]) -> list[T]:
    """What the calls return, made from as many threads as there may be connections."""

    def called(call: Callable[[], T]) -> T:
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        return list(pool.map(called, calls))


def arrive(campaign: Campaign, now=make.NOW, **arrival) -> Participant | None:
    """The participant; None where the campaign is full."""
    came = Arrival(**{"key": uuid.uuid4(), "language": "en", **arrival})
    try:
        return seats.join(campaign.pk, came, now=now, rng=random.Random())
    except Full:
        return None


def crowd(campaign: Campaign, number: int = CROWD, **arrival) -> list[Participant]:
    """Who got in, of so many who came at once."""
    came = at_once(partial(arrive, campaign, **arrival) for _ in range(number))
    return [participant for participant in came if participant]


def taken(campaign: Campaign) -> dict[int, int]:
    return dict(campaign.campaign_games.values_list("pk", "taken"))


def held(campaign: Campaign) -> Counter[int]:
    rows = Assignment.objects.filter(campaign_game__campaign=campaign, released_at=None)
    return Counter(rows.values_list("campaign_game", flat=True))


def spread(campaign: Campaign) -> int:
    return max(taken(campaign).values()) - min(taken(campaign).values())


def test_two_hundred_starts_at_once_share_the_games_evenly():
    campaign = make.campaign(games=GAMES, plays_wanted=10)
    players = crowd(campaign)
    assert len({player.pseudonym for player in players}) == CROWD
    assert [player.assignments.count() for player in players] == [1] * CROWD
    # 200 of 30 games: 20 games have 7 players and 10 have 6.
    assert sorted(taken(campaign).values()) == [6] * 10 + [7] * 20
    assert taken(campaign) == held(campaign)


def test_a_crowd_meets_a_quota_exactly_and_the_rest_are_told_that_it_is_full():
    campaign = make.campaign(games=GAMES, plays_wanted=3)
    assert len(crowd(campaign)) == 90
    assert set(taken(campaign).values()) == {3}
    assert campaign.participants.count() == Assignment.objects.count() == 90


def test_a_crowd_meets_the_number_of_players_exactly():
    campaign = make.campaign(games=3, players_wanted=20)
    assert len(crowd(campaign, 60)) == 20
    assert set(taken(campaign).values()) == {20}


def test_abandoned_reservations_return_while_sweeps_and_newcomers_race():
    campaign = make.campaign(games=GAMES, plays_wanted=2, games_each=1, practice=False)
    players = crowd(campaign, 60)
    Participant.objects.update(started_at=make.NOW)
    for player in players[:20]:
        play = journeys.start_next(player, now=make.NOW, rng=random.Random())
        make.finish(play)
    Play.objects.update(started_at=make.NOW)
    sweeps = [partial(seats.release_idle, LATER) for _ in range(10)]
    late = [partial(arrive, campaign, LATER) for _ in range(60)]
    came = at_once(call for pair in zip(late, sweeps * 6, strict=True) for call in pair)
    assert sum(isinstance(each, Participant) for each in came) == 40
    assert set(taken(campaign).values()) == {2}
    assert taken(campaign) == held(campaign)


@pytest.mark.parametrize("same", ["key", "external_id"])
def test_copies_of_one_arrival_at_once_are_one_participant(same):
    campaign = make.campaign(games=2, players_wanted=5, practice=False)
    value = uuid.uuid4() if same == "key" else "vrelk"
    assert len({player.pk for player in crowd(campaign, 40, **{same: value})}) == 1
    assert set(taken(campaign).values()) == {1}


def test_clicks_on_next_at_once_are_one_play():
    campaign = make.campaign(games=4, plays_wanted=3, games_each=2, practice=False)
    player = make.volunteer(campaign)
    click = partial(journeys.start_next, player, now=make.NOW, rng=random.Random())
    assert len({play.pk for play in at_once([click] * 30) if play}) == 1
    assert sum(taken(campaign).values()) == 1


def test_whatever_players_sweeps_and_researchers_do_at_once_the_counts_add_up():
    campaign = make.campaign(games=6, plays_wanted=4, games_each=3, practice=False)
    rng = random.Random(1)
    players = crowd(campaign, 12)

    def next_game(player: Participant) -> None:
        play = journeys.start_next(player, now=make.NOW, rng=random.Random())
        if play and play.outcome == "":
            Play.objects.filter(pk=play.pk).update(
                outcome="won", guessed=make.TARGET, ended_at=make.NOW
            )

    moves = [
        next_game,
        next_game,
        partial(journeys.end_early, now=make.NOW, rng=rng),
        partial(journeys.exclude, reason="random", now=make.NOW),
        partial(journeys.include_again, now=make.NOW),
        partial(journeys.withdraw, now=make.NOW),
        lambda player: seats.release_idle(LATER),
        lambda player: arrive(campaign),
    ]

    def move(player: Participant, moved: Callable[[Participant], object]) -> None:
        try:
            moved(player)
        except Participant.DoesNotExist:
            assert not Participant.objects.filter(pk=player.pk).exists()

    at_once(partial(move, rng.choice(players), rng.choice(moves)) for _ in range(400))
    assert held(campaign) == +Counter(taken(campaign))
    assert max(taken(campaign).values()) <= 4
    games = Assignment.objects.values_list("participant", "campaign_game")
    assert len(set(games)) == len(games)
