"""A study's first page: it explains, and stores nothing."""

import pytest
from django.contrib.auth.models import User

from games.models import CompletionCode, Participant, Withdrawal
from tests import make
from tests.web.games.conftest import browser_with

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fixed_protocol")]
PANEL = {"PROLIFIC_PID": "p-1", "STUDY_ID": "s_1", "SESSION_ID": "z1"}


def rows() -> int:
    return sum(row.objects.count() for row in (Participant, CompletionCode, Withdrawal))


def page(client, study, **query) -> str:
    return client.get(f"/studies/{study.slug}/", query).content.decode()


def test_it_says_what_is_hidden_how_long_it_takes_and_who_asks(client):
    shown = page(client, make.campaign(games=3))
    assert "up to 20 questions" in shown and "exactly one really can" in shown
    # Three games and the practice game, seven minutes each: 28, said as 30.
    assert "3 games, about 30 minutes" in shown
    assert "Approved by nobody." in shown and "quomb@example.org" in shown
    assert "Table Oracle" in shown


@pytest.mark.parametrize("address", ["", "consent/", "declined/", "resume/", "withdraw/"])
@pytest.mark.parametrize("method", ["get", "head"])
def test_a_link_preview_takes_no_seat(client, address, method):
    study = make.campaign()
    assert getattr(client, method)(f"/studies/{study.slug}/{address}").status_code == 200
    assert rows() == 0


def test_what_a_platform_put_into_the_link_travels_to_the_consent_form(client):
    study = make.campaign()
    query = "PROLIFIC_PID=p-1&amp;STUDY_ID=s_1&amp;SESSION_ID=z1"
    assert f"/studies/{study.slug}/consent/?{query}" in page(client, study, **PANEL)


@pytest.mark.parametrize("address", ["", "consent/"])
@pytest.mark.parametrize("text", ["x" * 101, "a b", "{{%PROLIFIC_PID%}}", "é", "a\n", "<b>"])
def test_a_damaged_link_is_explained_and_leads_no_further(client, text, address):
    study = make.campaign()
    for name in PANEL:
        response = client.get(f"/studies/{study.slug}/{address}", PANEL | {name: text})
        shown = response.content.decode()
        assert response.status_code == 200
        assert "at most 100 letters" in shown and "primary" not in shown


def test_who_takes_part_is_led_to_the_own_page():
    study = make.campaign()
    response = browser_with(make.volunteer(study)).get(f"/studies/{study.slug}/")
    assert response.url == f"/studies/{study.slug}/mine/"


def test_a_known_browser_with_a_new_id_is_asked_to_send_it_along():
    study = make.campaign()
    volunteer = make.volunteer(study)
    browser = browser_with(volunteer)
    shown = page(browser, study, **PANEL)
    assert "/arrive/" in shown and 'value="p-1"' in shown
    assert not Participant.objects.exclude(external_id="").exists()
    assert browser.post(f"/studies/{study.slug}/arrive/", PANEL).url.endswith("/mine/")
    volunteer.refresh_from_db()
    assert (volunteer.external_id, volunteer.external) == ("p-1", PANEL)


def test_an_arrival_of_nobody_leads_to_the_study_with_its_ids(client):
    study = make.campaign()
    response = client.post(f"/studies/{study.slug}/arrive/", PANEL)
    assert response.url.startswith(f"/studies/{study.slug}/?PROLIFIC_PID=p-1")
    assert client.get(f"/studies/{study.slug}/arrive/").status_code == 302
    assert not Participant.objects.exists()


def test_ids_of_the_platform_stay_in_every_link_before_consent(client):
    study = make.campaign()
    query = "PROLIFIC_PID=p-1&amp;STUDY_ID=s_1&amp;SESSION_ID=z1"
    for below, onward in (
        ("", "resume"),
        ("consent/", "declined"),
        ("declined/", ""),
        ("resume/", ""),
    ):
        shown = client.get(f"/studies/{study.slug}/{below}", PANEL).content.decode()
        assert f"/studies/{study.slug}/{onward}{'/' if onward else ''}?{query}" in shown


