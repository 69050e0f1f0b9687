"""The list of runs: how far each is, how it does so far, and in how many queries."""

from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from evaluation.models import Run
from evaluation.pages import runs as pages
from tests import make, runs

LIST = "/runs/"


def text_of(client: Client, address: str = LIST) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_an_empty_list_says_what_will_be_here_and_how_to_begin(researcher):
    page = text_of(researcher)
    assert "Here will be your runs" in page
    assert 'href="/runs/new/">Launch the first run' in page


def test_a_line_says_how_far_a_run_is_and_how_it_does(researcher):
    runs.finish(runs.run(games=runs.games(4), status="running"), "won", "lost")
    page = text_of(researcher)
    assert "2 of 4" in page
    assert "50.0%<small>[9.5%, 90.5%], n = 2, provisional</small>" in page


def test_success_of_a_complete_run_is_not_provisional(researcher):
    runs.finish(runs.run(games=runs.games(1)), "won")
    assert "provisional</small>" not in text_of(researcher)


def test_a_stopped_run_says_why_in_words(researcher):
    runs.run(games=runs.games(1), status="paused", reason="server_gone")
    assert "paused<small>The model stopped answering.</small>" in text_of(researcher)


def test_controls_and_constrained_replies_stand_beside_the_preset(db):
    row = runs.run(games=runs.games(1))
    row.protocol.settings |= {"condition": "labels_only", "constrained": True}
    assert pages.rules_of(row) == "paper, control labels only, constrained replies"


def test_it_is_narrowed_by_state_and_catalogue(db):
    games = runs.games(1)
    runs.run(games=games, slug="one")
    runs.run(games=games, slug="two", status="running")
    slugs = [line.run.slug for line in pages.listed({"status": "running"}).lines]
    assert slugs == ["two"]
    assert pages.listed({"catalogue": "invented-1"}).page.paginator.count == 2
    assert pages.listed({"status": "nonsense", "page": "x"}).page.paginator.count == 2


def test_a_narrowed_list_without_a_run_leads_back(researcher):
    runs.run(games=runs.games(1))
    assert "No run fits that." in text_of(researcher, f"{LIST}?status=failed")


def test_the_next_page_keeps_what_it_is_narrowed_to(researcher, monkeypatch):
    monkeypatch.setattr(pages, "RUNS_A_PAGE", 1)
    games = runs.games(1)
    for slug in ("one", "two"):
        runs.run(games=games, slug=slug)
    page = text_of(researcher, f"{LIST}?status=queued")
    older = page.partition('rel="next"')[0].rpartition('href="')[2].rstrip('" ')
    assert parse_qs(urlsplit(unescape(older)).query) == {"status": ["queued"], "page": ["2"]}


@pytest.mark.parametrize("count", [1, 3])
def test_queries_do_not_grow_with_the_runs(count, researcher, django_assert_num_queries):
    games = runs.games(2)
    for number in range(count):
        runs.finish(runs.run(games=games, slug=f"run-{number}"), "won", "aborted")
    # Session, researcher, catalogues, count of runs, runs, endings, planned games.
    with django_assert_num_queries(7):
        researcher.get(LIST)


def test_who_made_it_stands_there(researcher, django_user_model):
    maker = django_user_model.objects.get(username="researcher")
    runs.run(games=runs.games(1), made_by=maker)
    assert "by researcher" in text_of(researcher)


def test_researchers_pages_lead_here(researcher):
    make.campaign()
    assert 'href="/runs/">Runs</a>' in text_of(researcher, "/campaigns/")
    assert Run.objects.count() == 0
