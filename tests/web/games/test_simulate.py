"""The simulation's copy, audit and report, over rows that tests make."""

import json
from collections import Counter
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone

from games.models import Campaign, CampaignGame, Play, Turn
from games.services import journeys
from games.services.campaigns import CampaignRefused
from games.simulation import audit, copies, reports
from games.simulation.audit import Seen
from games.simulation.copies import Room
from games.simulation.tally import Tally
from tests import make

pytestmark = pytest.mark.django_db
NOTHING_SEEN = Seen(questions=set(), withdrawn_questions=set(), codes=set())


def copy_of(source, players=4, **room):
    return copies.copy(source, Room(players, **room), now=timezone.now())


def games_of(campaign):
    return list(campaign.campaign_games.values_list("game__key", flat=True))


def test_the_copy_is_open_marked_and_has_the_same_games_in_the_same_order():
    source = make.campaign(games=4, status="draft")
    copy = copy_of(source)
    assert (copy.status, copy.simulated) == (Campaign.Status.OPEN, True)
    assert games_of(copy) == games_of(source)


def test_the_copy_speaks_to_chinese_readers_as_its_source_does():
    source = make.campaign(chinese={"contact": "请写信。"})
    assert copy_of(source).chinese == source.chinese


def test_copies_are_numbered():
    source = make.campaign(slug="vrelk")
    assert [copy_of(source).slug for _ in range(2)] == ["vrelk-simulated-1", "vrelk-simulated-2"]


def test_a_crossed_copy_has_a_seat_for_everybody():
    assert copy_of(make.campaign(players_wanted=2), players=50).players_wanted == 50


def test_a_quota_copy_has_a_place_for_every_game_of_everybody():
    # 5 players with 2 games each make 10 plays, of 3 games: 4 each, rounded up.
    copy = copy_of(make.campaign(games=3, plays_wanted=9, games_each=2), players=5)
    assert (copy.plays_wanted, copy.games_each) == (4, 2)


def test_a_baseline_whose_oracle_was_not_measured_opens_as_simulated():
    assert copy_of(make.campaign(baseline=True)).override_reason == "simulated"


def a_finished_part(campaign):
    """Somebody who guessed all games without a question; and what they saw."""
    person = make.volunteer(campaign)
    while play := journeys.start_next(person, now=timezone.now(), rng=make.CHANCE):
        make.finish(play, now=timezone.now())
    code = person.completion_codes.get().code
    return person, Seen(questions=set(), withdrawn_questions=set(), codes={code})


def verdict(campaign, seen, *, finished=True, tally=None):
    findings = audit.examine(campaign, seen)
    return reports.broken(findings, tally or Tally(), finished=finished)


def test_nothing_is_broken_where_everybody_played_all():
    campaign = make.campaign(games=2, players_wanted=1)
    _, seen = a_finished_part(campaign)
    assert verdict(campaign, seen) == []


def test_a_missing_play_breaks_the_quota_once_the_run_is_through():
    campaign = make.campaign(games=2, players_wanted=2)
    _, seen = a_finished_part(campaign)
    assert verdict(campaign, seen) == ["not so: every game has exactly its plays"]
    assert verdict(campaign, seen, finished=False) == [
        "not so: the run came to its end within its time"
    ]


def test_what_an_early_ender_played_in_a_crossed_campaign_is_no_play_too_many():
    campaign = make.campaign(games=2, players_wanted=1, practice=False)
    early = make.volunteer(campaign)
    make.finish(journeys.start_next(early, now=timezone.now(), rng=make.CHANCE), now=timezone.now())
    journeys.end_early(early, now=timezone.now(), rng=make.CHANCE)
    _, seen = a_finished_part(campaign)
    assert verdict(campaign, seen) == []


def test_a_wrong_count_of_what_is_taken_is_found():
    campaign = make.campaign(games=2, players_wanted=1)
    _, seen = a_finished_part(campaign)
    CampaignGame.objects.filter(pk=campaign.campaign_games.first().pk).update(taken=F("taken") + 1)
    assert verdict(campaign, seen) == ["not so: every game's count is that of its assignments"]


def test_an_open_play_of_a_complete_player_is_found():
    campaign = make.campaign(games=2, players_wanted=1)
    person, seen = a_finished_part(campaign)
    Play.objects.filter(participant=person, kind="practice").update(
        outcome="", guessed="", ended_at=None
    )
    assert verdict(campaign, seen) == ["not so: nobody whose part is complete has an open play"]


def test_a_question_that_a_player_saw_and_that_is_gone_is_found():
    campaign = make.campaign(games=2, players_wanted=1)
    _, seen = a_finished_part(campaign)
    seen.questions.add(uuid4())
    assert verdict(campaign, seen) == ["not so: every question that was seen is stored"]


def test_a_code_that_a_page_showed_and_that_is_unknown_is_found():
    campaign = make.campaign(games=2, players_wanted=1)
    _, seen = a_finished_part(campaign)
    seen.codes.add("2345-6789")
    assert verdict(campaign, seen) == ["not so: every code that was shown can be verified"]


def test_a_page_that_failed_is_found():
    campaign = make.campaign(games=2, players_wanted=1)
    _, seen = a_finished_part(campaign)
    assert verdict(campaign, seen, tally=Tally(errors=Counter({"500": 1}))) == [
        "not so: no page failed"
    ]


def test_a_question_of_nobody_and_one_that_waits_are_found():
    campaign = make.campaign(games=2, players_wanted=1)
    person, seen = a_finished_part(campaign)
    Turn.objects.create(
        play=person.plays.first(), number=1, attempt=1, question="Is it?", asked_at=make.NOW
    )
    assert verdict(campaign, seen) == [
        "not so: no question waits in the end",
        "not so: every stored question was sent",
    ]


def test_an_unknown_campaign_is_named_with_those_there_are():
    known = make.campaign(practice=False)
    with pytest.raises(CommandError, match=f"no campaign 'vrelk'. There are: {known.slug}."):
        call_command("simulate", "vrelk", players=1)


def test_a_source_that_cannot_be_copied_says_why():
    source = make.campaign(games=2)
    source.split = "test"
    with pytest.raises(CampaignRefused, match="no game in the test split"):
        copy_of(source)


def test_the_report_says_that_it_is_simulated_in_text_and_file():
    campaign = make.campaign(games=2, players_wanted=1)
    _, seen = a_finished_part(campaign)
    findings, tally = audit.examine(campaign, seen), Tally()
    report = reports.Report(
        campaign=campaign.slug,
        settings={"players": 1},
        finished=True,
        seconds=1.0,
        findings=findings,
        success=reports.success_of(findings, 0.5),
        tally=tally,
        durations={},
        broken=[],
    )
    # Wilson for 2 of 2: from 2 / (2 + 1.96 ** 2) = 0.342 to 1.
    assert report.success.low == pytest.approx(0.342, abs=0.001)
    assert json.loads(json.dumps(report.as_json()))["simulated"] is True
    assert reports.as_text(report).startswith("SIMULATED")
    assert "Every promise was kept." in reports.as_text(report)
