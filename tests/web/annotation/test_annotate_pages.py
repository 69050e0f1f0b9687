"""An annotator's own pages: home, a study's start, questions, withdrawing."""

import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation import consent
from annotation.models import GuidelineQuestion, Judgement, Rater, Study, Unit
from annotation.services import accounts, enrolment, questions, seats
from tests import studies
from tests.studies import NOW
from tests.web.annotation.test_annotate_join import AGREED

pytestmark = pytest.mark.django_db
PASSWORD = "seven red lamps"


@pytest.fixture
def vera() -> User:
    return accounts.make("vera", PASSWORD)


@pytest.fixture
def browser(vera) -> Client:
    client = Client()
    client.force_login(vera)
    return client


@pytest.fixture
def rater(vera) -> Rater:
    return studies.rater(studies.study(units=3, seats_a_unit=1), user=vera)


def page(browser, address="/annotate/vrelk/1/") -> str:
    response = browser.get(address)
    assert response.status_code == 200
    return response.content.decode()


# Home


def test_an_empty_home_says_how_to_join(browser):
    assert "You join a study by a link from a researcher" in page(browser, "/annotate/")


def test_home_says_what_is_left_and_leads_on(browser, rater):
    Rater.objects.update(judged=1)
    studies.judged(rater.study.units.first(), rater)
    text = page(browser, "/annotate/")
    assert "1 of 3 done" in text
    assert 'action="/annotate/vrelk/1/next/"' in text and text.count("button primary") == 1


@pytest.mark.parametrize(
    ("status", "row", "words"),
    [
        ("draft", {}, "This study is not open yet"),
        ("closed", {"judged": 2}, "This study is closed. 2 done"),
        ("open", {"removed_at": NOW}, "Your part in this study has ended."),
        ("open", {"left_out_at": NOW, "left_out_reason": "x"}, "Your part in this study has ended"),
    ],
)
def test_home_has_no_button_where_nothing_can_be_judged(browser, rater, status, row, words):
    studies.become(status)
    Rater.objects.filter(pk=rater.pk).update(**row)
    text = page(browser, "/annotate/")
    assert words in text and "button primary" not in text


def test_home_says_that_nothing_is_left(browser, rater):
    other = studies.rater(rater.study, "ben")
    units = list(rater.study.units.order_by("pk"))
    studies.judged(units[0], rater)
    studies.judged(units[1], other)
    Rater.objects.filter(pk=rater.pk).update(judged=1)
    assert "1 of 3 done" in page(browser, "/annotate/")
    Study.objects.update(reservation_seconds=10**9)
    other.study.refresh_from_db()
    seats.hand_out(other, now=NOW)
    nothing = "You have judged everything that is here for you. 1 done"
    assert nothing in page(browser, "/annotate/")
    assert 'class="notice yes">You have judged everything' in page(browser)


def test_every_page_counts_training_and_skips_apart(browser, rater):
    # Of 3 units and 2 to learn on, both learnt on, one answered, one skipped: one is left.
    study = rater.study
    gold = {"label": "yes"}
    seats.add_units(
        study,
        [Unit(study=study, key=f"t{n}", snapshot={}, gold=gold, training=True) for n in (1, 2)],
    )
    for unit in study.units.filter(training=True):
        studies.judged(unit, rater)
    first, second = study.units.filter(training=False).order_by("pk")[:2]
    studies.judged(first, rater)
    seat = second.seats.get()
    studies.judged(second, rater, skip_reason="faulty")
    seat.rater, seat.reserved_until, seat.judged_at = rater, NOW, NOW
    seat.save()
    Rater.objects.update(judged=4)
    for address in ("/annotate/", "/annotate/vrelk/1/"):
        assert "1 of 3 done, 1 skipped; training: 2 of 2" in page(browser, address)
    response = browser.post("/annotate/vrelk/1/next/", follow=True)
    assert "1 done, 1 skipped, 1 to go" in response.content.decode()


