"""The page that an invitation leads to."""

import hashlib
import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation import consent
from annotation.models import Invitation, Rater, Study
from annotation.services import invitations
from tests import make, studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db
TEXT = hashlib.sha256(consent.DEFAULT.encode()).hexdigest()
AGREED = {"agrees": "on", "text": TEXT}
ACCOUNT = {"username": "vera", "password1": "seven red lamps", "password2": "seven red lamps"}
NEWCOMER = AGREED | ACCOUNT


@pytest.fixture
def study() -> Study:
    return studies.study(
        units=3, about="We label <b>pairs</b>.", contact="lab@example.org", catalogue=None
    )


@pytest.fixture
def invitation(study) -> Invitation:
    return link(study)


def link(study, places=2) -> Invitation:
    key = uuid.uuid4()
    return invitations.make(
        study, key, note="for Vera", places=places, days=None, adjudicates=False, now=NOW
    )


def address(invitation) -> str:
    return f"/annotate/join/{invitation.token}/"


def browser_of(name="zed") -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name))
    return client


def stored():
    return (
        User.objects.count(),
        Rater.objects.count(),
        list(Invitation.objects.order_by("pk").values_list("used", flat=True)),
    )


def test_the_page_says_what_is_asked_and_takes_a_new_account(client, invitation):
    before = stored()
    page = client.get(address(invitation)).content.decode()
    for words in (
        "Vrelks", "We label &lt;b&gt;pairs&lt;/b&gt;.", "lab@example.org", "3 units in all",
        "Labels of objects and affordances", "academic research", "Not your real name",
        f"/annotate/sign-in/?next={address(invitation)}",
    ):  # fmt: skip
        assert words in page, words
    assert "for Vera" not in page
    assert stored() == before


def test_a_newcomer_joins_and_is_signed_in(client, invitation):
    response = client.post(address(invitation), NEWCOMER)
    assert response.url == "/annotate/vrelk/1/"
    rater = Rater.objects.get()
    assert rater.user == User.objects.get(username="vera") and not rater.user.is_staff
    assert rater.consent_text.in_language("en") == consent.DEFAULT
    assert client.get(response.url).status_code == 200


def test_a_copy_of_the_post_makes_no_second_account(invitation):
    answers = [Client().post(address(invitation), NEWCOMER) for _ in range(2)]
    assert [each.url for each in answers] == ["/annotate/vrelk/1/"] * 2
    assert stored() == (1, 1, [1])


def test_a_copy_of_the_post_that_took_the_last_place_leads_to_the_study(study):
    invitation = link(study, places=1)
    answers = [Client().post(address(invitation), NEWCOMER) for _ in range(2)]
    assert [each.url for each in answers] == ["/annotate/vrelk/1/"] * 2


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"agrees": ""}, "Tick the box if you agree"),
        ({"text": "of another text"}, "The text was changed"),
        ({"password2": "other"}, "The two passwords differ"),
        ({"username": "vera@example.org"}, "no e-mail address"),
        ({"username": "TAKEN"}, "There is an account of this name already"),
        ({"username": "two words"}, "A name has letters, digits and the signs"),
        ({"username": ""}, "This field is required"),
        ({"username": "a\0b"}, "Null characters are not allowed"),
        ({"password1": "short", "password2": "short"}, "at least 8 characters"),
        ({"password1": "password", "password2": "password"}, "too common"),
    ],
)
def test_a_post_with_a_fault_stores_nothing_and_says_why(client, invitation, wrong, says):
    User.objects.create_user("taken", password="seven red lamps")
    before = stored()
    response = client.post(address(invitation), NEWCOMER | wrong)
    assert response.status_code == 200 and says in response.content.decode()
    assert stored() == before


def test_faults_stand_first_and_lead_to_their_fields(client, invitation):
    sent = NEWCOMER | {"agrees": "", "password2": "other"}
    page = client.post(address(invitation), sent).content.decode()
    summary = page[page.index("You have not joined yet") : page.index("You are invited")]
    assert 'tabindex="-1" autofocus' in page
    assert '<a class="line" href="#id_agrees">What you agree to</a>' in summary
    assert '<a class="line" href="#id_password2">Password, once more</a>' in summary
    assert "You have not joined yet" not in client.get(address(invitation)).content.decode()


def test_a_weak_password_is_named_at_the_field_where_it_was_typed_first(client, invitation):
    sent = NEWCOMER | {"password1": "password", "password2": "password"}
    page = client.post(address(invitation), sent).content.decode()
    assert '<a class="line" href="#id_password1">Password</a>: This password is too common.' in page
    assert 'href="#id_password2"' not in page


