"""seats.join: one participant whatever arrives twice, a fair share of games, no place too many."""

import uuid
from collections import Counter
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from games.models import (
    Assignment,
    Campaign,
    CampaignGame,
    Consent,
    JudgedCatalogue,
    Participant,
    Play,
    Turn,
)
from games.services import campaigns, journeys, plays, seats
from games.services.seats import Arrival, Barred, Full, NotOpen
from tests import make

pytestmark = pytest.mark.django_db
LATER = make.NOW + timedelta(days=2)


def join(campaign: Campaign, now=make.NOW, **arrival) -> Participant:
    return make.volunteer(campaign, now=now, **arrival)


def begin(participant: Participant, now=make.NOW):
    return journeys.start_next(participant, now=now, rng=make.CHANCE)


def held(campaign: Campaign) -> Counter[int]:
    """How many unreleased assignments each game has."""
    rows = Assignment.objects.filter(participant__campaign=campaign, released_at=None)
    return Counter(rows.values_list("campaign_game", flat=True))


def taken(campaign: Campaign) -> Counter[int]:
    return +Counter(dict(campaign.campaign_games.values_list("pk", "taken")))


def account(name: str = "quomb"):
    return get_user_model().objects.create_user(name)


def test_who_joins_has_a_pseudonym_words_that_lead_back_and_a_consent():
    campaign = make.campaign()
    participant = join(campaign, language="zh-hans")
    consent = Consent.objects.get(participant=participant)
    assert len(participant.pseudonym.split("-")) == 3
    assert len(participant.resume_digest) == 64
    assert consent.sha256 == campaign.consent_text.sha256_of("zh-hans")
    assert consent.given_at == make.NOW


def test_a_crossed_campaign_assigns_every_game_once():
    campaign = make.campaign(games=3)
    participant = join(campaign)
    rows = participant.assignments.all()
    assert {row.campaign_game_id for row in rows} == set(taken(campaign))
    assert [row.position for row in rows] == [1, 2, 3]


def test_players_of_a_crossed_campaign_meet_the_games_in_orders_of_their_own():
    campaign = make.campaign(games=4, players_wanted=12)
    orders = {
        tuple(join(campaign).assignments.values_list("campaign_game", flat=True)) for _ in range(12)
    }
    assert len(orders) > 1


def test_a_quota_campaign_assigns_the_least_taken_game():
    campaign = make.campaign(games=3, plays_wanted=4)
    for _ in range(7):
        join(campaign)
    assert sorted(taken(campaign).values()) == [2, 2, 3]


def test_a_quota_is_met_exactly_and_nobody_comes_after_it():
    campaign = make.campaign(games=3, plays_wanted=2)
    for _ in range(6):
        join(campaign)
    with pytest.raises(Full):
        join(campaign)
    assert set(taken(campaign).values()) == {2}
    assert campaign.participants.count() == 6


def test_a_crossed_campaign_is_full_with_its_players():
    campaign = make.campaign(players_wanted=2)
    join(campaign), join(campaign)
    with pytest.raises(Full):
        join(campaign)
    assert campaign.participants.count() == 2


@pytest.mark.parametrize("numbers", [{"players_wanted": 2}, {"plays_wanted": 2}])
def test_what_a_game_counts_is_what_is_assigned(numbers):
    campaign = make.campaign(games=2, **numbers)
    for _ in range(2):
        join(campaign)
    assert taken(campaign) == held(campaign)


def test_the_consent_form_sent_twice_is_one_participant():
    campaign, key = make.campaign(), uuid.uuid4()
    assert join(campaign, key=key) == join(campaign, key=key)
    assert set(taken(campaign).values()) == {1}


def test_two_browsers_with_one_external_id_are_one_participant():
    campaign = make.campaign()
    assert join(campaign, external_id="vrelk") == join(campaign, external_id="vrelk")


def test_two_browsers_with_one_account_are_one_participant():
    campaign, user = make.campaign(), account()
    assert join(campaign, account_id=user.pk) == join(campaign, account_id=user.pk)


def test_who_has_finished_does_not_start_again_in_the_same_browser():
    campaign = make.campaign(games=1, practice=False)
    first = join(campaign)
    make.finish(begin(first))
    journeys.finish_if_done(first, now=make.NOW, rng=make.CHANCE)
    assert join(campaign, known=first.token) == first


def test_a_token_of_another_campaign_is_nobody_here():
    elsewhere = join(make.campaign())
    here = make.campaign()
    assert join(here, known=elsewhere.token).campaign == here


def test_two_campaigns_may_know_the_same_external_id():
    first, second = make.campaign(), make.campaign()
    assert join(first, external_id="vrelk") != join(second, external_id="vrelk")


@pytest.mark.parametrize("status", ["draft", "paused", "closed"])
def test_nobody_joins_a_campaign_that_is_not_open(status):
    with pytest.raises(NotOpen):
        join(make.campaign(status=status))
    assert not Participant.objects.exists()


def test_who_is_in_is_known_after_it_was_closed_too():
    campaign = make.campaign()
    participant = join(campaign)
    campaigns.close(campaign, now=make.NOW, rng=make.CHANCE)
    assert join(campaign, known=participant.token) == participant


def test_who_judged_the_objects_does_not_play_their_baseline():
    campaign, judge = make.campaign(baseline=True), account()
    JudgedCatalogue.objects.create(catalogue=campaign.catalogue, account=judge)
    with pytest.raises(Barred):
        join(campaign, account_id=judge.pk)


