"""The researchers' page of what raters asked."""

import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from annotation.models import GuidelineQuestion
from annotation.services import questions
from annotation.services.questions import AnsweredMeanwhile
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db
HERE = "/annotations/vrelk/1/questions/"


@pytest.fixture
def asked(db) -> GuidelineQuestion:
    rater = studies.rater(studies.study(), "coral-fig-77")
    return questions.ask(rater, "What of\nlids?", uuid.uuid4(), now=NOW)


def answer(browser, question, text="They come off.", **more):
    return browser.post(f"{HERE}{question.pk}/", {"answer": text} | more)


def page(browser) -> str:
    return browser.get(HERE).content.decode()


def test_an_empty_page_says_what_will_be_here(researcher):
    studies.study()
    assert "Here will be what raters ask" in page(researcher)


def test_the_heading_counts_what_waits(researcher, asked):
    text = page(researcher)
    assert "1 not answered" in text and "coral-fig-77" in text
    answer(researcher, asked)
    assert "not answered" not in page(researcher)


def test_an_answer_says_who_gave_it_and_when(researcher, asked):
    assert answer(researcher, asked).url == f"{HERE}#question-{asked.pk}"
    asked.refresh_from_db()
    assert asked.answer == "They come off." and asked.answered_at
    assert "Answered by researcher" in page(researcher)


def test_a_later_answer_stands_in_place_of_an_earlier_one(researcher, asked):
    answer(researcher, asked)
    answer(researcher, asked, "They stay on.", seen="They come off.")
    asked.refresh_from_db()
    assert asked.answer == "They stay on."


def test_an_answer_given_meanwhile_is_shown_before_it_is_replaced(researcher, asked):
    other = User.objects.create_user("other", is_staff=True)
    questions.answer(asked, "They come off.", by=other, now=NOW)
    text = answer(researcher, asked, "They stay on.", seen="").content.decode()
    for words in ("They come off.", "Answered by other", "They stay on.", "answered meanwhile"):
        assert words in text
    asked.refresh_from_db()
    assert asked.answer == "They come off."
    assert answer(researcher, asked, "They stay on.", seen="They come off.").status_code == 302
    asked.refresh_from_db()
    assert asked.answer == "They stay on."


def test_the_same_answer_again_changes_nothing(asked):
    boss = User.objects.create_user("boss", is_staff=True)
    questions.answer(asked, "Yes.", by=boss, now=NOW)
    again = questions.answer(asked, "Yes.", by=boss, seen="", now=NOW + timedelta(days=1))
    assert again.answered_at == NOW
    with pytest.raises(AnsweredMeanwhile):
        questions.answer(asked, "No.", by=boss, seen="", now=NOW)


def test_lines_of_an_answer_are_compared_whatever_the_browser_makes_of_them(researcher, asked):
    answer(researcher, asked, "One\r\ntwo", seen="")
    assert answer(researcher, asked, "Three", seen="One\r\ntwo").status_code == 302


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "Write the answer first"), ("a\0b", "Null characters"), ("x" * 5001, "at most 5000")],
)
def test_an_answer_with_a_fault_is_not_stored(researcher, asked, text, says):
    response = answer(researcher, asked, text)
    assert response.status_code == 200 and says in response.content.decode()
    asked.refresh_from_db()
    assert asked.answered_at is None


def test_a_question_of_another_study_is_not_found(researcher, asked):
    other = studies.rater(studies.study(slug="other"))
    elsewhere = questions.ask(other, "?", uuid.uuid4(), now=NOW)
    assert answer(researcher, elsewhere).status_code == 404


def test_many_questions_take_as_many_queries(researcher, asked, django_assert_num_queries):
    for number in range(12):
        questions.ask(asked.rater, f"{number}?", uuid.uuid4(), now=NOW)
    # Session, account, study with how many wait, questions.
    with django_assert_num_queries(4):
        page(researcher)
