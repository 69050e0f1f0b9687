"""Quizzes: without an account, one choice a question, found again by a cookie alone."""

import re
import uuid
from collections import Counter

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from evaluation import coat_stored, quiz_results
from evaluation.coat.quiz_orders import order_of
from evaluation.models import Quiz, QuizAnswer, QuizSitting
from evaluation.pages import coat_words
from evaluation.pages import quiz as pages
from evaluation.services import quizzes
from evaluation.services.quizzes import Chosen, QuizRefused
from games import wilson
from tests import coat_rows, make

pytestmark = pytest.mark.django_db


@pytest.fixture
def quiz() -> Quiz:
    return coat_rows.quiz()


def at(quiz, view="question"):
    return reverse(f"quiz:{view}", args=[quiz.token])


def begun(quiz, key=None) -> Client:
    browser = Client()
    browser.post(at(quiz, "landing"), {"key": key or uuid.uuid4()})
    return browser


def choose(browser, quiz, place, letter="A", **more):
    return browser.post(at(quiz), {"place": place, "letter": letter, **more})


def read(browser, address):
    response = browser.get(address)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def right_one(quiz, sitting, place):
    return quizzes.question_at(sitting, place).answer


# Which questions


def test_each_person_gets_other_questions_until_all_were_given():
    # 4 people with 3 of 12 questions go through the set once.
    orders = [order_of(n, questions=3, of=12, seed=1) for n in (1, 2, 3, 4)]
    assert sorted(sum(orders, [])) == list(range(1, 13))


def test_nobody_gets_a_question_twice_and_all_are_given_about_equally_often():
    orders = [order_of(n, questions=5, of=7, seed=3) for n in range(1, 71)]
    assert all(len(set(order)) == 5 for order in orders)
    given = Counter(sum(orders, []))
    # 70 people with 5 questions: 50 times each of the 7, if it were exactly even.
    assert min(given.values()) >= 40 and max(given.values()) <= 60


def test_the_order_follows_from_the_seed():
    assert order_of(1, questions=7, of=7, seed=1) != order_of(1, questions=7, of=7, seed=2)
    assert order_of(2, questions=7, of=7, seed=1) == order_of(2, questions=7, of=7, seed=1)


# What is shown


def test_what_all_options_have_is_said_once_and_the_rest_with_its_option(quiz):
    begun(quiz)
    sitting = quiz.sittings.get()
    for place in (1, 2, 3):
        shown = pages.question_of(sitting, place)
        row = quizzes.question_at(sitting, place)
        found = coat_stored.question_in(quiz.question_set, row.line)
        for option, told in zip(found.by_letter().values(), shown.options, strict=True):
            values = coat_words.values(option.configuration.state)
            assert sorted([*told.values, *(value for _, value in shown.shared)]) == sorted(values)
        for column in zip(*(told.values for told in shown.options), strict=True):
            assert len(set(column)) > 1


# A person's way


def test_looking_stores_nothing_and_agreeing_begins(quiz):
    browser = Client()
    page = read(browser, at(quiz, "landing"))
    assert "Your answers are stored." in page and "3 questions" in page
    assert browser.get(at(quiz)).url == at(quiz, "landing")
    assert QuizSitting.objects.count() == 0
    browser.post(at(quiz, "landing"), {"key": uuid.uuid4()})
    assert "Question 1 of 3" in read(browser, at(quiz))


def test_the_form_sent_twice_begins_once(quiz):
    key = uuid.uuid4()
    begun(quiz, key), begun(quiz, key)
    assert QuizSitting.objects.count() == 1


def test_a_form_of_another_quiz_begins_nothing(quiz):
    key = uuid.uuid4()
    begun(quiz, key)
    other = coat_rows.quiz(coat_rows.made(seed=2))
    page = Client().post(at(other, "landing"), {"key": key}).content.decode()
    assert "Open the link once more" in page
    assert QuizSitting.objects.count() == 1