def test_what_this_rater_holds_open_is_left(browser, rater):
    for unit in rater.study.units.order_by("pk")[:2]:
        studies.judged(unit, rater)
    seats.hand_out(rater, now=NOW)
    Rater.objects.update(judged=2)
    assert "2 of 3 done" in page(browser, "/annotate/")


def test_home_offers_adjudication_to_adjudicators_only(browser, rater):
    assert "Adjudicate" not in page(browser, "/annotate/")
    enrolment.name_adjudicator(rater, adjudicates=True, now=NOW)
    assert "adjudication/" in page(browser, "/annotate/")
    Rater.objects.update(left_out_at=NOW, left_out_reason="bot")
    assert "adjudication/" not in page(browser, "/annotate/")


SAW = "Who could see what others said judges no more"


@pytest.mark.parametrize("status", ["open", "closed"])
def test_an_adjudicator_is_told_to_judge_no_more(browser, rater, status):
    enrolment.name_adjudicator(rater, adjudicates=True, now=NOW)
    studies.become(status)
    assert "You judge no more in this study." in page(browser, "/annotate/")
    assert SAW in page(browser, "/annotate/vrelk/1/")
    assert SAW in page(browser, "/annotate/vrelk/1/judge/")
    assert SAW in browser.post("/annotate/vrelk/1/next/").content.decode()


def test_who_adjudicates_no_more_is_told_why_they_do_not_judge(browser, rater):
    for adjudicates in (True, False):
        enrolment.name_adjudicator(rater, adjudicates=adjudicates, now=NOW)
    assert SAW in page(browser, "/annotate/vrelk/1/")


def test_an_adjudicator_agrees_before_anything_is_shown(browser, rater):
    Rater.objects.update(agreed_at=None)
    enrolment.name_adjudicator(rater, adjudicates=True, now=NOW)
    assert "What you agree to" in page(browser, "/annotate/vrelk/1/")
    assert "adjudication/" not in page(browser, "/annotate/")


def test_home_takes_as_many_queries_for_many_studies(browser, vera, django_assert_num_queries):
    for number in range(12):
        studies.rater(studies.study(slug=f"s{number}"), user=vera)
    with django_assert_num_queries(3):  # session, account, studies
        page(browser, "/annotate/")


# A study's start


def test_a_study_begins_with_its_guidelines_and_one_button(browser, rater):
    Study.objects.update(guidelines="# Look\n\n<script>x</script> **twice**")
    text = page(browser)
    assert "<strong>twice</strong>" in text and "<script>x" not in text
    assert text.index("<strong>twice") < text.index('action="/annotate/vrelk/1/next/"')
    for address in ("guidelines/", "withdraw/"):
        assert f"/annotate/vrelk/1/{address}" in text


def test_who_has_not_agreed_reads_the_text_first(browser, rater):
    Rater.objects.update(agreed_at=None, consent_text=None)
    text = page(browser)
    assert "academic research" in text and "/next/" not in text
    assert browser.post("/annotate/vrelk/1/agree/", AGREED).url == "/annotate/vrelk/1/#begin"
    rater.refresh_from_db()
    assert rater.agreed_at and rater.consent_text.in_language("en") == consent.DEFAULT
    assert 'action="/annotate/vrelk/1/next/"' in page(browser)


def test_agreeing_needs_the_box(browser, rater):
    Rater.objects.update(agreed_at=None, consent_text=None)
    response = browser.post("/annotate/vrelk/1/agree/", AGREED | {"agrees": ""})
    assert response.status_code == 200 and "Tick the box" in response.content.decode()
    rater.refresh_from_db()
    assert rater.agreed_at is None


def test_a_study_shows_nothing_of_other_raters(browser, rater):
    other = studies.rater(rater.study, "coral-fig-77", judged=777)
    studies.judged(rater.study.units.first(), other, comment="secret remark")
    for address in ("/annotate/", "/annotate/vrelk/1/", "/annotate/vrelk/1/guidelines/"):
        text = page(browser, address)
        for trace in ("coral-fig-77", "777", "secret remark"):
            assert trace not in text, (address, trace)


