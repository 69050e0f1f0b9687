"""The page of a campaign's figures: what it counts, what it shows, who may see it."""

import csv
import io
import json
import re
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from evaluation import records
from evaluation.pages import figures
from games.models import BaselinePlay, Campaign, Play
from games.services import journeys, seats
from tests import make
from tests.web.evaluation.conftest import answered, ended, refused


def address(campaign: Campaign, name: str = "figures", **parts) -> str:
    return reverse(f"evaluation:{name}", kwargs={"slug": campaign.slug, **parts})


def page_of(client: Client, campaign: Campaign) -> str:
    response = client.get(address(campaign))
    assert response.status_code == 200
    return response.content.decode()


def cells(campaign: Campaign, table: str, row: str) -> dict[str, object]:
    """column -> value of one row, as files give it."""
    lines = figures.lines(figures.figures_of(Campaign.objects.get(pk=campaign.pk)))
    return {line.column: line.value for line in lines if (line.table, line.row) == (table, row)}


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


def test_a_play_that_has_not_ended_is_shown_and_in_no_denominator(campaign):
    ended(make.volunteer(campaign), "won", "")
    assert cells(campaign, "success", "All plays, pooled")["plays"] == 1
    assert cells(campaign, "counted", "Unfinished")["plays"] == 1


def test_an_excluded_participant_is_left_out_with_the_number(campaign):
    person = make.volunteer(campaign)
    ended(person, "won", "lost")
    journeys.exclude(person, "Played with a friend.", now=make.NOW)
    assert cells(campaign, "counted", "Excluded")["plays"] == 2
    assert cells(campaign, "success", "All plays, pooled")["plays"] == 0


def test_a_play_that_ended_after_its_place_was_given_away_is_extra(campaign):
    person = make.volunteer(campaign)
    (play,) = ended(person, "")
    seats.release(person, now=make.NOW)
    make.finish(play)
    assert cells(campaign, "counted", "Extra")["plays"] == 1
    assert records.edition_of(campaign).plays == 0


def test_practice_is_left_out(db):
    campaign = make.campaign(games=1)
    person = make.volunteer(campaign)
    make.finish(
        Play.objects.create(
            participant=person,
            game=campaign.practice_game,
            protocol=campaign.protocol,
            kind=Play.Kind.PRACTICE,
        )
    )
    assert cells(campaign, "counted", "Practice")["plays"] == 1
    assert records.edition_of(campaign).plays == 0


def test_who_withdrew_is_stated(campaign):
    person = make.volunteer(campaign)
    ended(person, "won")
    journeys.withdraw(person, now=make.NOW, rng=make.CHANCE)
    assert records.left_out(campaign).withdrawn_players == 1
    assert cells(campaign, "counted", "Withdrawn")["plays"] == 1


def test_turns_count_forfeited_ones_and_not_other_refusals(campaign):
    # Turn 1 was answered after one refusal, turn 2 forfeited: two turns were spent.
    (play,) = ended(make.volunteer(campaign), "won")
    refused(play, 1)
    answered(play, 1, attempt=2)
    for attempt in (1, 2, 3):
        refused(play, 2, attempt)
    (record,) = records.ended_plays(campaign)
    assert record.spent == 2


def test_what_a_turn_probed_is_read_off_the_checkers_pair(campaign):
    (play,) = ended(make.volunteer(campaign), "won")
    answered(play, 1, probe="SIZE:long")
    answered(play, 2, "Is it round and smooth?", probe="SHAPE:round, SURFACE:smooth")
    (record,) = records.ended_plays(campaign)
    assert [asked.dimension for asked in record.questions] == ["size", ""]


def test_the_same_pair_again_is_a_repeat_of_no_gain(campaign):
    (play,) = ended(make.volunteer(campaign), "won")
    answered(play, 1, probe="MATERIAL:metal")
    answered(play, 2, "Is it metal?", probe="MATERIAL:metal")
    (record,) = records.ended_plays(campaign)
    assert [asked.repeat for asked in record.questions] == [False, True]
    assert record.questions[1].gain == 0


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
        "of 100 blind questions 100 right",
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
    assert {row["simulated"] for row in rows} == {"simulated"}
    assert "Simulated" in chart(researcher, campaign, "gain")