def test_who_judged_the_objects_may_play_what_is_no_baseline():
    campaign, judge = make.campaign(), account()
    JudgedCatalogue.objects.create(catalogue=campaign.catalogue, account=judge)
    assert join(campaign, account_id=judge.pk)


def test_a_pseudonym_is_given_once():
    campaign = make.campaign()
    names = ["amber-birch-42", "amber-birch-42", "coral-elm-10"]

    class Repeating(type(make.CHANCE)):
        def choice(self, options):
            words = [word for word in names[0].split("-")[:2] if word in options]
            return words[0] if words else super().choice(options)

        def randint(self, low, high):
            return int(names.pop(0).split("-")[2])

    arrivals = [Arrival(key=uuid.uuid4(), language="en") for _ in range(2)]
    first, second = (
        seats.join(campaign.pk, arrival, now=make.NOW, rng=Repeating(1)) for arrival in arrivals
    )
    assert (first.pseudonym, second.pseudonym) == ("amber-birch-42", "coral-elm-10")


def test_an_idle_seat_goes_to_who_comes_next():
    campaign = make.campaign(players_wanted=1)
    gone = join(campaign)
    assert join(campaign, now=LATER)
    gone.refresh_from_db()
    assert gone.seat_released_at == LATER
    assert taken(campaign) == held(campaign)


def test_an_idle_reservation_goes_to_who_comes_next():
    campaign = make.campaign(games=1, plays_wanted=1, games_each=1)
    gone = join(campaign)
    assert join(campaign, now=LATER).assignments.count() == 1
    assert gone.assignments.get().released_at == LATER


def test_a_seat_in_use_goes_to_nobody():
    campaign = make.campaign(players_wanted=1)
    play = begin(join(campaign))
    Play.objects.update(started_at=make.NOW)
    Turn.objects.filter(pk=make.ask(play).pk).update(asked_at=LATER)
    with pytest.raises(Full):
        join(campaign, now=LATER)


@pytest.mark.parametrize(("numbers", "queries"), [({}, 11), ({"plays_wanted": 9}, 10)])
def test_a_join_takes_few_queries(numbers, queries, django_assert_num_queries):
    campaign = make.campaign(games=9, **numbers)
    arrival = Arrival(key=uuid.uuid4(), language="en", external_id="vrelk")
    with transaction.atomic(), django_assert_num_queries(queries):
        seats.join(campaign.pk, arrival, now=make.NOW, rng=make.CHANCE)


def test_the_sweep_frees_what_is_idle_and_leaves_who_is_done():
    campaign = make.campaign(games=1, practice=False, players_wanted=3)
    idle, done = join(campaign), join(campaign)
    make.finish(begin(done))
    journeys.finish_if_done(done, now=make.NOW, rng=make.CHANCE)
    assert seats.release_idle(LATER) == 1
    idle.refresh_from_db(), done.refresh_from_db()
    assert (idle.seat_released_at, done.seat_released_at) == (LATER, None)
    assert taken(campaign) == held(campaign)


def test_the_sweep_twice_is_once():
    campaign = make.campaign()
    join(campaign)
    assert (seats.release_idle(LATER), seats.release_idle(LATER)) == (1, 0)
    assert not taken(campaign)


def test_the_sweep_locks_nothing_where_nobody_is_idle(django_assert_num_queries):
    for _ in range(2):
        join(make.campaign())
    with django_assert_num_queries(3):
        assert seats.release_idle(make.NOW) == 0


def test_who_crosses_out_is_not_idle():
    campaign = make.campaign(practice=False)
    play = begin(join(campaign))
    Play.objects.update(started_at=make.NOW)
    plays.mark(make.query(play), make.CANDIDATES[0], crossed_out=True, now=LATER)
    play.marks.update(marked_at=LATER)
    assert seats.release_idle(LATER) == 0


def test_no_game_is_taken_beyond_its_quota_whoever_tries():
    campaign = make.campaign(games=1, plays_wanted=1, games_each=1)
    join(campaign)
    with pytest.raises(IntegrityError):
        CampaignGame.objects.filter(campaign=campaign).update(taken=2)


def test_a_pause_makes_nobody_idle():
    campaign = make.campaign(players_wanted=1, idle_minutes=60)
    join(campaign)
    Participant.objects.update(started_at=make.NOW)
    reopened = make.NOW + timedelta(days=2)
    Campaign.objects.update(resumed_at=reopened)
    assert seats.release_idle(reopened + timedelta(minutes=59)) == 0
    assert seats.release_idle(reopened + timedelta(minutes=61)) == 1


def test_who_comes_again_with_a_platforms_id_has_it_kept():
    campaign = make.campaign()
    volunteer = make.volunteer(campaign)
    make.volunteer(campaign, known=volunteer.token, external_id="vrelk")
    volunteer.refresh_from_db()
    assert volunteer.external_id == "vrelk"


def test_an_id_that_is_somebody_elses_is_not_taken_over():
    campaign = make.campaign()
    first = make.volunteer(campaign)
    make.volunteer(campaign, external_id="vrelk")
    assert make.volunteer(campaign, known=first.token, external_id="vrelk") == first
    first.refresh_from_db()
    assert first.external_id == ""
