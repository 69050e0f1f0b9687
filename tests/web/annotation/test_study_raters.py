"""The researchers' page of a study's raters, and every step on it."""

import re
import uuid

import pytest
from django.contrib.auth.models import User

from annotation.models import Invitation, Rater, Study
from annotation.services import enrolment, invitations
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db
HERE = "/annotations/vrelk/1/raters/"


@pytest.fixture
def study() -> Study:
    return studies.study(units=2, seats_a_unit=1)


def page(browser) -> str:
    response = browser.get(HERE)
    assert response.status_code == 200
    return response.content.decode()


def invite(browser, **said):
    asked = {"key": uuid.uuid4(), "note": "the class", "places": 5, "days": 30}
    return browser.post(HERE + "invite/", asked | said)


def link(study) -> Invitation:
    return invitations.make(
        study, uuid.uuid4(), note="the class", places=5, days=None, adjudicates=False, now=NOW
    )


def test_an_empty_page_says_how_to_begin(researcher, study):
    assert "Make an invitation and share its link" in page(researcher)


def test_the_table_says_who_takes_part_and_who_does_not(researcher, study):
    studies.rater(study, "coral-fig-77", judged=12, adjudicates=True)
    studies.rater(study, "red-oak-11", removed_at=NOW)
    studies.rater(study, "blue-yew-22", left_out_at=NOW, left_out_reason="answered at random")
    studies.rater(study, "some-model", kind="model")
    studies.rater(study, "gone-elm-33", withdrawn_at=NOW)
    text = page(researcher)
    for words in (
        "coral-fig-77", ">12<", "person, adjudicates", "removed", "answered at random",
        "some-model</a><small>model", "withdrew on 30 Nov 2026",
    ):  # fmt: skip
        assert words in text, words


def test_the_table_never_names_an_account(researcher, study):
    studies.rater(study, user=User.objects.create_user("vera-of-the-lab"))
    assert "vera-of-the-lab" not in page(researcher)


def test_many_raters_take_as_many_queries(researcher, study, django_assert_num_queries):
    for number in range(12):
        studies.rater(study, f"r{number}", invitation=link(study))
    # Session, account, study, raters, invitations, questions that wait.
    with django_assert_num_queries(5):
        page(researcher)


# Invitations


def test_an_invitation_is_made_and_shown_as_a_whole_link(researcher, study):
    assert invite(researcher, adjudicates="on").url == HERE + "#invitations"
    made = Invitation.objects.get()
    assert (made.note, made.places, made.adjudicates) == ("the class", 5, True)
    text = page(researcher)
    assert f">http://testserver/annotate/join/{made.token}/</textarea>" in text
    assert "0 of 5 places used, adjudicators, valid until" in text


def test_a_copy_of_the_form_makes_no_second_one(researcher, study):
    key = uuid.uuid4()
    for _ in range(2):
        invite(researcher, key=key)
    assert Invitation.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"places": 0}, "greater than or equal to 1"),
        ({"places": "x"}, "Enter a whole number"),
        ({"days": 1000}, "less than or equal to 365"),
        ({"note": "a\0b"}, "Null characters are not allowed"),
        ({"key": "x"}, "Send it once more"),
    ],
)
def test_an_invitation_with_a_fault_is_not_made(researcher, study, wrong, says):
    response = invite(researcher, **wrong)
    assert response.status_code == 200 and says in response.content.decode()
    assert not Invitation.objects.exists()


def test_an_invitation_is_revoked(researcher, study):
    made = link(study)
    researcher.post(f"{HERE}invitations/{made.pk}/revoke/")
    made.refresh_from_db()
    assert made.revoked_at
    text = page(researcher)
    assert "revoked" in text and "/revoke/" not in text


def test_an_invitation_of_another_study_is_not_found(researcher, study):
    made = link(studies.study(slug="other"))
    assert researcher.post(f"{HERE}invitations/{made.pk}/revoke/").status_code == 404
    made.refresh_from_db()
    assert made.revoked_at is None


# Accounts


def test_an_account_is_taken_in_by_its_name(researcher, study):
    user = User.objects.create_user("vera")
    assert researcher.post(HERE + "add/", {"existing": "vera"}).url == HERE + "#raters"
    assert Rater.objects.get().user == user
    assert "not agreed yet" in page(researcher)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nobody", "No account has exactly this name; capital letters count."),
        ("", "Type the name"),
        ("a\0b", "Null characters"),
    ],
)
def test_an_account_that_is_not_there_is_not_taken_in(researcher, study, name, says):
    response = researcher.post(HERE + "add/", {"existing": name})
    assert response.status_code == 200 and says in response.content.decode()
    assert not Rater.objects.exists()


def test_an_account_that_may_not_judge_here_is_not_taken_in(researcher, study):
    other = studies.study(slug="other")
    study.excludes.add(other)
    studies.rater(other, user=User.objects.create_user("vera"))
    response = researcher.post(HERE + "add/", {"existing": "vera"})
    assert "cannot judge here" in response.content.decode()
    assert not study.raters.exists()


