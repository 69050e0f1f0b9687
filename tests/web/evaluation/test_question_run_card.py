"""The card of a run over a question set: at its own address, as JSON, as text."""

import pytest
from django.urls import reverse

from evaluation.coat.variations import Kind
from evaluation.models import Run
from evaluation.pages import question_card
from tests import asking, coat_rows
from tests.asking import Answerer

pytestmark = pytest.mark.django_db


@pytest.fixture
def eight(db):
    return coat_rows.made(Kind.TASK_1, "1", size=8)


def sections(run: Run) -> dict[str, list[str]]:
    return {
        section.title: [f"{line.name}: {line.value}" for line in section.lines]
        for section in question_card.sections(question_card.card_of(run))
    }


def test_a_whole_run_s_card_says_what_its_figures_rest_on(researcher, eight):
    run = asking.play(asking.run(eight), Answerer(asking.right(eight)), tried_out=True)
    page = researcher.get(reverse("coat:run_card", args=[run.slug])).content.decode()
    assert len(run.sha256) == 64
    hashes = run.sha256, eight.sha256, run.facts["prompts"]["single"], run.facts["code"]["commit"]
    for words in (*hashes, "task-1: which state is ideal", "a letter alone", "corrected"):
        assert words in page
    said = sections(run)
    assert "name: " + eight.slug in said["The question set"]
    assert "aborted: 0" in said["Its questions"]
    # Wilson: 8 / (8 + 1.96^2) = 0.676
    assert "accuracy: 100.0% (67.6% to 100.0%) of 8 questions" in said["Figures"]
    assert said["Deviations from the usual way of asking"] == [": None."]
    chance = ": Chance level: one of 5 options, 20.0%."
    assert said["How to read its figures"][0] == chance


def test_the_document_holds_numbers_and_is_the_same_in_three_forms(researcher, eight):
    run = asking.play(asking.run(eight), Answerer(asking.right(eight)), tried_out=True)
    card = researcher.get(reverse("coat:run_card_json", args=[run.slug])).json()
    assert (card["run"]["sha256"], card["questions"]["done"]) == (run.sha256, 8)
    accuracy = card["figures"]["accuracy"]
    assert (accuracy["value"], accuracy["questions"], round(accuracy["low"], 3)) == (1.0, 8, 0.676)
    assert sum(each["right"] for each in card["figures"]["letters"].values()) == 8
    text = researcher.get(reverse("coat:run_card_text", args=[run.slug])).content.decode()
    assert "The question set\n----------------\n" in text and run.sha256 in text


def test_before_its_first_question_the_card_says_that_nothing_is_known(eight):
    said = sections(asking.run(eight))
    assert said["Figures"] == [": No question is done yet."]
    assert said["What was tried out before"] == [": It was not tried out yet."]
    assert said["How to read its figures"][0].endswith("are no result yet.")


def test_a_part_of_a_set_deviations_and_repeats_are_said(eight):
    run = asking.run(eight, questions={"limit": 3, "retries": 0}, run={"repeats": 2})
    run = asking.play(run, Answerer(asking.right(eight)))
    said = sections(run)
    assert "It asks 3 of the set's 8 questions" in " ".join(said["How to read its figures"])
    assert "not independent" in " ".join(said["How to read its figures"])
    assert "Retries" in said["Deviations from the usual way of asking"][0]


def test_a_modular_run_names_who_lists_the_objects_and_its_first_stage():
    row = coat_rows.made(Kind.FULL_IDEAL, "1-1-1", size=4)
    lister = {**asking.MODEL, "name": "lister"}
    run = asking.run(row, questions={"set_up": "modular"}, stage_model=lister)
    known = asking.Answerer(lambda call: '{"objects": []}', name="lister")
    run = asking.play(run, Answerer(lambda call: "A"), known)
    said = sections(run)
    assert "who lists objects: lister" in said["How it was asked"]
    assert any(line.startswith("first stage right object listed: 0.0%") for line in said["Figures"])


def test_queries_of_the_card_are_few(researcher, eight, django_assert_num_queries):
    run = asking.play(asking.run(eight), Answerer(asking.right(eight)))
    researcher.get(reverse("coat:run_card", args=[run.slug]))
    # Session, researcher, run; counts, choices, sets; the set with its catalogue; usage; changes.
    with django_assert_num_queries(9):
        researcher.get(reverse("coat:run_card", args=[run.slug]))
