"""Agreeing and declining."""

import hashlib
import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import CompletionCode, Consent, JudgedCatalogue, Participant
from tests import make
from tests.web.games.conftest import browser_with

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fixed_protocol")]
PANEL = {"PROLIFIC_PID": "p-1", "STUDY_ID": "s1", "SESSION_ID": "z1"}


def agree(client: Client, study, **fields):
    sent = {"key": uuid.uuid4(), "language": "en", **fields}
    return client.post(f"/studies/{study.slug}/consent/", sent)


def test_the_form_shows_the_text_in_paragraphs_and_as_text(client):
    study = make.campaign(consent={"en": "First <b>one</b>.\n\nThen two."})
    shown = client.get(f"/studies/{study.slug}/consent/").content.decode()
    assert "<p>First &lt;b&gt;one&lt;/b&gt;.</p>" in shown and "<p>Then two.</p>" in shown


def test_agreeing_keeps_which_text_in_which_language_and_leads_to_the_own_page(client):
    study = make.campaign()
    response = agree(client, study, language="zh-hans")
    assert response.url == f"/studies/{study.slug}/mine/"
    consent = Consent.objects.get()
    assert consent.language == "zh-hans"
    assert consent.sha256 == hashlib.sha256("同意参加。".encode()).hexdigest()
    assert client.get(response.url).status_code == 200


def test_a_double_click_makes_one_participant(client):
    study, key = make.campaign(), uuid.uuid4()
    for _ in range(2):
        agree(client, study, key=key)
    for _ in range(2):  # and from a window that has not kept the first answer's cookie
        agree(Client(), study, key=key)
    assert Participant.objects.count() == Consent.objects.count() == 1


def test_two_private_windows_with_one_platform_id_are_one_participant():
    study = make.campaign()
    for session in ("z1", "z2"):
        agree(Client(), study, **PANEL | {"SESSION_ID": session})
    assert Participant.objects.get().external == PANEL


def test_two_platform_ids_in_one_browser_are_two_participants(client):
    study = make.campaign()
    for pid in ("p-1", "p-2"):
        agree(client, study, PROLIFIC_PID=pid)
    assert set(Participant.objects.values_list("external_id", flat=True)) == {"p-1", "p-2"}


def test_who_is_signed_in_is_known_by_the_account(client):
    client.force_login(User.objects.create_user("quomb"))
    agree(client, make.campaign())
    assert Participant.objects.get().account.username == "quomb"


def test_agreeing_again_in_the_same_browser_leads_to_the_own_page():
    study = make.campaign()
    browser = browser_with(make.volunteer(study))
    assert browser.get(f"/studies/{study.slug}/consent/").url.endswith("/mine/")
    assert agree(browser, study).url.endswith("/mine/")
    assert Participant.objects.count() == 1


def test_a_baseline_needs_the_statement_that_nothing_was_judged(client):
    study = make.campaign(baseline=True)
    assert "One thing is missing" in agree(client, study).content.decode()
    assert not Participant.objects.exists()
    assert agree(client, study, not_judged="on").status_code == 302


def test_other_studies_do_not_ask_for_the_statement(client):
    study = make.campaign()
    assert "not_judged" not in client.get(f"/studies/{study.slug}/consent/").content.decode()
    assert agree(client, study).status_code == 302


@pytest.mark.parametrize(
    "fields", [{"key": ""}, {"key": "x"}, {"language": "tlh"}, {"language": ""}]
)
def test_a_mangled_post_shows_the_form_again_and_keeps_nothing(client, fields):
    response = agree(client, make.campaign(), **fields)
    assert response.status_code == 200 and "out of date" in response.content.decode()
    assert not Participant.objects.exists()


def test_a_mangled_platform_id_is_not_taken(client):
    shown = agree(client, make.campaign(), PROLIFIC_PID="a b").content.decode()
    assert "at most 100 letters" in shown
    assert not Participant.objects.exists()


def test_a_full_study_thanks_and_gives_a_code(client):
    study = make.campaign(players_wanted=1, panel_codes={"full": "F-1"})
    make.volunteer(study)
    response = agree(client, study, PROLIFIC_PID="p-9")
    code, shown = CompletionCode.objects.get(participant=None), response.content.decode()
    assert response.status_code == 200 and code.outcome == "full"
    assert code.code in shown
    assert "https://app.prolific.com/submissions/complete?cc=F-1" in shown


def test_the_same_person_of_a_platform_is_turned_away_with_the_same_code():
    study = make.campaign(players_wanted=1)
    make.volunteer(study)
    for _ in range(2):
        agree(Client(), study, **PANEL)
    assert CompletionCode.objects.count() == 1


def test_who_judged_the_objects_is_told_politely_and_gets_a_code(client):
    study = make.campaign(baseline=True)
    judge = User.objects.create_user("judge")
    JudgedCatalogue.objects.create(catalogue=study.catalogue, account=judge)
    client.force_login(judge)
    response = agree(client, study, not_judged="on")
    assert response.status_code == 200 and "You know objects" in response.content.decode()
    assert CompletionCode.objects.get().outcome == "barred"


@pytest.mark.parametrize("status", ["paused", "closed"])
def test_a_study_that_closed_meanwhile_takes_nobody_in(client, status):
    response = agree(client, make.campaign(status=status))
    assert response.status_code == 200
    assert not Participant.objects.exists()


def test_declining_keeps_nothing(client):
    study = make.campaign()
    shown = client.get(f"/studies/{study.slug}/declined/").content.decode()
    assert "Nothing about you was kept" in shown
    assert not Participant.objects.exists() and "participant" not in str(client.cookies)


def test_other_methods_are_refused(client):
    study = make.campaign()
    assert client.put(f"/studies/{study.slug}/consent/").status_code == 405
