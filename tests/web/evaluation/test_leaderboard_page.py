"""The leaderboard's page, charts and files: who stands in which list, in what order."""

import csv
import io
import json
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from evaluation.models import Run
from games.models import Game
from games.services.plays import freeze_protocol
from tests import make, runs
from tests.web.evaluation.conftest import ended

PAGE = "/leaderboard/"
FILES = ("leaderboard.csv", "leaderboard.json")
ADDRESSES = (
    PAGE,
    *(PAGE + name for name in (*FILES, "figures/", "figures/success/wide/light.svg")),
)


def finished(slug: str, games, *outcomes: str, **fields) -> Run:
    return runs.finish(runs.run(games=games, slug=slug, **fields), *outcomes)


def model(slug: str, games, *outcomes: str, group: str, architecture: str = "dense") -> Run:
    about = {**runs.SPEC["model"], "group": group, "architecture": architecture}
    return finished(slug, games, *outcomes, spec={**runs.SPEC, "model": about})


@pytest.fixture
def strong_and_weak(db) -> None:
    games = runs.games(2)
    model("weak", games, "lost", "won", group="open")
    model("strong", games, "won", "won", group="closed", architecture="moe")
    program = {"questioner": {"kind": "greedy"}, "games": {}}
    finished("greedy", games, "lost", "lost", spec=program)


def names(client: Client, query: str = "") -> list[list[str]]:
    """The players of each list, in order."""
    boards = client.get(PAGE + query).context["page"].boards
    return [[line.entry.name for line in board.lines] for board in boards]


def test_before_anybody_has_ended_a_game_it_says_what_will_be_here(researcher):
    page = researcher.get(PAGE).content.decode()
    assert "Here will be everybody" in page and "Published elsewhere" in page


def test_the_best_stands_first(researcher, strong_and_weak):
    assert names(researcher) == [["strong", "weak", "greedy"]]


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("?kind=baseline", ["greedy"]),
        ("?kind=model", ["strong", "weak"]),
        ("?group=open", ["weak"]),
        ("?architecture=moe", ["strong"]),
        ("?sort=-success", ["greedy", "weak", "strong"]),
        ("?sort=player", ["greedy", "strong", "weak"]),
        ("?sort=turns_all", ["strong", "weak", "greedy"]),
        ("?sort=nonsense&kind=nonsense", ["strong", "weak", "greedy"]),
    ],
)
def test_it_is_filtered_and_sorted_by_the_address(researcher, strong_and_weak, query, shown):
    assert names(researcher, query) == [shown]


def test_who_has_no_such_figure_stands_last_in_either_direction(researcher, strong_and_weak):
    # Greedy solved none, so it has no turns of solved plays.
    for query in ("?sort=turns", "?sort=-turns"):
        assert names(researcher, query)[0][-1] == "greedy"


def test_a_filter_that_fits_nobody_leads_back(researcher, strong_and_weak):
    page = researcher.get(PAGE + "?kind=humans").content.decode()
    assert "No player fits that" in page


def test_rows_of_another_protocol_stand_in_a_list_of_their_own(researcher, strong_and_weak):
    house = freeze_protocol(make.protocol("house"))
    game = Game.objects.select_related("catalogue").get(key="run-1")
    finished("other", [game], "won", protocol=house)
    assert sorted(names(researcher)) == [["other"], ["strong", "weak", "greedy"]]
    assert names(researcher, "?preset=house") == [["other"]]


def test_who_was_held_to_the_two_forms_stands_among_the_others_and_is_marked(
    researcher, strong_and_weak
):
    held = freeze_protocol(replace(make.protocol("paper"), constrained=True))
    game = Game.objects.select_related("catalogue").get(key="run-1")
    finished("held", [game], "won", protocol=held, spec={"model": {"name": "held"}})
    (own,) = names(researcher)
    assert sorted(own) == ["greedy", "held", "strong", "weak"]
    page = researcher.get(PAGE).content.decode()
    assert page.count("its server held its replies to the two forms") == 1


def test_a_list_says_its_rules_and_oracle_and_each_row_its_contamination(
    researcher, strong_and_weak
):
    Run.objects.filter(slug="weak").update(facts={"contaminated": "rules of spring"})
    page = researcher.get(PAGE).content.decode()
    assert "invented-1, dev games, preset paper" in page
    assert "Rules of all of these: preset paper. Oracle: not measured." in page
    assert page.count("None known") == 2
    assert "Rules of spring" in page


def test_a_row_that_is_provisional_says_how_far_it_is(researcher, db):
    runs.finish(runs.run(games=runs.games(3), slug="half"), "won")
    assert "provisional: 1 of 3 plays" in researcher.get(PAGE).content.decode()


