"""A run's figures: page, charts and file."""

import csv
import io

import pytest
from django.utils.html import escape

from tests import runs

PAGE = "/runs/invented/figures/"


@pytest.fixture
def run(db):
    """Three games: solved, lost, and one that waits."""
    return runs.finish(runs.run(games=runs.games(3)), "won", "lost")


def page_of(client):
    return client.get(PAGE).context["page"]


def cells(client, table: str) -> dict[str, dict[str, str]]:
    """row -> column -> value of one table, as the file has it."""
    text = client.get("/runs/invented/figures.csv").content.decode()
    found: dict[str, dict[str, str]] = {}
    for line in csv.DictReader(io.StringIO(text)):
        if line["table"] == table:
            found.setdefault(line["row"], {})[line["column"]] = line["value"]
    return found


def test_before_any_game_has_ended_it_says_what_will_be_here(researcher, db):
    runs.run(games=runs.games(1))
    response = researcher.get(PAGE)
    assert "No game has ended yet" in response.content.decode()
    assert "<img" not in response.content.decode()


def test_the_headline_says_success_n_and_how_many_are_planned(researcher, run):
    # Wilson's interval of 1 in 2 is 0.095 to 0.905.
    assert page_of(researcher).headline == (
        "invented solved 1 of 2 games that have ended, 3 planned: 50.0% "
        "(95% Wilson interval from 9.5% to 90.5%)."
    )


def test_a_run_that_goes_on_is_marked_everywhere(researcher, run):
    page = researcher.get(PAGE).content.decode()
    assert "Provisional: games are still being played" in page
    assert "<b>Provisional: Success and turns.</b>" in page
    assert "Provisional" in researcher.get(f"{PAGE}turns/wide/light.svg").content.decode()
    rows = csv.DictReader(
        io.StringIO(researcher.get("/runs/invented/figures.csv").content.decode())
    )
    assert {row["provisional"] for row in rows} == {"provisional"}


def test_a_complete_run_is_not(researcher, db):
    runs.finish(runs.run(games=runs.games(1)), "won")
    page = researcher.get(PAGE).content.decode()
    assert "invented solved 1 of 1 games" in page and "rovisional" not in page


def test_every_ended_play_has_exactly_one_ending(researcher, run):
    endings = cells(researcher, "endings")
    assert {row: found["plays"] for row, found in endings.items()} == {
        "Solved": "1", "Wrong guess": "1", "Out of turns": "0", "Aborted": "0",
    }  # fmt: skip


def test_repeats_stand_apart_and_pooled(researcher, db):
    runs.finish(runs.run(games=runs.games(1), repeats=2), "won", "lost")
    found = {row: each["success_rate"] for row, each in cells(researcher, "success").items()}
    assert (found["All plays"], found["Repeat 1"], found["Repeat 2"]) == ("0.5", "1.0", "0.0")


def test_a_candidate_that_draws_wrong_guesses_shows(researcher, run):
    # Both games offer affordance_a, the second was lost by guessing it.
    assert cells(researcher, "candidates")["affordance a"]["as_distractor"] == "0.5"


@pytest.mark.parametrize("name", ["turns", "gain", "profile", "affordances", "properties"])
@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_chart_is_there_in_every_size_and_theme(researcher, run, name, size, theme):
    response = researcher.get(f"{PAGE}{name}/{size}/{theme}.svg")
    assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml")


@pytest.mark.parametrize("parts", ["nothing/wide/light", "turns/vast/light", "turns/wide/red"])
def test_other_charts_are_not(researcher, run, parts):
    assert researcher.get(f"{PAGE}{parts}.svg").status_code == 404


def test_every_chart_has_its_table_and_can_be_downloaded(researcher, run):
    page = researcher.get(PAGE)
    charts = [part for part in page.context["page"].parts if part.picture]
    assert len(charts) == 5 and all(part.tables for part in charts)
    for part in charts:
        link = f'href="{escape(part.picture.wide_light)}" download="{part.picture.chart.key}.svg"'
        assert link in page.content.decode()


def test_a_control_without_questions_says_nothing_of_asking(researcher, db):
    from games.presets import Condition
    from games.services.plays import freeze_protocol
    from tests import make

    asked = freeze_protocol(make.protocol("paper", Condition.NAME_SHOWN))
    row = runs.run(games=runs.games(1), protocol=asked)
    runs.end(row.episodes.get(), "won", questions=())
    page = page_of(researcher)
    assert "Information gain" not in [part.title for part in page.parts]
    assert page.parts[0].picture is None


def test_once_computed_no_play_is_read_again(researcher, run, django_assert_max_num_queries):
    researcher.get(PAGE)
    with django_assert_max_num_queries(6):
        researcher.get(PAGE)
