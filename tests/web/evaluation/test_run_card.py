"""A run's card: one document, which page, JSON and text print alike."""

import json

import pytest

from evaluation.models import Run
from evaluation.pages import run_card
from tests import runs

CARD = "/runs/invented/card"


@pytest.fixture
def row(db) -> Run:
    run = runs.run(
        games=runs.games(3),
        spec=runs.SPEC | {"sampling": {"temperature": 0.7, "questioner_tokens": 64}},
        facts={"code": {"commit": "abc", "dirty": True}, "prompts": {"questioner": "f" * 64}},
        checked={
            "results": [
                {"name": "context", "state": "passed", "sentence": "It fits.", "remedy": ""}
            ],
            "passed": True,
        },
    )
    return runs.finish(run, "won", "lost", "aborted")


def lines(run: Run) -> dict[str, list[str]]:
    """Section -> its lines as text."""
    found = Run.objects.select_related("catalogue", "protocol").get(pk=run.pk)
    return {
        section.title: [f"{line.name}: {line.value}" for line in section.lines]
        for section in run_card.sections(run_card.card_of(found))
    }


def test_deviations_from_the_paper_are_lines(row):
    assert lines(row)[run_card.TITLES["deviations"]] == [
        ": The temperature is 0.7, not 0.",
        ": The Questioner's replies have at most 64 tokens, not 512.",
    ]


def test_answered_questions_on_several_properties_are_a_deviation_of_a_program_too(db):
    spec = {
        "run": {"title": "Greedy", "player": "greedy"},
        "questioner": {"kind": "greedy"},
        "games": {"catalogue": "invented-1"},
        "protocol": {"multi_property": "allow"},
    }
    row = runs.run(games=runs.games(1), spec=spec)
    assert lines(row)[run_card.TITLES["deviations"]] == [
        ": Questions on more than one property are answered, which the preset paper refuses."
    ]


def test_without_a_deviation_it_says_none(db):
    row = runs.run(games=runs.games(1))
    assert lines(row)[run_card.TITLES["deviations"]] == [": None."]
    assert lines(row)["Contamination"] == [
        ": None known: nothing made on these games, rules or a list, was used."
    ]


def test_games_are_counted_by_their_ending(row):
    assert lines(row)["How its games ended"] == [
        "planned: 3", "ended: 3", "solved: 1", "wrong guess: 1", "out of turns: 0", "aborted: 1",
        "success: 33.3%, 95% Wilson interval from 6.1% to 79.2%, n = 3",
    ]  # fmt: skip


def test_the_judge_of_its_plays_is_named_with_its_version(row):
    judge, sufficient = lines(row)[run_card.TITLES["observer"]]
    assert judge.startswith("judge: catalogue-share/1, eps 0.05, sufficient 0.8, table-")
    assert sufficient == "sufficient from a belief of: 0.8"


@pytest.mark.parametrize(("kind", "says"), [("greedy", True), ("noisy", True), ("random", False)])
def test_a_program_that_guesses_when_it_is_sure_says_from_when(db, kind, says):
    spec = {"questioner": {"kind": kind}, "games": {"catalogue": "invented-1"}}
    spec["questioner"] |= {"skill": 0.5} if kind == "noisy" else {}
    found = lines(runs.run(games=runs.games(1), spec=spec))[run_card.TITLES["observer"]]
    assert ("player guesses from a belief of: 0.8" in found) is says


def test_what_it_depends_on_stands_with_its_hashes(row):
    facts = lines(row)["What it depends on"]
    assert facts == [
        "code commit: abc",
        "code has uncommitted changes: yes",
        f"prompts questioner: {'f' * 64}",
    ]


def test_the_oracle_is_marked_where_it_was_not_measured(row):
    said = lines(row)["The Oracle"]
    assert "right: not measured" in said and "practice quality not comparable: yes" in said


def test_checks_are_sentences(row):
    assert lines(row)["What was tried out before"] == ["context: passed. It fits."]


def test_page_json_and_text_hold_the_same_values(researcher, row):
    page = researcher.get(f"{CARD}/").content.decode()
    card = json.loads(researcher.get(f"{CARD}.json").content)
    text = researcher.get(f"{CARD}.txt").content.decode()
    # Three games, each a question and a guess of 100 and 10 tokens, but the aborted has no guess.
    assert card["usage"]["tokens"] == 550
    assert "tokens: 550\n" in text and "<dt>tokens</dt><dd>550</dd>" in page
    for section, said in lines(row).items():
        assert section in text
        for line in said:
            assert line.removeprefix(": ") in text


def test_the_card_s_spec_is_the_run_s(researcher, row):
    assert json.loads(researcher.get(f"{CARD}.json").content)["spec"] == row.spec


def test_queries_of_the_card_do_not_grow(researcher, row, django_assert_num_queries):
    researcher.get(f"{CARD}.json")
    # Session, researcher, run; its entry, Oracle and changes; endings and planned; labels by who
    # gave them; usage's three.
    with django_assert_num_queries(12):
        researcher.get(f"{CARD}.json")