def test_a_whole_quiz_is_answered_and_thanked_for(quiz):
    browser = begun(quiz)
    for place in (1, 2, 3):
        assert f"Question {place} of 3" in read(browser, at(quiz))
        choose(browser, quiz, place, seconds="2.5")
    assert "Thank you" in read(browser, at(quiz))
    sitting = QuizSitting.objects.get()
    assert sitting.ended_at is not None
    rows = list(sitting.answers.values_list("place", "question__number", "seconds"))
    assert rows == [(at, number, 2.5) for at, number in enumerate(sitting.numbers, start=1)]


def test_who_closes_the_browser_goes_on_where_they_were(quiz):
    browser = begun(quiz)
    choose(browser, quiz, 1)
    again = Client()
    again.cookies = browser.cookies
    assert again.get(at(quiz, "landing")).url == at(quiz)
    assert "Question 2 of 3" in read(again, at(quiz))


def test_a_choice_is_not_changed_and_nothing_is_answered_ahead(quiz):
    browser = begun(quiz)
    choose(browser, quiz, 1, "A")
    choose(browser, quiz, 1, "B")  # a second press, or the page before
    choose(browser, quiz, 3, "B")
    assert list(QuizAnswer.objects.values_list("place", "letter")) == [(1, "A")]


def test_the_database_keeps_one_answer_a_question(quiz):
    choose(begun(quiz), quiz, 1)
    row = QuizAnswer.objects.get()
    for place in (1, 2):
        with pytest.raises(IntegrityError), transaction.atomic():
            QuizAnswer.objects.create(
                sitting=row.sitting,
                question=row.question,
                place=place,
                letter="B",
                answered_at=make.NOW,
            )


@pytest.mark.parametrize("said", [{}, {"letter": "Z"}, {"place": "x"}, {"letter": "E"}])
def test_what_is_no_choice_is_said_and_stores_nothing(said, quiz):
    # Task-2 3 has five options; a set with fewer has no E.
    small = coat_rows.quiz(coat_rows.made(variation="11"))
    browser = begun(small)
    response = browser.post(at(small), {"place": 1, "letter": "", **said})
    assert response.status_code == 200
    assert 'role="alert"' in response.content.decode()
    assert QuizAnswer.objects.count() == 0


@pytest.mark.parametrize("seconds", ["", "soon", "nan", "-3", "1e9"])
def test_nonsense_about_time_is_nothing(seconds, quiz):
    choose(begun(quiz), quiz, 1, seconds=seconds)
    assert QuizAnswer.objects.get().seconds is None


def test_pages_of_a_quiz_do_not_tell_which_option_is_right(quiz):
    """All options are shown alike, before the choice and after it."""
    browser = begun(quiz)
    sitting = QuizSitting.objects.get()
    pages = [read(browser, at(quiz))]
    choose(browser, quiz, 1, right_one(quiz, sitting, 1))
    pages.append(read(browser, at(quiz)))
    for page in pages:
        for word in ("correct", "right one", "moderate", "ideal", "penalt", "is right"):
            assert word not in page.lower(), word
    buttons = pages[0].split('<button class="answer"')[1:]
    marks = {re.sub(r'"[A-E1-5]"', "", each.partition("<b>")[0]) for each in buttons}
    assert len(buttons) == 5 and len(marks) == 1


def test_nothing_of_others_is_seen(quiz):
    other = begun(quiz)
    choose(other, quiz, 1)
    mine = begun(quiz)
    assert "Question 1 of 3" in read(mine, at(quiz))
    tokens = [str(each) for each in QuizSitting.objects.values_list("token", flat=True)]
    assert not any(token in read(mine, at(quiz)) for token in tokens)


def test_a_forged_cookie_is_nobodys(quiz):
    begun(quiz)
    browser = Client()
    browser.cookies[f"quiz-{quiz.pk}"] = str(QuizSitting.objects.get().token)
    assert browser.get(at(quiz)).url == at(quiz, "landing")


def test_a_closed_quiz_takes_nobody_and_nothing(quiz):
    browser = begun(quiz)
    quizzes.close(quiz, make.NOW)
    assert "This quiz is closed" in read(Client(), at(quiz, "landing"))
    assert choose(browser, quiz, 1).status_code == 200
    begun(quiz)
    assert "takes no more answers" in read(browser, at(quiz))
    assert (QuizSitting.objects.count(), QuizAnswer.objects.count()) == (1, 0)


