"""Pages of question sets: counted before they are made, looked at, downloaded."""

import io
import json
import uuid
import zipfile
from hashlib import sha256

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from evaluation import tasks
from evaluation.coat.exports.parquet import read_parquet
from evaluation.coat.exports.rows import line_of
from evaluation.coat.variations import Kind
from evaluation.models import QuestionSet
from evaluation.pages import coat_files
from tests import coat_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def own():
    return coat_rows.own()


@pytest.fixture
def sent(monkeypatch) -> list[int]:
    ids: list[int] = []
    monkeypatch.setattr(tasks, "enqueue_set", ids.append)
    return ids


def at(view, *args):
    return reverse(f"coat:{view}", args=args)


def read(client, address, **query):
    response = client.get(address, query)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def asked_for(client, **said):
    fields = {
        "key": uuid.uuid4(),
        "catalogue": "own",
        "of": "task-2/3",
        "size": 40,
        "seed": 1,
        "partition": "corrected",
        "order": "lexicographic",
        "scheme": "",
        "weights": "legacy",
        "padding": "strict",
        "step": "make",
        **said,
    }
    return client.post(at("new_set"), fields)


def download(client, row, name) -> bytes:
    response = client.get(at("set_file", row.slug, name))
    assert response.status_code == 200
    return b"".join(response.streaming_content)


def test_an_empty_list_says_how_to_begin(researcher):
    assert "Here will be sets" in read(researcher, at("sets"))


def test_a_set_is_counted_before_it_is_made_and_nothing_is_stored(researcher, own):
    page = asked_for(researcher, step="count").content.decode()
    row = coat_rows.made(size=40)
    assert f"{row.count} of 40 questions can be drawn" in " ".join(page.split())
    assert QuestionSet.objects.count() == 1  # the one made here to compare with