def test_it_is_named_in_chinese_where_a_researcher_wrote_so(client):
    study = make.campaign(chinese={"name": "虚构研究", "ethics": ""})
    client.cookies["django_language"] = "zh-hans"
    shown = page(client, study)
    assert '<h1 lang="zh-hans">虚构研究</h1>' in shown
    assert '<div lang="en"><p>Approved by nobody.' in shown


def test_the_brand_leads_to_the_study(client):
    study = make.campaign()
    assert f'class="brand" href="/studies/{study.slug}/?PROLIFIC' in page(client, study, **PANEL)
    mine = browser_with(make.volunteer(study)).get(f"/studies/{study.slug}/mine/")
    assert f'class="brand" href="/studies/{study.slug}/mine/"' in mine.content.decode()


def test_a_link_that_names_somebody_else_does_not_lead_to_this_browsers_page():
    study = make.campaign()
    browser = browser_with(make.volunteer(study, external_id="p-1"))
    assert browser.get(f"/studies/{study.slug}/", PANEL).status_code == 302
    other = PANEL | {"PROLIFIC_PID": "p-2"}
    assert browser.get(f"/studies/{study.slug}/", other).status_code == 200


def test_a_draft_is_there_for_researchers_only(client):
    study = make.campaign(status="draft")
    for address in ("", "consent/", "resume/", "mine/", "withdraw/"):
        assert client.get(f"/studies/{study.slug}/{address}").status_code == 404
    client.force_login(User.objects.create_user("r", is_staff=True))
    assert "Preview of a draft" in page(client, study)
    assert "disabled" in client.get(f"/studies/{study.slug}/consent/").content.decode()


@pytest.mark.parametrize(("status", "words"), [("paused", "a pause"), ("closed", "has ended")])
def test_a_study_that_is_not_open_says_so_politely(client, status, words):
    study = make.campaign(status=status)
    for address in ("", "consent/"):
        response = client.get(f"/studies/{study.slug}/{address}")
        assert response.status_code == 200 and words in response.content.decode()


def test_a_simulated_study_says_so(client):
    study = make.campaign(simulated=True)
    assert "simulated study" in page(client, study)
    assert "simulated study" in client.get(f"/studies/{study.slug}/consent/").content.decode()


@pytest.mark.parametrize("address", ["", "consent/"])
def test_only_the_chinese_pages_say_that_the_game_is_in_english(client, address):
    from django.utils.translation import gettext, override

    study = make.campaign()
    with override("zh-hans"):
        words = gettext(
            "The game itself is in English: the eight candidates, what they mean, your questions "
            "and the answers. You need to read and write simple English sentences."
        )
    english = client.get(f"/studies/{study.slug}/{address}").content.decode()
    client.cookies["django_language"] = "zh-hans"
    chinese = client.get(f"/studies/{study.slug}/{address}").content.decode()
    assert words in chinese and "game itself is in English" not in english


def test_the_language_is_switched_by_a_post_that_leads_back(client):
    study = make.campaign()
    address = f"/studies/{study.slug}/?PROLIFIC_PID=p-1"
    assert 'value="zh-hans"' in client.get(address).content.decode()
    response = client.post("/language/setlang/", {"language": "zh-hans", "next": address})
    assert response.url == address
    assert 'lang="zh-hans"' in client.get(address).content.decode()


def test_a_control_without_questions_is_not_announced_as_a_question_game(client):
    shown = page(client, make.campaign(condition="labels_only"))
    assert "and nothing else" in shown and "20 questions" not in shown


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_other_methods_are_refused(client, method):
    study = make.campaign()
    for address in ("", "declined/"):
        assert getattr(client, method)(f"/studies/{study.slug}/{address}").status_code == 405


def test_an_unknown_study_is_not_found(client):
    assert client.get("/studies/nothing/").status_code == 404


def test_the_page_takes_few_queries_however_many_games(client, django_assert_max_num_queries):
    study = make.campaign(games=9)
    with django_assert_max_num_queries(5):  # study, its games, protocol, the Oracle's figures
        page(client, study)