def test_a_rate_has_its_interval_as_a_mark(researcher, strong_and_weak):
    # Wilson's interval of 2 in 2 is 0.342 to 1.
    line = researcher.get(PAGE).context["page"].boards[0].lines[0]
    assert (line.mark.low, line.mark.width) == ("34.2", "65.8")


def test_people_stand_with_their_number(researcher):
    campaign = make.campaign(games=2, practice=False, baseline=True)
    ended(make.volunteer(campaign), "won", "won")
    ended(make.volunteer(campaign), "lost")
    (line,) = researcher.get(PAGE).context["page"].boards[0].lines
    assert line.success.main == "50.0%"
    assert line.games.aside.replace("\xa0", " ") == "2 players, 3 plays"
    assert line.address == reverse("evaluation:figures", args=[campaign.slug])


def test_the_files_hold_the_rows_that_the_page_shows(researcher, strong_and_weak):
    query = "?kind=model&sort=-success"
    text = researcher.get(f"{PAGE}leaderboard.csv{query}").content.decode()
    rows = [row for row in csv.DictReader(io.StringIO(text)) if row["column"] == "success_rate"]
    ours = [(row["row"], row["value"], row["n"]) for row in rows if row["table"] == "leaderboard"]
    assert ours == [("weak", "0.5", "2"), ("strong", "1.0", "2")]
    assert {row["reference"] for row in rows if row["table"] == "published"} == {""}
    whole = json.loads(researcher.get(f"{PAGE}leaderboard.json{query}").content)
    assert [row["reference"] for row in whole["groups"][0]["rows"]] == ["run/weak", "run/strong"]


def test_a_name_that_a_spreadsheet_would_run_is_made_harmless(researcher, db):
    finished("sum", runs.games(1), "won", player="=1+1")
    text = researcher.get(f"{PAGE}leaderboard.csv").content.decode()
    assert "'=1+1" in text and ",=1+1" not in text


def test_the_latex_file_holds_the_rows_that_the_page_shows(researcher, strong_and_weak):
    page = researcher.get(f"{PAGE}?architecture=moe")
    assert "/runs/leaderboard.tex?architecture=moe" in page.content.decode()
    written = researcher.get("/runs/leaderboard.tex?architecture=moe").content.decode()
    assert "strong" in written and "weak" not in written


def test_an_architecture_is_in_words(researcher, strong_and_weak):
    page = researcher.get(PAGE).content.decode()
    assert "closed weights, mixture of experts" in page
    assert ">moe<" not in page and ", moe" not in page


def test_the_files_are_there_before_any_row(researcher):
    for name in FILES:
        assert researcher.get(PAGE + name).status_code == 200


def test_every_chart_stands_beside_its_table(researcher, strong_and_weak):
    page = researcher.get(PAGE + "figures/").context["page"]
    assert [part.picture.chart.key for part in page.parts] == [
        "success", "gain", "expected", "extremes", "affordances", "properties", "profile", "turns",
    ]  # fmt: skip
    assert all(part.tables for part in page.parts)
    for part in page.parts:
        for address in (part.picture.wide_light, part.picture.narrow_dark):
            assert researcher.get(address)["Content-Type"] == "image/svg+xml"


def test_the_charts_are_of_the_players_that_were_chosen(researcher, strong_and_weak):
    drawn = researcher.get(PAGE + "figures/success/wide/light.svg?group=open").content.decode()
    assert "weak" in drawn and "strong" not in drawn


def test_charts_of_nobody_are_not_there(researcher, db):
    assert "No player" in researcher.get(PAGE + "figures/").content.decode()
    assert researcher.get(PAGE + "figures/success/wide/light.svg").status_code == 404


@pytest.mark.parametrize("parts", ["nothing/wide/light", "success/vast/light", "success/wide/red"])
def test_a_chart_of_another_name_size_or_theme_is_not_there(researcher, strong_and_weak, parts):
    assert researcher.get(f"{PAGE}figures/{parts}.svg").status_code == 404


@pytest.mark.parametrize("address", ADDRESSES)
def test_others_are_led_to_the_sign_in_page_or_refused(address, db):
    assert Client().get(address).url.startswith("/admin/login/")
    annotator = Client()
    annotator.force_login(User.objects.create_user("annotator"))
    assert annotator.get(address).status_code == 403


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_is_posted_there(address, researcher):
    assert researcher.post(address).status_code == 405


def test_once_computed_the_page_takes_as_many_queries_as_there_are_kinds_of_rows(
    researcher, strong_and_weak, django_assert_num_queries
):
    researcher.get(PAGE)
    # Session and user, runs, the Oracle's scores, campaigns.
    with django_assert_num_queries(5):
        researcher.get(PAGE)
