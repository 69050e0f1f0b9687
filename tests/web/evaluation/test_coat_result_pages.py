"""COAT's tables and figures of a catalogue: models, people, tuned models, published rows."""

import csv
import io
import uuid
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from evaluation import coat_board
from evaluation.coat.tables import accuracies
from evaluation.coat.variations import Kind
from evaluation.models import CoatCatalogue
from evaluation.services import control, quizzes
from evaluation.services.quizzes import Chosen
from games.llm.chat import ModelRefused
from tests import asking, coat_rows, make
from tests.asking import Answerer
from tests.tuned_rows import answered, both, chat_of, tuned

pytestmark = pytest.mark.django_db


@pytest.fixture
def eight(db):
    return coat_rows.made(Kind.TASK_1, "1", size=8)


def at(name: str, *of: object) -> str:
    return reverse(f"coat:{name}", args=of)


def read(client, address: str, **query) -> str:
    response = client.get(address, query)
    assert response.status_code == 200
    return response.content.decode()


def file_of(client, key: str) -> dict[str, dict[str, str]]:
    """Label of a row -> its cells by the heads of the columns."""
    lines = csv.DictReader(io.StringIO(read(client, at("table_file", key))))
    return {line["row"]: line for line in lines}


def person_is_right(row, *, number: int = 1) -> None:
    quiz = coat_rows.quiz(row, questions=1)
    sitting = quizzes.begin(quiz, uuid.uuid4(), make.NOW)
    quizzes.answer(sitting, Chosen(1, quizzes.question_at(sitting, 1).answer), make.NOW)


def test_results_are_empty_at_first_and_say_how_to_begin(researcher, eight):
    assert "Here will be the tables" in read(researcher, at("results"))
    assert researcher.get(at("results"), {"catalogue": "nowhere"}).status_code == 404
    for address in (at("table_file", "task-1"), at("result_chart", "letters", "wide", "light")):
        assert researcher.get(address).status_code == 404


def test_results_hold_whole_runs_people_and_published_rows(researcher, eight):
    asking.play(asking.run(eight), Answerer(asking.right(eight)))
    asking.run(eight)  # not over yet, so it is in no table
    person_is_right(eight)
    page = read(researcher, at("results"))
    assert "1 whole run over question sets of own" in page
    assert "<em>PaLM</em><small>published</small>" in page
    assert "tiny<small>model</small>" in page and "People<small>people</small>" in page
    assert researcher.get(at("table_file", "task-u")).status_code == 404


def test_a_file_says_whose_each_row_is_and_the_unit_of_each_column(researcher, eight):
    asking.play(asking.run(eight), Answerer(asking.right(eight)))
    person_is_right(eight)
    rows = file_of(researcher, "task-1")
    v1 = "5 options, accuracy, v1"
    whose = {name: rows[name]["of"] for name in ("tiny", "People", "PaLM")}
    assert whose == {"tiny": "model", "People": "people", "PaLM": "published"}
    assert {row["catalogue"] for row in rows.values()} == {"own"}
    tiny = rows["tiny"]
    assert (tiny[f"{v1} (%)"], tiny[f"{v1}, questions (count)"]) == ("100.00", "8")
    # Wilson's lower end of one right answer of one: 1 / (1 + 1.96^2) = 0.2065.
    assert rows["People"][f"{v1}, 95% low (%)"] == "20.65"
    assert rows["PaLM"][f"{v1}, remark"] == "not published"
    assert f"{v1}, sd over repeats (percentage points)" not in tiny  # nobody repeated
    # What a mean is stands on every line of the file, and once on the page.
    assert {row["about"] for row in rows.values()} == {accuracies.MEANS_NOTE}
    assert read(researcher, at("results")).count("Means are unweighted") == 1


def test_people_s_answers_to_several_variations_are_one_row(researcher):
    for name in ("11", "12"):
        person_is_right(coat_rows.made(Kind.TASK_1, name, size=4))
    lines = list(csv.DictReader(io.StringIO(read(researcher, at("table_file", "task-1")))))
    (people,) = [line for line in lines if line["of"] == "people"]
    assert people["mean accuracy, 2 options (%)"] == "100.00"


def test_a_figure_shows_whoever_was_measured_and_the_published_beside(researcher):
    row = coat_rows.made(Kind.TASK_1, "11", size=8)
    asking.play(asking.run(row), Answerer(asking.right(row)))
    page = read(researcher, at("results"))
    # Other objects and letters; its one variation gives no mean over two options.
    assert page.count("<figure>") == 2
    drawn = read(researcher, at("result_chart", "other-objects", "wide", "light"))
    assert "2 options, 0 options of other objects" in drawn and "100%" in drawn
    for wrong in (("options-task-1", "wide", "light"), ("other-objects", "huge", "light")):
        assert researcher.get(at("result_chart", *wrong)).status_code == 404


def test_a_run_over_a_part_of_a_set_takes_no_place_of_a_whole_one(researcher, eight):
    asking.play(asking.run(eight), Answerer(asking.right(eight)))
    asking.play(asking.run(eight, questions={"limit": 1}), Answerer(lambda call: "none"))
    page = read(researcher, at("results"))
    assert "1 whole run" in page and "100.0%" in page and "n = 1," not in page


