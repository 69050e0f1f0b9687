"""journeys: practice, the assigned games in order, the end with its code, stopping, coming back."""

import random
from collections import Counter
from datetime import timedelta

import pytest

from games.models import Assignment, Campaign, CompletionCode, Participant, Play
from games.services import campaigns, journeys, seats
from games.services.seats import Full, NotOpen
from tests import make

pytestmark = pytest.mark.django_db
LATER = make.NOW + timedelta(days=2)


def begin(participant: Participant, now=make.NOW) -> Play | None:
    """What the button Next does."""
    play = journeys.start_next(participant, now=now, rng=make.CHANCE)
    participant.refresh_from_db()
    return play


def play_on(participant: Participant, games: int) -> None:
    """Play so many games to their end, practice counted too."""
    for _ in range(games):
        play = begin(participant)
        assert play
        make.finish(play)
        journeys.finish_if_done(participant, now=make.NOW, rng=make.CHANCE)
    participant.refresh_from_db()


def go_away(participant: Participant) -> None:
    """Make no move until the seat is free again."""
    participant.plays.update(started_at=make.NOW)
    assert seats.release_idle(LATER) == 1
    participant.refresh_from_db()


def counts_add_up(campaign: Campaign) -> bool:
    held = Counter(
        Assignment.objects.filter(campaign_game__campaign=campaign, released_at=None).values_list(
            "campaign_game", flat=True
        )
    )
    return held == +Counter(dict(campaign.campaign_games.values_list("pk", "taken")))


def taken(campaign: Campaign) -> list[int]:
    return sorted(campaign.campaign_games.values_list("taken", flat=True))


def test_practice_comes_first_and_belongs_to_no_assignment():
    play = begin(make.volunteer(make.campaign()))
    assert (play.kind, Assignment.objects.filter(play=play).exists()) == ("practice", False)


def test_without_practice_the_first_assigned_game_comes():
    participant = make.volunteer(make.campaign(practice=False))
    play = begin(participant)
    assert (play.kind, play.assignment.position) == ("study", 1)


def test_a_second_click_gives_the_same_play():
    participant = make.volunteer(make.campaign())
    assert begin(participant) == begin(participant)
    play_on(participant, 1)
    assert begin(participant) == begin(participant)


def test_plays_run_under_the_campaigns_protocol():
    campaign = make.campaign(preset="paper")
    assert begin(make.volunteer(campaign)).protocol == campaign.protocol


def test_games_come_in_the_order_of_the_assignments():
    participant = make.volunteer(make.campaign(games=3))
    play_on(participant, 4)
    played = participant.plays.filter(kind="study").order_by("pk")
    assert [play.assignment.position for play in played] == [1, 2, 3]


def test_the_last_game_completes_the_part_and_gives_its_code():
    participant = make.volunteer(make.campaign(games=2), external_id="vrelk")
    play_on(participant, 3)
    code = CompletionCode.objects.get(participant=participant)
    assert (participant.outcome, code.outcome, code.external_id) == (
        "completed", "completed", "vrelk",
    )  # fmt: skip
    assert begin(participant) is None


def test_a_part_completed_twice_has_one_code():
    participant = make.volunteer(make.campaign(games=1, practice=False))
    play_on(participant, 1)
    journeys.finish_if_done(participant, now=make.NOW, rng=make.CHANCE)
    assert CompletionCode.objects.count() == 1


def test_a_part_with_a_game_left_goes_on():
    participant = make.volunteer(make.campaign(games=2))
    play_on(participant, 2)
    assert participant.outcome == ""


def test_the_end_of_the_practice_game_completes_nothing():
    participant = make.volunteer(make.campaign(games=2, plays_wanted=1, games_each=1))
    play_on(participant, 1)
    assert participant.outcome == ""


def test_a_quota_player_gets_so_many_games_and_no_object_twice():
    participant = make.volunteer(make.campaign(games=4, plays_wanted=3, games_each=3))
    play_on(participant, 4)
    games = list(participant.plays.filter(kind="study").values_list("game", flat=True))
    assert (len(games), len(set(games)), participant.outcome) == (3, 3, "completed")


def test_a_quota_player_for_whom_no_game_is_left_is_done():
    campaign = make.campaign(games=2, plays_wanted=1, games_each=2, practice=False)
    first, second = make.volunteer(campaign), make.volunteer(campaign)
    play_on(first, 1)
    assert (begin(first), first.outcome) == (None, "completed")
    assert second.assignments.count() == 1