def test_a_set_is_asked_for_once_and_sent_for(researcher, own, sent):
    key = uuid.uuid4()
    first, again = asked_for(researcher, key=key), asked_for(researcher, key=key)
    row = QuestionSet.objects.get()
    assert first.url == again.url == at("set", row.slug)
    assert set(sent) == {row.pk}
    assert (row.status, row.made_by.username, row.seed) == ("queued", "researcher", 1)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"size": 0}, "greater than or equal to 1"),
        ({"size": 20_001}, "less than or equal to 20000"),
        ({"of": "task-2/99"}, "Select a valid choice"),
        ({"catalogue": "none"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_asked_for_comes_back_in_the_form(said, wrong, researcher, own):
    page = asked_for(researcher, **said)
    assert page.status_code == 200
    assert wrong in page.content.decode()
    assert QuestionSet.objects.count() == 0


def test_a_page_that_waits_is_told_once_its_set_is_made(researcher):
    row = coat_rows.queued()
    assert at("set_state", row.slug) in read(researcher, at("set", row.slug))
    polled = {"HX-Request": "true"}
    assert researcher.get(at("set_state", row.slug), headers=polled).status_code == 204
    tasks.make_question_set(row.pk)
    done = researcher.get(at("set_state", row.slug), headers=polled)
    assert done.headers["HX-Refresh"] == "true"
    assert at("set_state", row.slug) not in read(researcher, at("set", row.slug))


def test_a_set_says_what_it_follows_from_and_leads_on(researcher):
    row = coat_rows.made(scheme=coat_rows.scheme("strict", dirty=60), size=40)
    page = read(researcher, at("set", row.slug))
    assert row.sha256 in page
    assert "strict/1" in page
    assert f"{reverse('coat:new_run')}?questions={row.slug}" in page
    assert at("new_quiz", row.slug) in page


def test_a_set_that_failed_says_why(researcher):
    row = coat_rows.queued()
    QuestionSet.objects.filter(pk=row.pk).update(
        status="failed", reason="No pair can have one.", ended_at="2026-01-01T00:00Z"
    )
    assert "No pair can have one." in read(researcher, at("set", row.slug))


def test_a_question_shows_its_answer_and_penalties_only_where_asked(researcher):
    row = coat_rows.made()
    number = row.questions.get(number=2)
    address = at("question", row.slug, 2)
    shown = read(researcher, address)
    assert "is right" not in shown and "moderate" not in shown and "target" not in shown
    answer = read(researcher, address, answer="shown")
    assert f"<b>{number.answer}</b> is right" in answer
    assert answer.count("<table") == 1
    assert "a bad state" in answer  # a role; Task-2 3 has bad options
    assert f"{at('question', row.slug, 3)}?answer=shown" in answer
    assert researcher.get(at("question", row.slug, row.count + 1)).status_code == 404


def test_a_number_leads_to_its_question(researcher):
    row = coat_rows.made()
    address = at("question", row.slug, 1)
    assert researcher.get(address, {"number": 7}).url == at("question", row.slug, 7)
    kept = researcher.get(address, {"number": 7, "answer": "shown"})
    assert kept.url == at("question", row.slug, 7) + "?answer=shown"
    for strange in ("0", str(row.count + 1), "x", "9" * 5000, "²"):
        page = read(researcher, address, number=strange)
        assert f"The set has questions 1 to {row.count}" in page


def test_a_set_has_a_name_in_words_and_the_form_s_words_for_its_policies(researcher):
    row = coat_rows.made(Kind.TASK_1, "2", size=20)
    name = f"Which state is ideal, 5 options, {row.count} questions (task-1 2)"
    page = read(researcher, at("set", row.slug))
    assert f"<h1>{name} " in page
    assert "Which of two states is better</dt><dd>time first, then material" in page
    assert "(lexicographic)" in page and "(strict)" in page
    for address in (at("sets"), at("question", row.slug, 1), at("new_quiz", row.slug)):
        assert name in read(researcher, address)
    assert name in read(researcher, reverse("coat:new_run"), questions=row.slug)


def test_a_question_about_objects_alone_shows_no_states(researcher):
    row = coat_rows.made(Kind.TASK_U, "2")
    page = read(researcher, at("question", row.slug, 1))
    assert "availability" not in page


def test_the_lines_are_the_stored_ones_and_have_the_hash(researcher):
    row = coat_rows.made()
    lines = download(researcher, row, "questions.jsonl")
    assert sha256(lines).hexdigest() == row.sha256
    assert json.loads(download(researcher, row, "set.json"))["sha256"] == row.sha256


def test_other_formats_hold_the_same_questions(researcher):
    row = coat_rows.made()
    lines = download(researcher, row, "questions.jsonl")
    rows = read_parquet(download(researcher, row, "questions.parquet")).rows
    assert "".join(map(line_of, rows)).encode() == lines
    whole = json.loads(download(researcher, row, "published.json"))
    blind = json.loads(download(researcher, row, "published-without-answers.json"))
    assert len(whole) == len(blind) == row.count
    assert [each["options"] for each in whole] == [each["options"] for each in blind]
    assert all(each["correct_answer"] == {} for each in blind)
    answers = list(row.questions.values_list("answer", flat=True))
    assert [each["correct_answer"] for each in whole] == answers


@pytest.mark.parametrize(
    ("name", "inside"),
    [("hugging-face.zip", "README.md"), ("harness.zip", ".yaml")],
)
def test_zip_files_hold_a_whole_folder_and_are_the_same_each_time(name, inside, researcher):
    row = coat_rows.made()
    packed = download(researcher, row, name)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert any(inside in each for each in archive.namelist())
    assert download(researcher, row, name) == packed


def test_a_set_that_is_not_ready_has_no_files(researcher):
    row = coat_rows.queued()
    for name in coat_files.FILES:
        assert researcher.get(at("set_file", row.slug, name)).status_code == 404


def test_the_list_asks_as_many_queries_for_two_as_for_one(researcher):
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            researcher.get(at("sets"))
        return len(asked)

    coat_rows.made()
    one = queries()
    coat_rows.made(seed=2)
    assert queries() == one


def test_a_set_and_a_question_ask_few_queries(researcher):
    row = coat_rows.made()
    for address in (at("set", row.slug), at("question", row.slug, 1)):
        researcher.get(address)
        with CaptureQueriesContext(connection) as asked:
            researcher.get(address)
        assert len(asked) <= 6