def test_no_more_people_begin_than_were_wanted():
    quiz = coat_rows.quiz(most_people=1)
    begun(quiz)
    late = Client().post(at(quiz, "landing"), {"key": uuid.uuid4()})
    assert "As many people as were wanted" in late.content.decode()
    assert QuizSitting.objects.count() == 1


def test_a_person_deletes_what_they_answered(quiz):
    browser = begun(quiz)
    choose(browser, quiz, 1)
    assert "It cannot be undone" in read(browser, at(quiz, "delete"))
    assert QuizAnswer.objects.count() == 1
    for _ in range(2):  # a copy of the post finds it gone
        page = browser.post(at(quiz, "delete")).content.decode()
        assert "Nothing of yours is stored" in page
    assert (QuizSitting.objects.count(), QuizAnswer.objects.count()) == (0, 0)


def test_who_follows_a_deleted_person_gets_a_number_of_their_own(quiz):
    first = begun(quiz)
    begun(quiz)
    first.post(at(quiz, "delete"))
    begun(quiz)
    assert sorted(QuizSitting.objects.values_list("number", flat=True)) == [2, 3]


def test_methods_that_nothing_takes_are_refused(quiz):
    browser = begun(quiz)
    for view in ("landing", "question", "delete"):
        for method in ("PUT", "PATCH", "DELETE"):
            assert browser.generic(method, at(quiz, view)).status_code == 405


def test_a_quiz_that_is_not_there_is_not_found():
    assert Client().get(reverse("quiz:landing", args=[uuid.uuid4()])).status_code == 404


def test_a_post_without_its_token_is_refused(quiz):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(at(quiz, "landing"), {"key": uuid.uuid4()}).status_code == 403


def test_a_question_asks_few_queries(quiz):
    browser = begun(quiz)
    browser.get(at(quiz))
    with CaptureQueriesContext(connection) as asked:
        browser.get(at(quiz))
    assert len(asked) <= 4


# Figures


def test_people_have_the_figures_of_models():
    """Two people with 3 questions each, 4 of 6 answers right: 2/3 of them."""
    quiz = coat_rows.quiz()
    for rights in (3, 1):
        sitting = quizzes.begin(quiz, uuid.uuid4(), make.NOW)
        for place in (1, 2, 3):
            right = right_one(quiz, sitting, place)
            letter = right if place <= rights else next(x for x in "AB" if x != right)
            quizzes.answer(sitting, Chosen(place, letter, float(place)), make.NOW)
    people = quiz_results.people_of(quiz)
    assert people.rates.accuracy.value == pytest.approx(4 / 6)
    expected = wilson.interval(4, 6)
    assert people.rates.accuracy.interval.low == pytest.approx(expected.low)
    assert [each.rates.accuracy.value for each in people.persons] == [1, pytest.approx(1 / 3)]
    assert (people.begun, people.ended, people.seconds) == (2, 2, 2.0)
    assert people.rates.variation.chance == pytest.approx(1 / 5)


def test_a_bad_choice_counts_in_the_bad_rate(quiz):
    sitting = quizzes.begin(quiz, uuid.uuid4(), make.NOW)
    question = quiz_results.coat_results.questions_in(quiz.question_set_id)[sitting.numbers[0]]
    bad = next(k for k, option in question.by_letter().items() if option.category == "bad")
    quizzes.answer(sitting, Chosen(1, bad), make.NOW)
    people = quiz_results.people_of(quiz)
    assert (people.rates.bad.value, people.rates.accuracy.value) == (1.0, 0.0)


# Researchers


