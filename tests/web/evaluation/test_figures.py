"""The page of a campaign's figures: what it shows, and who may see it."""

import csv
import io
import json
import re
import time
from threading import Thread

import pytest

from evaluation import entries, records, summaries
from evaluation.metrics.summary import summarise
from evaluation.pages import figures
from evaluation.pages.sections import RESAMPLING
from games.models import BaselinePlay, Campaign
from games.services import journeys
from tests import make
from tests.web.evaluation.conftest import answered, ended
from tests.web.evaluation.shown import address, cells, chart, page_of


def test_the_headline_is_the_average_over_players(researcher, campaign):
    # One player solved 2 of 2, the other 0 of 1: on average half, pooled two thirds.
    ended(make.volunteer(campaign), "won", "won")
    ended(make.volunteer(campaign), "lost")
    assert "2 players solved 50.0% of their games on average" in page_of(researcher, campaign)
    assert cells(campaign, "success", "All plays, pooled")["success_rate"] == pytest.approx(2 / 3)


def test_an_aborted_play_is_counted_as_not_solved_with_the_rate_without_it_beside(campaign):
    ended(make.volunteer(campaign), "won", "aborted")
    pooled = cells(campaign, "success", "All plays, pooled")
    assert (pooled["success_rate"], pooled["success_rate_without_aborted"]) == (0.5, 1)


def test_times_stay_apart_and_unmeasured_ones_are_counted(campaign):
    (play,) = ended(make.volunteer(campaign), "won")
    answered(play, 1, thinking_seconds=4, typing_seconds=3, oracle_seconds=1)
    answered(play, 2, "Is it round?")
    took = {
        line.row: (line.value, line.n, line.missing)
        for line in figures.lines(figures.figures_of(campaign))
        if line.table in ("times", "minutes") and line.n
    }
    assert took["Thinking"] == (4, 1, 1)
    assert took["Waiting"] == (2, 2, 0)
    assert took["Whole play"] == (pytest.approx(1), 1, 0)


def test_the_programs_stand_in_the_same_table_on_the_same_games(campaign):
    for row in campaign.campaign_games.all():
        BaselinePlay.objects.create(game=row.game, player="greedy", won=True, questions=4)
    greedy = cells(campaign, "success", "Greedy program")
    assert (greedy["success_rate"], greedy["plays"], greedy["turns_when_solved"]) == (1, 3, 4)
    assert cells(campaign, "success", "Chance")["success_rate"] == 1 / 8


def test_a_program_on_other_games_is_not_counted(campaign):
    BaselinePlay.objects.create(game=make.game(), player="greedy", won=True, questions=4)
    assert cells(campaign, "success", "Greedy program")["plays"] == 0


def test_the_published_row_stands_apart_with_its_source(researcher, campaign):
    page = page_of(researcher, campaign)
    published = page[page.index('id="_table-published"') :].partition("</table>")[0]
    assert "64.2%" in published and "10.7" in published and "arXiv 2606.14240" in published
    assert "no difference to the figures above is computed" in published


def test_the_page_names_what_its_figures_rest_on(researcher, campaign):
    Campaign.objects.filter(pk=campaign.pk).update(override_reason="A pilot.")
    page = page_of(researcher, campaign)
    for named in (
        campaign.protocol.sha256,
        campaign.catalogue.sha256,
        "catalogue-share/1",
        "eps 0.05",
        "right on 100.0% of 100 answered ones",
        "A pilot.",
        "seed 1",
    ):
        assert named in page


def test_a_simulated_campaign_is_marked_wherever_figures_stand(researcher, db):
    campaign = make.campaign(games=3, practice=False, simulated=True)
    (play,) = ended(make.volunteer(campaign), "won")
    answered(play, 1, probe="SIZE:long")
    page = page_of(researcher, campaign)
    headings = re.findall(r"<h[12][^>]*>(.*?)</h", page)
    captions = re.findall(r"<(?:fig)?caption>(.*?)</", page)
    own = [each for each in (*headings, *captions) if "Published" not in each]
    assert own and all("Simulated" in each for each in own)
    assert json.loads(researcher.get(address(campaign, "figures_json")).content)["simulated"]
    rows = csv.DictReader(io.StringIO(researcher.get(address(campaign, "figures_csv")).text))
    marked = {row["simulated"] for row in rows if row["table"] != "published"}
    assert marked == {"simulated"}
    assert "Simulated" in chart(researcher, campaign, "gain")


