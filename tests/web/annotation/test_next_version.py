"""Making the next version: what it takes along, and how versions lead to each other."""

import uuid

import pytest
from django.contrib.auth.models import User

from annotation.models import Study
from annotation.services import questions
from annotation.services.studies import next_version
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db
NEXT = "/annotations/vrelk/1/next-version/"


@pytest.fixture
def study():
    return studies.study(units=1, locked_at=NOW, contact="Vera")


def ask(study, text, answer=""):
    asker = study.raters.first() or studies.rater(study)
    asked = questions.ask(asker, text, uuid.uuid4(), now=NOW)
    if answer:
        boss = User.objects.get_or_create(username="boss")[0]
        questions.answer(asked, answer, by=boss, now=NOW)


def test_answered_questions_stand_at_the_end_of_its_guidelines(study):
    ask(study, "A rim?\nOr two?", "*One* is enough.")
    ask(study, "Nobody answers this.")
    assert next_version(study).guidelines == (
        "Look.\n\n## Questions and answers\n\n> A rim?\n> Or two?\n\n*One* is enough.\n"
    )


def test_later_answers_come_under_the_same_heading(study):
    ask(study, "A rim?", "Yes.")
    second = next_version(study)
    studies.become("closed", second)
    Study.objects.filter(pk=second.pk).update(locked_at=NOW)
    second.refresh_from_db()
    ask(second, "A lid?", "No.")
    third = next_version(second)
    assert third.guidelines.count("## Questions and answers") == 1
    assert third.guidelines.endswith("> A rim?\n\nYes.\n\n> A lid?\n\nNo.\n")


def test_without_answers_the_guidelines_stay_as_they_are(study):
    ask(study, "Nobody answers this.")
    assert next_version(study).guidelines == "Look."


def test_it_is_asked_for_once_more_and_says_what_it_takes_along(researcher, study):
    ask(study, "A rim?", "Yes.")
    shown = researcher.get(NEXT).content.decode()
    assert "1 answered question about the guidelines stands at their end" in shown
    assert Study.objects.count() == 1
    assert researcher.post(NEXT).url == "/annotations/vrelk/2/"


def test_a_draft_that_is_there_already_is_shown_instead(researcher, study):
    next_version(study)
    assert 'href="/annotations/vrelk/2/"' in researcher.get(NEXT).content.decode()


def test_a_study_that_can_be_changed_has_no_next_version(researcher):
    studies.study()
    assert "has no judgement yet" in researcher.get(NEXT).content.decode()


def test_versions_lead_to_each_other(researcher, study):
    next_version(study)
    for here, there in ((1, 2), (2, 1)):
        shown = researcher.get(f"/annotations/vrelk/{here}/").content.decode()
        assert f'Other versions: <a class="line" href="/annotations/vrelk/{there}/">' in shown


def test_a_question_that_waits_is_the_next_step_and_counted_in_the_tabs(researcher, study):
    ask(study, "A rim?")
    shown = researcher.get("/annotations/vrelk/1/").content.decode()
    assert "1 question about the guidelines waits for an answer." in shown
    assert "nothing has to be done" not in shown
    assert '<span class="chip">1<span class="hidden"> not answered' in shown
    ask(study, "A lid?", "No.")
    assert "1 question about the guidelines waits" in (
        researcher.get("/annotations/vrelk/1/").content.decode()
    )


def test_answers_are_read_as_markdown_and_run_nothing(researcher, study):
    ask(study, "A rim?", "**No**, *wider* <script>x</script>")
    shown = researcher.get("/annotations/vrelk/1/questions/").content.decode()
    assert "<strong>No</strong>, <em>wider</em> &lt;script&gt;" in shown
    user = User.objects.create_user("annotator")
    studies.rater(study, "ben", user=user)
    researcher.force_login(user)
    read = researcher.get("/annotate/vrelk/1/guidelines/").content.decode()
    assert "<strong>No</strong>, <em>wider</em> &lt;script&gt;" in read


def test_who_withdraws_reads_what_becomes_of_questions_that_were_copied(client, study):
    user = User.objects.create_user("vera")
    studies.rater(study, "vera", user=user)
    client.force_login(user)
    shown = client.get("/annotate/vrelk/1/withdraw/").content.decode()
    assert "stand already in the guidelines of a later version of the study stay there" in shown
