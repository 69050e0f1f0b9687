"""What a run over a question set came to, on its page: cost, letters, stages; and its queries."""

import csv
import io

import pytest
from django.urls import reverse

from evaluation.coat.variations import Kind
from evaluation.models import Run
from tests import asking, coat_rows
from tests.asking import Answerer

pytestmark = pytest.mark.django_db
HX = {"HX-Request": "true"}


@pytest.fixture
def eight(db):
    return coat_rows.made(Kind.TASK_1, "1", size=8)


@pytest.fixture
def four(db):
    """Questions whose objects are asked for first."""
    return coat_rows.made(Kind.FULL_IDEAL, "1-1-1", size=4)


def at(name: str, run: Run, *of: object) -> str:
    return reverse(f"coat:{name}", args=[run.slug, *of])


def read(client, address: str, **query) -> str:
    response = client.get(address, query)
    assert response.status_code == 200
    return response.content.decode()


def test_cost_stands_beside_tokens_where_prices_are_given(researcher, eight):
    prices = {"input": 100.0, "output": 1000.0, "currency": "EUR"}
    run = asking.play(asking.run(eight, price=prices), Answerer(asking.right(eight)))
    page = read(researcher, at("run", run))
    # 8 calls of 90 tokens in and 10 out: (720 * 100 + 80 * 1000) / 1,000,000 = 0.152.
    assert "800 tokens, 0.1520 EUR in all." in page
    assert "Answers" in page and ">720<" in page and ">80<" in page


def test_without_prices_it_says_that_there_is_no_cost(researcher, eight):
    run = asking.play(asking.run(eight), Answerer(asking.right(eight)))
    page = read(researcher, at("run", run))
    assert "800 tokens in all." in page and "No price was given" in page


def test_what_is_used_of_a_limit_is_said(researcher, eight):
    run = asking.run(eight, limits={"tokens": 5000})
    assert "0 of 5,000 tokens are used." in read(researcher, at("run", run))


def test_sums_are_asked_for_apart_and_once_more_when_the_run_stops(researcher, eight):
    run = asking.run(eight)
    assert at("run_usage", run) in read(researcher, at("run", run))
    asking.play(run, Answerer(asking.right(eight)))
    stopped = researcher.get(at("run_progress", run), headers=HX)
    assert stopped.headers["HX-Trigger"] == '{"run-stopped": {}}'
    usage = researcher.get(at("run_usage", run), headers=HX).content.decode()
    assert "800 tokens in all." in usage and "hx-get" not in usage
    assert researcher.get(at("run_usage", run)).status_code == 302


def test_letters_are_drawn_with_their_numbers_and_a_file(researcher, eight):
    run = asking.play(asking.run(eight, questions={"retries": 0}), Answerer(lambda call: "B"))
    page = read(researcher, at("run", run))
    assert at("run_letters", run, "narrow", "dark") + "?of=8" in page
    drawn = read(researcher, at("run_letters", run, "wide", "light"))
    assert "<title>Letters chosen and letters right, tiny</title>" in drawn
    rows = list(csv.reader(io.StringIO(read(researcher, at("run_letters_csv", run)))))
    assert rows[0] == ["letter", "chosen", "right"] and rows[2][:2] == ["B", "8"]
    assert sum(int(right) for _, _, right in rows[1:]) == 8
    for size, theme in (("huge", "light"), ("wide", "blue")):
        assert researcher.get(at("run_letters", run, size, theme)).status_code == 404


def test_no_answer_has_a_column_of_its_own_that_cannot_be_right(researcher, eight):
    run = asking.run(eight, questions={"retries": 0})
    run = asking.play(run, Answerer(lambda call: "B" if call.number > 3 else "well"))
    rows = list(csv.reader(io.StringIO(read(researcher, at("run_letters_csv", run)))))
    assert rows[-1] == ["none", "3", ""] and rows[2][1] == "5"


def test_an_unfinished_run_s_picture_says_that_it_is_provisional(researcher, eight):
    run = asking.run(eight)
    assert "<figure>" not in read(researcher, at("run", run))
    assert "Provisional" in read(researcher, at("run_letters", run, "wide", "light"))


def test_the_objects_that_the_first_stage_kept_stand_beside_the_answer(researcher, four):
    def script(call: asking.Asked) -> str:
        if not call.lists:
            return "A"
        offered = [line[2:] for line in call.text.splitlines() if line.startswith("- ")]
        return f'{{"objects": ["{offered[0]}", "Unicorn"]}}'

    run = asking.play(asking.run(four, questions={"set_up": "modular"}), Answerer(script))
    page = read(researcher, at("run", run))
    assert page.count("The first stage named ") == 4
    assert " and 1 not offered: option" in page
    assert "Prompt and last reply" in page and "First the objects" in page


def test_what_was_no_list_and_what_kept_nothing_is_said(researcher, four):
    asked = asking.run(four, questions={"set_up": "modular", "retries": 0})
    run = asking.play(asked, Answerer(lambda call: "{}" if call.number > 2 else '{"objects": []}'))
    page = read(researcher, at("run", run))
    assert page.count("The first stage named none of the objects: no option went on.") == 2
    assert page.count("The first stage named no objects.") == 2


def test_queries_of_the_page_and_its_polls_are_few(researcher, eight, django_assert_num_queries):
    run = asking.play(asking.run(eight), Answerer(asking.right(eight)))
    read(researcher, at("run", run))
    # Session, researcher, run; counts, choices, sets; choices, replies; usage, two latencies;
    # changes.
    with django_assert_num_queries(12):
        read(researcher, at("run", run))
    with django_assert_num_queries(8):
        researcher.get(at("run_progress", run), headers=HX)
    with django_assert_num_queries(6):
        researcher.get(at("run_usage", run), headers=HX)


def test_queries_do_not_grow_with_the_questions(researcher, django_assert_num_queries):
    many = coat_rows.made(Kind.TASK_1, "1", size=30)
    run = asking.play(asking.run(many, run={"repeats": 2}), Answerer(asking.right(many)))
    read(researcher, at("run", run))
    with django_assert_num_queries(12):
        read(researcher, at("run", run))
