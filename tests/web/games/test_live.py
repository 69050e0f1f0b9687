"""The live block: what its one query counts, and how it is polled."""

from datetime import timedelta

import pytest

from games import live
from games.models import Doubt, Turn
from games.rules import Answer, Reason
from games.services import journeys, turns
from tests import make

pytestmark = pytest.mark.django_db
POLL = {"HX-Request": "true"}


def started(campaign):
    return journeys.start_next(make.volunteer(campaign), now=make.NOW, rng=make.CHANCE)


def answered(play, *, number: int, after_seconds: float) -> Turn:
    turn = make.ask(play, f"Is it {number} cm long?", position=(number, 1))
    later = make.NOW + timedelta(seconds=after_seconds)
    turns.answer_turn(turn.pk, make.seats(Answer.YES), clock=lambda: later)
    return turn


def test_an_empty_campaign_has_all_its_games_and_nothing_else():
    figures = live.figures_of(make.campaign(games=3))
    assert [(game.key, game.taken, game.wanted) for game in figures.games] == [
        ("study-1", 0, 5),
        ("study-2", 0, 5),
        ("study-3", 0, 5),
    ]
    assert figures.open_by_number == {} and figures.waits.answered == 0


def test_won_lost_and_open_plays_are_counted_apart():
    campaign = make.campaign(games=1, practice=False)
    make.finish(started(campaign))
    make.finish(started(campaign), won=False)
    started(campaign)
    (game,) = live.figures_of(campaign).games
    assert (game.won, game.lost, game.aborted, game.open, game.taken) == (1, 1, 0, 1, 2)


def test_a_quota_counts_the_places_that_are_held():
    campaign = make.campaign(games=2, plays_wanted=4, practice=False)
    started(campaign)
    games = live.figures_of(campaign).games
    assert sorted((game.taken, game.wanted, game.open) for game in games) == [(0, 4, 0), (1, 4, 1)]


def test_open_plays_stand_at_the_number_of_their_last_question():
    campaign = make.campaign(games=1, practice=False)
    started(campaign)
    for asked in (1, 3, 3):
        play = started(campaign)
        for number in range(1, asked + 1):
            answered(play, number=number, after_seconds=0)
    assert live.figures_of(campaign).open_by_number == {0: 1, 1: 1, 3: 2}


def test_a_refused_question_moves_nobody_on():
    campaign = make.campaign(games=1, practice=False)
    play = started(campaign)
    for attempt in (1, 2):
        turn = make.ask(play, f"Can it cut {attempt}?", position=(1, attempt))
        seats = make.seats(reason=Reason.FUNCTION_OR_USE)
        turns.answer_turn(turn.pk, seats, clock=lambda: make.NOW)
    figures = live.figures_of(campaign)
    assert figures.open_by_number == {1: 1}
    assert figures.refusals == {"function_or_use": 2}


def test_waits_are_counted_from_the_question_to_its_answer():
    campaign = make.campaign(games=1, practice=False)
    play = started(campaign)
    for number, seconds in enumerate((0.5, 1, 4.5, 6), start=1):
        answered(play, number=number, after_seconds=seconds)
    waits = live.figures_of(campaign).waits
    assert (waits.answered, waits.soon, waits.later) == (4, 2, 3)
    assert waits.total_seconds == pytest.approx(12)


def test_waiting_failed_and_doubted_turns_are_counted():
    campaign = make.campaign(games=1, practice=False)
    doubted = answered(started(campaign), number=1, after_seconds=0)
    Doubt.objects.create(turn=doubted)
    make.ask(started(campaign))
    failed = make.ask(started(campaign))
    Turn.objects.filter(pk=failed.pk).update(status="failed")
    figures = live.figures_of(campaign)
    assert (figures.waiting, figures.failed, figures.doubts) == (1, 1, 1)


def test_practice_free_play_and_excluded_players_count_for_nothing():
    campaign = make.campaign(games=1)
    make.ask(started(campaign))  # practice
    make.ask(make.play(of=campaign.campaign_games.get().game))  # free
    other = make.campaign(games=1, practice=False)
    excluded = started(other)
    make.ask(excluded)
    journeys.exclude(excluded.participant, "slept", now=make.NOW)
    for row in (campaign, other):
        figures = live.figures_of(row)
        assert (figures.waiting, figures.games[0].open) == (0, 0)


def test_the_figures_of_one_campaign_hold_nothing_of_another():
    campaign = make.campaign(games=1, practice=False)
    make.ask(started(make.campaign(games=1, practice=False)))
    assert live.figures_of(campaign).waiting == 0


def test_the_figures_are_one_query(django_assert_num_queries):
    campaign = make.campaign(games=3, practice=False)
    for _ in range(3):
        make.ask(started(campaign))
    with django_assert_num_queries(1):
        live.figures_of(campaign)


def test_a_poll_is_five_queries(researcher, django_assert_num_queries):
    campaign = make.campaign()
    with django_assert_num_queries(5):  # session, user, campaign, figures, progress
        researcher.get(f"/campaigns/{campaign.slug}/live/", headers=POLL)


def test_a_poll_brings_nothing_until_something_changes(researcher):
    campaign = make.campaign(games=1, practice=False)
    address = f"/campaigns/{campaign.slug}/live/"
    first = researcher.get(address, headers=POLL)
    seen = first.context["live"].stamp
    assert researcher.get(address, {"seen": seen}, headers=POLL).status_code == 204
    make.ask(started(campaign))
    changed = researcher.get(address, {"seen": seen}, headers=POLL)
    assert "1 waiting" in changed.content.decode()


def test_a_closed_campaign_is_polled_no_more(researcher):
    campaign = make.campaign(status="closed")
    page = researcher.get(f"/campaigns/{campaign.slug}/live/", headers=POLL).content.decode()
    assert "hx-trigger" not in page and "As it ended" in page


def test_the_block_stands_in_the_page_itself_for_who_has_no_javascript(researcher):
    campaign = make.campaign(games=1, practice=False)
    make.ask(started(campaign))
    assert "1 waiting" in researcher.get(f"/campaigns/{campaign.slug}/").content.decode()
    response = researcher.get(f"/campaigns/{campaign.slug}/live/")
    assert response.url == f"/campaigns/{campaign.slug}/#live"


def test_a_draft_has_no_live_block(researcher):
    campaign = make.campaign(status="draft")
    assert "_campaign_live" not in researcher.get(f"/campaigns/{campaign.slug}/").content.decode()