def test_the_invitation_says_in_a_question_what_is_asked(client, invitation):
    page = client.get(address(invitation)).content.decode()
    assert "Can this be done with this object? Yes, no or unsure." in page


def test_the_rules_for_a_name_and_headings_of_the_consent_are_shown(client, invitation):
    page = client.get(address(invitation)).content.decode()
    assert "without spaces" in page and "<h3>What is kept</h3>" in page


def test_who_is_told_that_the_text_was_changed_agrees_to_the_new_one(client, invitation):
    page = client.post(address(invitation), NEWCOMER | {"text": "old"}).content.decode()
    assert f'name="text" value="{TEXT}"' in page
    assert " checked" not in page


def test_who_is_signed_in_joins_with_the_account(invitation):
    browser = browser_of()
    assert "Join as zed" in browser.get(address(invitation)).content.decode()
    assert browser.post(address(invitation), AGREED).url == "/annotate/vrelk/1/"
    assert Rater.objects.get().user.username == "zed"


def test_who_is_signed_in_needs_the_box_as_well(invitation):
    response = browser_of().post(address(invitation), {"text": TEXT})
    assert response.status_code == 200 and "Tick the box" in response.content.decode()
    assert not Rater.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_who_has_joined_is_led_to_the_study(invitation, method):
    browser = browser_of()
    browser.post(address(invitation), AGREED)
    assert getattr(browser, method)(address(invitation)).url == "/annotate/vrelk/1/"
    assert stored() == (1, 1, [1])


def turned_away(browser, invitation, status, says):
    before = stored()
    for response in (
        browser.get(address(invitation)),
        browser.post(address(invitation), NEWCOMER),
    ):
        page = response.content.decode()
        assert response.status_code == status and says in page
        assert '<button class="button primary">' not in page
    assert stored() == before


def test_a_full_invitation_says_so(client, study):
    invitation = link(study, places=1)
    browser_of().post(address(invitation), AGREED)
    turned_away(client, invitation, 200, "Every place of this link is taken")


@pytest.mark.parametrize(
    ("field", "says"), [("revoked_at", "was taken back"), ("expires_at", "is too old")]
)
def test_a_link_that_is_over_is_gone(client, invitation, field, says):
    Invitation.objects.update(**{field: NOW})
    # Tests run before NOW, which is when it ran out.
    if field == "expires_at":
        Invitation.objects.update(expires_at="2020-01-01T00:00Z")
    turned_away(client, invitation, 410, says)


@pytest.mark.parametrize(
    ("status", "answer", "says"),
    [("draft", 200, "is not open yet"), ("closed", 410, "is closed; nobody can join")],
)
def test_a_study_that_is_not_open_says_so(client, invitation, status, answer, says):
    studies.become(status)
    turned_away(client, invitation, answer, says)


def test_a_rater_of_an_excluded_study_is_told_so(study, invitation):
    other = studies.study(slug="other")
    study.excludes.add(other)
    browser = browser_of()
    rater = studies.rater(other, user=User.objects.get())
    studies.judged(other.units.first(), rater)
    turned_away(browser, invitation, 200, "Who judges there cannot judge here")


def test_a_player_of_a_baseline_is_told_so():
    campaign = make.campaign(baseline=True)
    browser = browser_of()
    make.volunteer(campaign, account_id=User.objects.get().pk)
    invitation = link(studies.study(catalogue=campaign.catalogue))
    turned_away(browser, invitation, 200, "You played in a study with these very objects")


@pytest.mark.parametrize("token", ["nothing", "a%00b", "%E2%88%9A", "a'b"])
def test_an_unknown_link_is_not_found(client, token):
    assert client.get(f"/annotate/join/{token}/").status_code == 404


def test_other_methods_are_refused(client, invitation):
    for method in ("PUT", "PATCH", "DELETE"):
        assert client.generic(method, address(invitation)).status_code == 405


def test_a_post_without_its_token_is_refused(invitation):
    response = Client(enforce_csrf_checks=True).post(address(invitation), NEWCOMER)
    assert response.status_code == 403 and not Rater.objects.exists()


def test_the_page_is_in_english_whatever_the_browser_prefers(client, invitation):
    response = client.get(address(invitation), headers={"Accept-Language": "zh-hans"})
    assert '<html lang="en"' in response.content.decode()