def test_a_campaign_of_people_is_not_marked(researcher, campaign):
    ended(make.volunteer(campaign), "won")
    assert "imulated" not in page_of(researcher, campaign)
    assert "imulated" not in chart(researcher, campaign, "success")


def chart(client: Client, campaign: Campaign, name: str, size="wide", theme="light") -> str:
    response = client.get(address(campaign, "chart", chart=name, size=size, theme=theme))
    assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml")
    return response.content.decode()


@pytest.mark.parametrize("name", ["success", "gain", "profile"])
@pytest.mark.parametrize(("size", "theme"), [("wide", "light"), ("narrow", "dark")])
@pytest.mark.parametrize("players", [0, 2])
def test_every_chart_is_well_formed(researcher, campaign, name, size, theme, players):
    for _ in range(players):
        (play,) = ended(make.volunteer(campaign), "won")
        answered(play, 1, probe="SIZE:long")
    drawn = chart(researcher, campaign, name, size, theme)
    assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"
    assert "nan" not in drawn


@pytest.mark.parametrize(
    "parts",
    [("pie", "wide", "light"), ("gain", "huge", "light"), ("gain", "wide", "sepia")],
)
def test_a_chart_that_there_is_not_is_not_found(researcher, campaign, parts):
    chart, size, theme = parts
    found = researcher.get(address(campaign, "chart", chart=chart, size=size, theme=theme))
    assert found.status_code == 404


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


def test_files_hold_every_figure_and_its_interval(researcher, campaign):
    ended(make.volunteer(campaign), "won", "lost")
    whole = json.loads(researcher.get(address(campaign, "figures_json")).content)
    rows = csv.DictReader(io.StringIO(researcher.get(address(campaign, "figures_csv")).text))
    assert len(list(rows)) == len(whole["figures"])
    (pooled,) = (
        line
        for line in whole["figures"]
        if (line["row"], line["column"]) == ("All plays, pooled", "success_rate")
    )
    # Wilson's interval of 1 in 2: the middle 1/2, half its width z sqrt(n) / 2(n + z2) x
    # sqrt(1 + z2 / n) = 0.4055.
    assert (pooled["low"], pooled["high"]) == pytest.approx((0.0945, 0.9055), abs=1e-4)


def test_the_command_prints_what_the_page_shows(researcher, campaign, capsys):
    ended(make.volunteer(campaign), "won")
    call_command("human_baseline", campaign.slug)
    assert "One player solved 100.0% of their games" in capsys.readouterr().out
    call_command("human_baseline", campaign.slug, "--json")
    printed = capsys.readouterr().out
    assert printed == researcher.get(address(campaign, "figures_json")).text


def test_the_command_names_the_campaigns_where_one_is_unknown(campaign):
    with pytest.raises(CommandError, match=f"There are: {campaign.slug}"):
        call_command("human_baseline", "nothing")


def test_a_play_that_ends_later_stands_in_the_figures(campaign):
    person = make.volunteer(campaign)
    (first, second) = ended(person, "won", "")
    assert cells(campaign, "success", "All plays, pooled")["plays"] == 1
    make.finish(second)
    assert cells(campaign, "success", "All plays, pooled")["plays"] == 2


@pytest.mark.parametrize("players", [1, 4])
def test_queries_do_not_grow_with_the_plays(campaign, django_assert_max_num_queries, players):
    for _ in range(players):
        for play in ended(make.volunteer(campaign), "won", "lost", "won"):
            answered(play, 1)
    shown = Campaign.objects.select_related("catalogue", "protocol").get(pk=campaign.pk)
    figures.figures_of(shown)
    figures.forget()
    with django_assert_max_num_queries(14):
        figures.figures_of(shown)


@pytest.mark.parametrize("name", ["figures", "figures_json", "figures_csv"])
def test_others_than_researchers_are_turned_away(client, campaign, name):
    assert client.get(address(campaign, name)).status_code == 302


@pytest.mark.parametrize("name", ["figures", "figures_json", "figures_csv"])
def test_nothing_can_be_posted(researcher, campaign, name):
    assert researcher.post(address(campaign, name)).status_code == 405


def test_a_campaign_that_there_is_not_is_not_found(researcher):
    assert researcher.get("/campaigns/nowhere/figures/").status_code == 404
