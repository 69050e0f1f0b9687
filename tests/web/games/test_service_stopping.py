"""journeys: stopping early, being excluded, going on with a reopened code."""

import pytest

from games.models import CompletionCode, Participant
from games.services import campaigns, codes, journeys, seats
from tests import make
from tests.web.games.test_service_journeys import begin, counts_add_up, play_on, taken

pytestmark = pytest.mark.django_db


def exclude(participant: Participant, reason: str = "answers at random") -> None:
    journeys.exclude(participant, reason, now=make.NOW)
    participant.refresh_from_db()


def end_early(participant: Participant) -> CompletionCode:
    code = journeys.end_early(participant, now=make.NOW, rng=make.CHANCE)
    participant.refresh_from_db()
    return code


def test_stopping_early_gives_a_code_and_the_unplayed_games_back():
    campaign = make.campaign(games=3, practice=False)
    participant = make.volunteer(campaign)
    play_on(participant, 1)
    code = end_early(participant)
    assert (code.outcome, participant.outcome) == ("partial", "partial")
    assert taken(campaign) == [0, 0, 1]
    assert counts_add_up(campaign)


def test_stopping_twice_gives_the_same_code():
    participant = make.volunteer(make.campaign())
    assert end_early(participant) == end_early(participant)


def test_who_stopped_begins_no_game():
    participant = make.volunteer(make.campaign())
    end_early(participant)
    assert begin(participant) is None


def test_who_completed_cannot_stop_early_and_keeps_the_code():
    participant = make.volunteer(make.campaign(games=1, practice=False))
    play_on(participant, 1)
    assert end_early(participant).outcome == "completed"


def test_a_reopened_part_goes_on_where_it_stopped():
    campaign = make.campaign(games=2, practice=False)
    participant = make.volunteer(campaign)
    play = begin(participant)
    codes.reopen(end_early(participant), now=make.NOW)
    assert begin(participant) == play
    assert taken(campaign) == [1, 1]
    play_on(participant, 2)
    assert participant.completion_codes.get(reopened_at=None).outcome == "completed"


def test_an_exclusion_needs_its_reason():
    with pytest.raises(ValueError, match="needs its reason"):
        exclude(make.volunteer(make.campaign()), "  ")


def test_an_exclusion_frees_the_places_of_finished_games_too():
    campaign = make.campaign(games=2, plays_wanted=1, games_each=2, practice=False)
    participant = make.volunteer(campaign)
    play_on(participant, 1)
    exclude(participant)
    assert (taken(campaign), participant.excluded_reason) == ([0, 0], "answers at random")


def test_an_exclusion_twice_is_once():
    campaign = make.campaign()
    participant, other = make.volunteer(campaign), make.volunteer(campaign)
    exclude(participant), exclude(participant)
    assert taken(campaign) == [1, 1, 1]
    assert other.assignments.filter(released_at=None).count() == 3


def test_who_was_excluded_takes_no_place_again_and_has_a_code():
    campaign = make.campaign()
    participant = make.volunteer(campaign)
    exclude(participant)
    assert begin(participant) is None
    assert (participant.outcome, taken(campaign)) == ("partial", [0, 0, 0])
    assert participant.completion_codes.get().outcome == "partial"


def test_who_was_excluded_after_the_end_keeps_that_outcome():
    participant = make.volunteer(make.campaign(games=1, practice=False))
    play_on(participant, 1)
    exclude(participant)
    assert (begin(participant), participant.outcome) == (None, "completed")


def test_including_again_takes_the_places_back():
    campaign = make.campaign(games=2, practice=False)
    participant = make.volunteer(campaign)
    play_on(participant, 1)
    exclude(participant)
    for _ in range(2):
        assert journeys.include_again(participant, now=make.NOW) is True
    participant.refresh_from_db()
    assert (participant.excluded_reason, participant.seat_released_at) == ("", None)
    assert taken(campaign) == [1, 1] and counts_add_up(campaign)
    play_on(participant, 1)
    assert participant.outcome == "completed"


def test_including_a_part_again_that_ended_takes_only_played_games_back():
    campaign = make.campaign(games=3, practice=False)
    participant = make.volunteer(campaign)
    play_on(participant, 1)
    exclude(participant)
    begin(participant)
    assert journeys.include_again(participant, now=make.NOW) is True
    participant.refresh_from_db()
    assert (participant.outcome, taken(campaign)) == ("partial", [0, 0, 1])
    assert counts_add_up(campaign)


def test_including_again_without_room_leaves_the_games_out():
    campaign = make.campaign(games=1, plays_wanted=1, games_each=1, practice=False)
    participant = make.volunteer(campaign)
    play_on(participant, 1)
    exclude(participant)
    make.volunteer(campaign)
    assert journeys.include_again(participant, now=make.NOW) is False
    assert taken(campaign) == [1] and counts_add_up(campaign)


def test_closing_ends_every_part_once_with_its_code_and_frees_its_places():
    campaign = make.campaign(games=2, practice=False)
    playing, done, away = (make.volunteer(campaign) for _ in range(3))
    play_on(playing, 1)
    begin(playing)
    play_on(done, 2)
    seats.release(away, now=make.NOW)
    campaigns.close(campaign, now=make.NOW, rng=make.CHANCE)
    assert journeys.end_all(campaign, now=make.NOW, rng=make.CHANCE) == 0
    ends = {row.outcome: row.campaign.codes.filter(participant=row).count() for row in
            Participant.objects.exclude(pk=away.pk)}  # fmt: skip
    assert ends == {"partial": 1, "completed": 1}
    assert CompletionCode.objects.get(participant=away).outcome == "partial"
    assert counts_add_up(campaign) and sum(taken(campaign)) == 3


def test_a_code_of_a_closed_campaign_is_not_reopened():
    campaign = make.campaign()
    code = end_early(make.volunteer(campaign))
    campaigns.close(campaign, now=make.NOW, rng=make.CHANCE)
    with pytest.raises(seats.NotOpen):
        codes.reopen(code, now=make.NOW)
