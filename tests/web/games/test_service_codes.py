"""codes: one valid code a person and outcome, void once it is reopened."""

import uuid

import pytest
from django.db import IntegrityError, transaction

from games.models import Campaign, CompletionCode
from games.services import codes, journeys, seats
from games.services.seats import Full
from tests import make

pytestmark = pytest.mark.django_db


def turn_away(campaign: Campaign, external_id: str = "", outcome: str = "full") -> CompletionCode:
    return codes.turn_away(campaign, outcome, external_id, now=make.NOW, rng=make.CHANCE)


def stopped(campaign: Campaign, **arrival) -> CompletionCode:
    participant = make.volunteer(campaign, **arrival)
    return journeys.end_early(participant, now=make.NOW, rng=make.CHANCE)


def reopen(code: CompletionCode) -> None:
    codes.reopen(code, now=make.NOW)
    code.refresh_from_db()


def test_who_is_turned_away_has_a_code_of_nobody():
    code = turn_away(make.campaign(), "vrelk")
    assert (code.participant, code.outcome, code.external_id) == (None, "full", "vrelk")


def test_the_same_person_is_turned_away_with_the_same_code():
    campaign = make.campaign()
    assert turn_away(campaign, "vrelk") == turn_away(campaign, "vrelk")


def test_one_person_may_be_turned_away_for_two_reasons():
    campaign = make.campaign()
    assert turn_away(campaign, "vrelk") != turn_away(campaign, "vrelk", "barred")


def test_people_without_an_id_have_codes_of_their_own():
    campaign = make.campaign()
    assert turn_away(campaign) != turn_away(campaign)


def test_of_two_codes_made_at_once_for_a_person_the_first_holds():
    campaign = make.campaign()
    first = turn_away(campaign, "vrelk")
    second = codes.issue_code(
        campaign, None, "full", "vrelk", now=make.NOW, rng=make.CHANCE
    )  # fmt: skip
    assert second == first


def test_a_participant_has_at_most_one_valid_code():
    code = stopped(make.campaign())
    code.pk, code.code = None, "AAAA-AAAA"
    with pytest.raises(IntegrityError), transaction.atomic():
        code.save(force_insert=True)


def test_a_code_that_is_drawn_twice_is_drawn_again():
    class Repeating(type(make.CHANCE)):
        signs = iter("A" * 16 + "B" * 8)

        def choice(self, options):
            return next(self.signs)

    campaign, rng = make.campaign(), Repeating(1)
    first, second = (codes.turn_away(campaign, "full", "", now=make.NOW, rng=rng) for _ in range(2))
    assert (first.code, second.code) == ("AAAA-AAAA", "BBBB-BBBB")


def test_reopening_voids_the_code_and_opens_the_part():
    code = stopped(make.campaign())
    reopen(code)
    assert code.reopened_at == make.NOW
    assert (code.participant.outcome, code.participant.ended_at) == ("", None)


def test_reopening_twice_is_once():
    code = stopped(make.campaign())
    reopen(code)
    again = journeys.end_early(code.participant, now=make.NOW, rng=make.CHANCE)
    reopen(code)
    code.participant.refresh_from_db()
    assert (again.reopened_at, code.participant.outcome) == (None, "partial")


def test_a_reopened_part_takes_its_seat_only_where_one_is_free():
    campaign = make.campaign(players_wanted=1)
    code = stopped(campaign)
    make.volunteer(campaign)
    reopen(code)
    with pytest.raises(Full):
        journeys.start_next(code.participant, now=make.NOW, rng=make.CHANCE)


def test_who_was_turned_away_gets_a_new_code_once_the_old_one_is_reopened():
    campaign = make.campaign()
    first = turn_away(campaign, "vrelk")
    reopen(first)
    assert turn_away(campaign, "vrelk") != first


def test_who_was_turned_away_is_let_in_when_there_is_room():
    campaign = make.campaign(players_wanted=1)
    code = stopped(campaign)
    turn_away(campaign, "vrelk")
    assert make.volunteer(campaign, external_id="vrelk") != code.participant
    assert not seats.has_room(campaign)


def test_the_same_form_sent_twice_gets_one_code():
    campaign, key = make.campaign(), uuid.uuid4()
    now, rng = make.NOW, make.CHANCE
    first, second = (
        codes.turn_away(campaign, "full", "", now=now, rng=rng, key=key) for _ in range(2)
    )
    assert first == second