def test_a_run_that_was_asked_otherwise_has_a_row_of_its_own(researcher, eight):
    asking.play(asking.run(eight), Answerer(asking.right(eight)))
    known = asking.knows(eight)
    asked = asking.run(eight, questions={"retries": 0})
    asking.play(asked, Answerer(lambda call: "none" if call.number == 1 else known[call.text]))
    rows = file_of(researcher, "task-1")
    v1 = "5 options, accuracy, v1 (%)"
    assert (rows["tiny"][v1], rows["tiny, retries 0"][v1]) == ("100.00", "87.50")  # 7 of 8


def test_letters_are_counted_beside_where_the_right_options_stood(researcher, eight):
    asking.play(asking.run(eight), Answerer(lambda call: "B" if call.number > 1 else "none"))
    (row,) = file_of(researcher, "letters").values()
    right = [question.answer for question in eight.questions.all()]
    assert row["row"] == "tiny, Task-1, 5 options"
    # One of eight replies was none, and was asked for again.
    assert (row["chosen, B (%)"], row["chosen, A (%)"]) == ("100.00", "0.00")
    assert float(row["right, C (%)"]) == round(100 * right.count("C") / 8, 2)
    drawn = read(researcher, at("result_chart", "letters", "narrow", "dark"))
    assert "Right options" in drawn and "5 options, B" in drawn


def test_a_tuned_model_stands_beside_its_parent(researcher):
    first = coat_rows.made(Kind.TASK_1, "11", size=10)
    second = coat_rows.made(Kind.TASK_1, "12", size=8)
    model = tuned(chat_of(first.questions.first()))
    both(first, model)
    rows = file_of(researcher, "tuned-sets")
    (name,) = rows
    row = rows[name]
    assert name == "mine: Task-1, v11"
    assert row["note"] == first.slug
    assert row["about"].endswith(f"mine: from small, 2 steps on 1 chat, slice {'b' * 12}.")
    assert (row["set, chance (%)"], row["set, tuned on (count)"]) == ("50.00", "1")
    assert (row["accuracy, before (%)"], row["accuracy, after (%)"]) == ("50.00", "100.00")
    assert row["accuracy, before, remark"] == "like chance"
    assert row["accuracy, difference (percentage points)"] == "50.00"
    # Of two options variation 12 is missing, so there is no mean to compare.
    assert file_of(researcher, "tuned")["mine"].keys().isdisjoint({"mean accuracy, 2 options (%)"})
    both(second, model)
    means = file_of(researcher, "tuned")
    two = "mean accuracy, 2 options, Task-1 (%)"
    assert means["mine"][two] == "100.00" and means["PaLM, tuned"][two] == "99.20"
    drawn = read(researcher, at("result_chart", "tuned", "wide", "light"))
    assert "Task-1, 2 options (chance 50%), v11" in drawn and "PaLM, tuned" in drawn


def test_a_set_that_the_parent_alone_was_asked_is_in_no_mean_of_either(researcher):
    first = coat_rows.made(Kind.TASK_1, "11", size=10)
    second = coat_rows.made(Kind.TASK_1, "12", size=8)
    model = tuned()
    both(first, model)
    answered(second, model.parent, lambda call: "A")
    assert list(file_of(researcher, "tuned-sets")) == ["mine: Task-1, v11"]
    page = strip_tags(read(researcher, at("results")))
    assert "+50.0 points" in page and "variations missing" in page


def test_what_a_difference_cannot_tell_is_said(researcher, eight):
    model = tuned()
    answered(eight, model.parent, lambda call: "A")
    answered(eight, str(Path(model.folder) / model.slug), lambda call: "B")
    assert "0 within" in read(researcher, at("results"))


def test_the_page_and_its_charts_take_few_queries_once_worked_out(
    researcher, eight, django_assert_num_queries
):
    other = coat_rows.made(Kind.TASK_1, "11", size=8)
    for row in (eight, other):
        asking.play(asking.run(row), Answerer(asking.right(row)))
        person_is_right(row)
    both(other, tuned())
    read(researcher, at("results"))
    # Session, account, runs and quizzes of all catalogues, the catalogue; then the state of its
    # rows: runs, answers, sets, tuned models.
    with django_assert_num_queries(9):
        read(researcher, at("results"))
    with django_assert_num_queries(7):
        read(researcher, at("result_chart", "letters", "wide", "light"), catalogue="own")
    with django_assert_num_queries(7):
        read(researcher, at("table_file", "task-1"), catalogue="own")


def test_what_changes_the_rows_changes_the_tables(researcher, eight):
    catalogue = CoatCatalogue.objects.get(version="own")
    first = next(iter(asking.knows(eight)))
    right = asking.right(eight)
    run = asking.play(
        asking.run(eight),
        Answerer(lambda c: ModelRefused("no", 400) if c.text == first else right(c)),
    )
    kept = coat_board.board_of(catalogue)
    assert coat_board.board_of(catalogue) is kept
    person_is_right(eight)
    with_people = coat_board.board_of(catalogue)
    assert len(with_people.tables["task-1"].rows) == len(kept.tables["task-1"].rows) + 1
    coat_rows.made(Kind.TASK_0, "1", size=4)
    assert len(coat_board.board_of(catalogue).tables["sets"].rows) == 2
    # The question that was broken off is asked again: the run ends anew, all of it right.
    assert control.retry_failed(run.pk)
    assert coat_board.board_of(catalogue).runs == 0
    asking.play(run, Answerer(right))
    assert "100.0%" in read(researcher, at("results"))


def test_a_name_that_a_spreadsheet_might_run_is_made_harmless(researcher, eight):
    model = {"name": "=1+1"}
    asking.play(asking.run(eight, model=model), Answerer(asking.right(eight), name="=1+1"))
    assert "'=1+1" in file_of(researcher, "task-1")
