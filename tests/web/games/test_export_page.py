"""The export's page and its file."""

import io

import pytest
from django.contrib.auth.models import User

from games import exports
from games.exporting import checks
from games.models import Turn
from games.services import journeys
from tests import make
from tests.exported import described, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    campaign = make.campaign(practice=False)
    make.ask(journeys.start_next(make.volunteer(campaign), now=make.NOW, rng=make.CHANCE))
    return campaign


def page_of(campaign) -> str:
    return f"/campaigns/{campaign.slug}/export/"


def file_of(campaign) -> str:
    return f"/campaigns/{campaign.slug}/export/data.zip"


ADDRESSES = pytest.mark.parametrize("address", [page_of, file_of])


def test_the_page_says_what_is_in_and_what_is_left_out(researcher, campaign):
    journeys.exclude(make.volunteer(campaign), "too fast", now=make.NOW)
    page = researcher.get(page_of(campaign)).content.decode()
    assert "1 excluded participant<" in page
    assert "No text" not in page and "were not looked at" not in page


def test_the_page_says_how_many_texts_may_name_a_person_and_leads_there_first(researcher, campaign):
    Turn.objects.update(question="My name is Quomb")
    page = researcher.get(page_of(campaign)).content.decode()
    assert "1 text may name a person and was not looked at" in page
    assert f'class="button primary" href="/campaigns/{campaign.slug}/texts/"' in page


def test_the_page_is_quiet_about_texts_once_they_were_looked_at(researcher, campaign):
    Turn.objects.update(question="My name is Quomb")
    make.review(Turn.objects.get(), removed=True)
    assert "not looked at" not in researcher.get(page_of(campaign)).content.decode()


@pytest.mark.parametrize("file_format", ["csv", "jsonl", "parquet"])
def test_the_file_is_a_whole_export(researcher, campaign, file_format):
    response = researcher.get(file_of(campaign), {"format": file_format})
    content = response.getvalue()
    assert response.headers["Content-Type"] == "application/zip"
    assert f'filename="{campaign.slug}-{file_format}.zip"' in response["Content-Disposition"]
    assert checks.check(io.BytesIO(content)).whole
    assert len(table(content, "turns")) == 1


def test_the_file_is_not_compressed_a_second_time(researcher, campaign):
    response = researcher.get(file_of(campaign), headers={"Accept-Encoding": "gzip"})
    assert response.getvalue()[:2] == b"PK"


@pytest.mark.django_db(transaction=True)
def test_the_file_is_streamed_and_can_be_given_up(researcher, campaign):
    response = researcher.get(file_of(campaign))
    next(iter(response.streaming_content))
    response.close()
    assert checks.check(io.BytesIO(researcher.get(file_of(campaign)).getvalue())).whole


def test_what_is_ticked_is_included(researcher):
    campaign = make.campaign()
    journeys.start_next(make.volunteer(campaign), now=make.NOW, rng=make.CHANCE)
    ticked = {"include": ["practice", "excluded"]}
    content = researcher.get(file_of(campaign), ticked).getvalue()
    assert len(table(content, "plays")) == 1
    assert described(content)["filters"]["include"] == ["excluded", "practice"]


@pytest.mark.parametrize("asked", [{"format": "xlsx"}, {"include": "everything"}])
def test_a_choice_that_there_is_not_is_refused_in_words(researcher, campaign, asked):
    response = researcher.get(file_of(campaign), asked)
    assert response.status_code == 400
    assert "There is no such choice" in response.content.decode()


def test_a_simulated_campaign_is_exported_knowingly_only_and_says_so(researcher):
    campaign = make.campaign(practice=False, simulated=True)
    refused = researcher.get(file_of(campaign))
    assert refused.status_code == 400
    assert "Tick that you know it" in refused.content.decode()
    taken = researcher.get(file_of(campaign), {"include": "simulated"})
    assert f"{campaign.slug}-simulated-csv.zip" in taken["Content-Disposition"]
    assert checks.check(io.BytesIO(taken.getvalue())).simulated


def test_head_makes_no_file(researcher, campaign, monkeypatch):
    monkeypatch.setattr(exports, "_parts", lambda selection: pytest.fail("It was made."))
    response = researcher.head(file_of(campaign))
    assert (response.status_code, b"".join(response.streaming_content)) == (200, b"")


@ADDRESSES
def test_strangers_are_led_to_the_sign_in_page(client, campaign, address):
    assert "/admin/login/" in client.get(address(campaign)).headers["Location"]


@ADDRESSES
def test_who_is_no_researcher_is_refused(client, campaign, address):
    client.force_login(User.objects.create_user("annotator"))
    assert client.get(address(campaign)).status_code == 403


@ADDRESSES
@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_other_methods_are_refused(researcher, campaign, address, method):
    assert getattr(researcher, method)(address(campaign)).status_code == 405


@pytest.mark.parametrize("end", ["export/", "export/data.zip"])
def test_a_campaign_that_there_is_not_is_not_found(researcher, end):
    assert researcher.get(f"/campaigns/gnorbish/{end}").status_code == 404


def test_the_page_takes_as_many_queries_for_many_rows_as_for_few(
    researcher, campaign, django_assert_max_num_queries
):
    for _ in range(4):
        make.ask(journeys.start_next(make.volunteer(campaign), now=make.NOW, rng=make.CHANCE))
    with django_assert_max_num_queries(18):
        researcher.get(page_of(campaign))