def test_an_account_is_made_and_its_password_is_shown_once(researcher, study):
    sent = {"fresh": "vera", "key": uuid.uuid4()}
    text = researcher.post(HERE + "account/", sent).content.decode()
    password = text.split('<dt>Password</dt><dd><kbd translate="no">')[1].split("<")[0]
    assert User.objects.get(username="vera").check_password(password)
    assert not User.objects.get(username="vera").is_staff
    assert Rater.objects.get().user.username == "vera"
    assert password not in page(researcher)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("researcher", "an account of this name already"),
        ("RESEARCHER", "an account of this name already"),
        ("v@example.org", "letters, digits, and . + - _ only"),
        ("", "Type a name"),
    ],
)
def test_an_account_with_a_fault_is_not_made(researcher, study, name, says):
    sent = {"fresh": name, "key": uuid.uuid4()}
    response = researcher.post(HERE + "account/", sent)
    assert response.status_code == 200 and says in response.content.decode()
    assert User.objects.count() == 1


def test_no_account_is_made_for_a_closed_study(researcher, study):
    studies.become("closed")
    response = researcher.post(HERE + "account/", {"fresh": "vera", "key": uuid.uuid4()})
    assert "The study is closed" in response.content.decode()
    assert User.objects.count() == 1


def test_a_reset_link_leads_an_annotator_to_a_new_password(researcher, client, study):
    User.objects.create_user("vera", password="old")
    text = researcher.post(HERE + "reset/", {"forgotten": "vera"}).content.decode()
    assert "within 3 days" in text
    link = re.search(r'id="reset-link"[^>]*>([^<]+)</textarea>', text)[1]
    assert client.get(link.removeprefix("http://testserver"), follow=True).status_code == 200


@pytest.mark.parametrize(
    ("name", "says"), [("researcher", "a researcher’s account"), ("nobody", "No account has")]
)
def test_nobody_else_gets_a_reset_link(researcher, study, name, says):
    response = researcher.post(HERE + "reset/", {"forgotten": name})
    assert response.status_code == 200 and says in response.content.decode()
    assert "/annotate/reset/" not in response.content.decode()


# Steps with one rater


def step(browser, rater, name, **said):
    return browser.post(f"{HERE}{rater.pk}/{name}/", said)


def test_a_rater_is_named_adjudicator_and_no_more(researcher, study):
    rater = studies.rater(study)
    step(researcher, rater, "adjudicator", adjudicates="1")
    rater.refresh_from_db()
    assert rater.adjudicates and rater.apart_since
    step(researcher, rater, "adjudicator", adjudicates="0")
    rater.refresh_from_db()
    assert not rater.adjudicates and rater.apart_since
    assert "judges no more since" in researcher.get(HERE).content.decode()


def test_a_model_is_no_adjudicator(researcher, study):
    model = studies.rater(study, "m", kind="model")
    step(researcher, model, "adjudicator", adjudicates="1")
    model.refresh_from_db()
    assert not model.adjudicates and not model.apart_since


def test_a_rater_is_removed_and_let_in_again(researcher, study):
    rater = studies.rater(study)
    step(researcher, rater, "remove")
    rater.refresh_from_db()
    assert rater.removed_at and "Let in again" in page(researcher)
    step(researcher, rater, "let-in")
    rater.refresh_from_db()
    assert rater.removed_at is None


def test_leaving_out_asks_for_the_reason_first(researcher, study):
    rater = studies.rater(study, judged=1)
    address = f"{HERE}{rater.pk}/leave-out/"
    assert "All 1 judgement of ana then counts nowhere" in researcher.get(address).content.decode()
    response = researcher.post(address, {"reason": " "})
    assert response.status_code == 200 and "without a reason" in response.content.decode()
    rater.refresh_from_db()
    assert rater.left_out_at is None
    assert researcher.post(address, {"reason": "answered at random"}).url == HERE + "#raters"
    rater.refresh_from_db()
    assert rater.left_out_reason == "answered at random"


def test_taking_back_says_what_found_no_place(researcher, study):
    rater, other = studies.rater(study), studies.rater(study, "ben")
    first, second = study.units.order_by("pk")
    for unit in (first, second):
        studies.judged(unit, rater)
    enrolment.leave_out(rater, "a mistake", now=NOW)
    studies.judged(first, other)
    text = step(researcher, rater, "take-back").content.decode()
    assert "ana counts again. 1 judgement found no free place any more and stays apart" in text


@pytest.mark.parametrize("name", ["adjudicator", "remove", "let-in", "leave-out", "take-back"])
def test_raters_of_other_studies_and_who_withdrew_are_not_found(researcher, study, name):
    other = studies.rater(studies.study(slug="other"))
    gone = studies.rater(study, "gone", withdrawn_at=NOW)
    for rater in (other, gone):
        assert step(researcher, rater, name, reason="x").status_code == 404