# Guidelines and questions


def ask(browser, text="What of lids?", key=None):
    return browser.post("/annotate/vrelk/1/guidelines/", {"text": text, "key": key or uuid.uuid4()})


def test_a_question_is_stored_once(browser, rater):
    key = uuid.uuid4()
    for _ in range(2):
        assert ask(browser, key=key).status_code == 302
    question = GuidelineQuestion.objects.get()
    assert (question.text, question.rater, question.study) == ("What of lids?", rater, rater.study)


def test_over_the_judging_page_a_question_is_asked_in_place(browser, rater):
    htmx = {"HX-Request": "true"}
    address = "/annotate/vrelk/1/guidelines/"
    text = browser.get(address, headers=htmx).content.decode()
    assert "<html" not in text and 'class="card' not in text and f'hx-post="{address}"' in text
    sent = {"text": "What of lids?", "key": uuid.uuid4()}
    response = browser.post(address, sent, headers=htmx)
    text = response.content.decode()
    assert response.status_code == 200 and "<html" not in text
    assert "Asked. The answer will stand here." in text and "What of lids?" in text


def test_the_same_key_of_two_raters_is_two_questions(browser, rater):
    key = uuid.uuid4()
    questions.ask(studies.rater(rater.study, "ben"), "Theirs?", key, now=NOW)
    ask(browser, key=key)
    assert GuidelineQuestion.objects.count() == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Write the question first"),
        ("x" * 2001, "at most 2000 characters; this one has 2001"),
        ("a\0b", "Null characters are not allowed"),
    ],
)
def test_a_question_with_a_fault_is_not_stored(browser, rater, text, says):
    response = ask(browser, text)
    assert response.status_code == 200 and says in response.content.decode()
    assert not GuidelineQuestion.objects.exists()


def test_a_question_without_its_key_is_not_stored_and_gets_one(browser, rater):
    response = ask(browser, key="none")
    assert response.status_code == 200 and not GuidelineQuestion.objects.exists()
    text = response.content.decode()
    assert "What of lids?" in text and "Send it once more" in text
    key = text.split('name="key" value="')[1][:36]
    assert uuid.UUID(key)


def test_answers_are_read_by_all_and_open_questions_by_who_asked(browser, rater):
    boss = User.objects.create_user("boss", is_staff=True)
    other = studies.rater(rater.study, "coral-fig-77")
    told = questions.ask(other, "Does rust count?", uuid.uuid4(), now=NOW)
    questions.answer(told, "It does.", by=boss, now=NOW)
    questions.ask(other, "Not for you?", uuid.uuid4(), now=NOW)
    ask(browser)
    text = page(browser, "/annotate/vrelk/1/guidelines/")
    for words in ("Does rust count?", "It does.", "What of lids?", "not answered yet"):
        assert words in text
    for words in ("Not for you?", "coral-fig-77", "boss"):
        assert words not in text


# Withdrawing


def test_withdrawing_asks_once_more(browser, rater):
    studies.judged(rater.study.units.first(), rater)
    assert "Yes, delete my answers" in page(browser, "/annotate/vrelk/1/withdraw/")
    assert Judgement.objects.exists()


def test_who_has_withdrawn_finds_the_study_no_more(browser, rater):
    studies.judged(rater.study.units.first(), rater)
    gone = browser.post("/annotate/vrelk/1/withdraw/").url
    assert "You have withdrawn" in page(browser, gone)
    assert not Judgement.objects.exists()
    assert browser.get("/annotate/vrelk/1/").status_code == 404
    assert browser.post("/annotate/vrelk/1/withdraw/").status_code == 404
    assert "Vrelks" not in page(browser, "/annotate/") + page(browser, "/annotate/account/")