def test_a_campaign_of_people_is_not_marked(researcher, campaign):
    ended(make.volunteer(campaign), "won")
    assert "imulated" not in page_of(researcher, campaign)
    assert "imulated" not in chart(researcher, campaign, "success")


def test_an_empty_campaign_says_what_will_be_here(researcher, campaign):
    page = page_of(researcher, campaign)
    assert "No play has ended yet." in page
    assert "nan" not in researcher.get(address(campaign, "figures_json")).text.lower()


def test_a_draft_has_figures_of_nothing(researcher, db):
    page = page_of(researcher, make.campaign(status="draft"))
    assert "frozen when the campaign opens" in page


def test_a_condition_without_questions_says_nothing_of_questions(researcher, db):
    campaign = make.campaign(games=3, practice=False, condition="name_shown")
    ended(make.volunteer(campaign), "lost")
    page = page_of(researcher, campaign)
    assert "name shown" in page
    assert "Information gain" not in page and "too early" not in page


@pytest.mark.parametrize("players", [1, 4])
def test_queries_do_not_grow_with_the_plays(campaign, django_assert_max_num_queries, players):
    for _ in range(players):
        for play in ended(make.volunteer(campaign), "won", "lost", "won"):
            answered(play, 1)
    shown = Campaign.objects.select_related("catalogue", "protocol").get(pk=campaign.pk)
    figures.figures_of(shown)
    summaries.forget()
    with django_assert_max_num_queries(20):
        figures.figures_of(shown)


@pytest.mark.parametrize("name", ["figures", "figures_json", "figures_csv"])
def test_others_than_researchers_are_turned_away(client, campaign, name):
    assert client.get(address(campaign, name)).status_code == 302


@pytest.mark.parametrize("name", ["figures", "figures_json", "figures_csv"])
def test_nothing_can_be_posted(researcher, campaign, name):
    assert researcher.post(address(campaign, name)).status_code == 405


def test_a_campaign_that_there_is_not_is_not_found(researcher):
    assert researcher.get("/campaigns/nowhere/figures/").status_code == 404


def test_the_headline_gives_the_interval_over_players(researcher, campaign):
    # 3 of 3 and 0 of 1: two players at 1 and 0.
    ended(make.volunteer(campaign), "won", "won", "won")
    ended(make.volunteer(campaign), "lost")
    page = page_of(researcher, campaign)
    assert "on average (95% t interval from 0.0% to 100.0%, n = 2 players)" in page


def test_who_played_all_games_is_averaged_apart(campaign):
    # One played all and solved 2 of 3, the other ended after one that was solved.
    person = make.volunteer(campaign)
    ended(person, "won", "won", "lost")
    journeys.finish_if_done(person, now=make.NOW, rng=make.CHANCE)
    ended(make.volunteer(campaign), "won")
    complete = cells(campaign, "success", "Average over 1 player who played all")
    assert complete["success_rate"] == pytest.approx(2 / 3)
    assert cells(campaign, "success", "Average over 2 players")["success_rate"] == pytest.approx(
        5 / 6
    )


def test_a_condition_without_questions_has_no_turns(researcher, db):
    campaign = make.campaign(games=3, practice=False, condition="name_shown")
    ended(make.volunteer(campaign), "lost")
    for row in campaign.campaign_games.all():
        BaselinePlay.objects.create(game=row.game, player="greedy", won=True, questions=4)
    for row in ("All plays, pooled", "Chance", "Greedy program"):
        assert not [column for column in cells(campaign, "success", row) if "turns" in column]


def test_programs_are_not_said_to_have_played_where_none_did(researcher, campaign):
    said = "Programs played each"
    assert said not in page_of(researcher, campaign)
    BaselinePlay.objects.create(
        game=campaign.campaign_games.first().game, player="greedy", won=True, questions=4
    )
    assert said in page_of(researcher, campaign)


def test_a_page_and_its_charts_that_come_at_once_compute_once(campaign, monkeypatch):
    ended(make.volunteer(campaign), "won")
    computed = []

    def slowly(*args, **kwargs):
        computed.append(args)
        time.sleep(0.2)
        return summarise([], RESAMPLING)

    monkeypatch.setattr(summaries, "summarise", slowly)
    monkeypatch.setattr(entries, "plays_of", lambda reference: [])
    monkeypatch.setattr(entries, "complete_players_of", lambda reference: frozenset())
    edition = records.edition_of(campaign)
    threads = [Thread(target=summaries.of_campaign, args=(campaign, edition)) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(computed) == 1