@pytest.mark.parametrize("seed", range(5))
def test_quotas_are_met_exactly_in_whatever_order_players_move(seed):
    rng = random.Random(seed)
    campaign = make.campaign(games=4, plays_wanted=3, games_each=2, practice=False)
    players = [make.volunteer(campaign) for _ in range(6)]
    while going := [player for player in players if not player.outcome]:
        player = rng.choice(going)
        play = begin(player)
        if play:
            make.finish(play)
        assert counts_add_up(campaign)
        assert max(taken(campaign)) <= 3
    assert sum(taken(campaign)) == Play.objects.filter(kind="study").count()


def test_a_paused_campaign_begins_no_game_and_lets_an_open_one_end():
    campaign = make.campaign(games=1, practice=False)
    participant, waiting = make.volunteer(campaign), make.volunteer(campaign)
    play = begin(participant)
    campaigns.pause(campaign)
    assert begin(participant) == play
    play_on(participant, 1)
    assert participant.outcome == "completed"
    with pytest.raises(NotOpen):
        begin(waiting)


def test_a_campaign_closed_between_two_games_begins_no_other():
    campaign = make.campaign()
    participant = make.volunteer(campaign)
    play_on(participant, 2)
    campaigns.close(campaign, now=make.NOW, rng=make.CHANCE)
    assert (begin(participant), participant.outcome) == (None, "partial")


def test_a_deleted_practice_play_is_played_again():
    participant = make.volunteer(make.campaign())
    play_on(participant, 1)
    participant.plays.all().delete()
    assert begin(participant).kind == "practice"


def test_who_comes_back_to_a_free_seat_goes_on_with_the_open_game():
    campaign = make.campaign()
    participant = make.volunteer(campaign, now=make.NOW)
    play_on(participant, 1)
    play = begin(participant)
    go_away(participant)
    assert taken(campaign) == [0, 0, 0]
    assert begin(participant, LATER) == play
    assert (participant.seat_released_at, taken(campaign)) == (None, [1, 1, 1])


def test_who_comes_back_is_not_idle_the_next_moment():
    participant = make.volunteer(make.campaign(practice=False), now=make.NOW)
    begin(participant)
    go_away(participant)
    begin(participant, LATER)
    assert seats.release_idle(LATER + timedelta(minutes=1)) == 0


def test_who_comes_back_to_taken_seats_is_told_and_keeps_what_was_played():
    campaign = make.campaign(players_wanted=1, practice=False)
    participant = make.volunteer(campaign, now=make.NOW)
    play_on(participant, 1)
    begin(participant)
    go_away(participant)
    make.volunteer(campaign, now=LATER)
    with pytest.raises(Full):
        begin(participant, LATER)
    assert participant.plays.count() == 2
    assert counts_add_up(campaign)


def test_a_paused_campaign_takes_nobody_back():
    campaign = make.campaign(practice=False)
    participant = make.volunteer(campaign, now=make.NOW)
    go_away(participant)
    campaigns.pause(campaign)
    with pytest.raises(NotOpen):
        begin(participant, LATER)


def test_who_comes_back_gets_another_game_where_the_old_one_is_taken():
    campaign = make.campaign(games=2, plays_wanted=1, games_each=1, practice=False)
    participant = make.volunteer(campaign, now=make.NOW)
    old = begin(participant)
    go_away(participant)
    campaign.campaign_games.filter(game=old.game).update(taken=1)
    again = begin(participant, LATER)
    assert again.game != old.game


def test_games_ended_after_the_seat_was_given_away_count_for_the_player():
    campaign = make.campaign(games=1, players_wanted=1, practice=False)
    participant = make.volunteer(campaign, now=make.NOW)
    play = begin(participant)
    go_away(participant)
    make.volunteer(campaign, now=LATER)
    make.finish(play, now=LATER)
    journeys.finish_if_done(participant, now=LATER, rng=make.CHANCE)
    participant.refresh_from_db()
    assert participant.outcome == "completed"
    assert counts_add_up(campaign)


def test_a_free_player_has_no_way_through_a_campaign():
    with pytest.raises(ValueError, match="plays freely"):
        begin(Participant.objects.create())


def test_a_click_on_next_takes_few_queries(django_assert_max_num_queries):
    participant = make.volunteer(make.campaign(games=9, practice=False))
    with django_assert_max_num_queries(13):
        begin(participant)