def test_a_quiz_is_opened_from_its_set_once(researcher):
    row = coat_rows.made()
    address = reverse("coat:new_quiz", args=[row.slug])
    shown = {field.name: field.value() for field in researcher.get(address).context["form"]}
    sent = {**shown, "title": "Which one", "questions": 5}
    for _ in range(2):
        assert researcher.post(address, sent).status_code == 302
    quiz = Quiz.objects.get()
    page = read(researcher, reverse("coat:quiz", args=[quiz.pk]))
    assert at(quiz, "landing") in page
    assert "Nobody has answered yet." in page


def test_quizzes_are_listed_with_as_many_queries_for_two_as_for_one(researcher, quiz):
    address = reverse("coat:quizzes")

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            researcher.get(address)
        return len(asked)

    begun(quiz)
    page = read(researcher, address)
    assert reverse("coat:quiz", args=[quiz.pk]) in page
    assert 'data-is="began">1<' in page and 'data-is="answered all">0<' in page
    one = queries()
    coat_rows.quiz(quiz.question_set, title="Another")
    assert queries() == one


def test_an_empty_list_of_quizzes_says_how_to_begin(researcher):
    assert "Here will be quizzes" in read(researcher, reverse("coat:quizzes"))


def test_a_preview_shows_the_first_person_s_questions_and_stores_nothing(researcher, quiz):
    address = reverse("coat:quiz_preview", args=[quiz.pk])
    looked = [researcher.get(address, {"place": place, "letter": "A"}) for place in (0, 1, 2, 3)]
    assert (QuizSitting.objects.count(), QuizAnswer.objects.count()) == (0, 0)
    assert "nothing is stored" in looked[0].content.decode()
    assert at(quiz, "delete") not in looked[0].content.decode()
    begun(quiz)
    sitting = quiz.sittings.get()
    texts = [pages.question_of(sitting, place) for place in (1, 2, 3)]
    # After the last of three it begins again.
    assert [each.context["question"] for each in looked] == [*texts, texts[0]]
    for strange in ("-1", "x", "501", "9" * 5000):
        assert researcher.get(address, {"place": strange}).context["question"] == texts[0]


def test_people_are_shown_one_mark_an_option(quiz):
    page = read(begun(quiz), at(quiz))
    assert '<kbd aria-hidden="true">1</kbd>' in page
    assert not re.search("<b>[A-E][.] ", page)


def test_more_questions_than_the_set_has_are_refused(researcher):
    row = coat_rows.made()
    address = reverse("coat:new_quiz", args=[row.slug])
    shown = {field.name: field.value() for field in researcher.get(address).context["form"]}
    page = researcher.post(address, {**shown, "title": "Which", "questions": 400})
    assert f"400 questions a person; the set has {row.count}." in page.content.decode()
    assert Quiz.objects.count() == 0


def test_a_set_that_is_not_ready_has_no_quiz():
    with pytest.raises(QuizRefused, match="is queued; a quiz asks a set that is ready"):
        coat_rows.quiz(coat_rows.queued())


def test_the_page_of_a_quiz_shows_people_and_its_file_their_answers(researcher, quiz):
    choose(begun(quiz), quiz, 1, seconds="3")
    page = read(researcher, reverse("coat:quiz", args=[quiz.pk]))
    assert "1 began, 0 answered all 3" in page
    assert "Person 1" in page
    answers = researcher.get(reverse("coat:quiz_answers", args=[quiz.pk]))
    line = b"".join(answers.streaming_content).decode()
    assert '"person": 1, "place": 1' in line and '"seconds": 3.0' in line
    assert str(QuizSitting.objects.get().token) not in line


def test_closing_is_a_post_and_twice_is_once(researcher, quiz):
    address = reverse("coat:close_quiz", args=[quiz.pk])
    assert researcher.get(address).status_code == 405
    researcher.post(address)
    closed = Quiz.objects.get().closed_at
    researcher.post(address)
    assert Quiz.objects.get().closed_at == closed is not None


def test_the_page_of_a_quiz_asks_as_many_queries_for_two_people_as_for_one(researcher, quiz):
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            researcher.get(reverse("coat:quiz", args=[quiz.pk]))
        return len(asked)

    choose(begun(quiz), quiz, 1)
    queries()
    one = queries()
    choose(begun(quiz), quiz, 1)
    assert queries() == one
