"""Making a campaign: the form, what it refuses, what it keeps."""

import pytest
from django.contrib.auth.models import User

from games.campaign_texts import default_consent
from games.models import Campaign
from tests import make

pytestmark = pytest.mark.django_db
NEW = "/campaigns/new/"


@pytest.fixture
def researcher(client):
    client.force_login(User.objects.create_user("researcher", is_staff=True))
    return client


@pytest.fixture
def games():
    row = make.catalogue()
    for number in range(1, 5):
        make.game(key=f"g{number}", object_key=f"thing-{number}", row=row)
    return row


def filled(games, **changes):
    return {
        "name": "Splindow at dusk", "slug": "", "catalogue": games.pk, "preset": "paper",
        "condition": "questions", "share_percent": "50", "split": "", "seed": "1",
        "game_keys": "", "practice": "on", "assignment": "crossed", "players_wanted": "5",
        "plays_wanted": "", "games_each": "", "idle_minutes": "1440", "reveal": "after_last",
        "consent_en": "Agree?\r\nYes.", "consent_zh": "", "ethics": "Board 7",
        "contact": "quomb@example.org", "panel_completed": "C1",
    } | changes  # fmt: skip


def test_the_form_starts_from_the_default_consent_texts(researcher, games):
    page = researcher.get(NEW).content.decode()
    for text in default_consent().values():
        assert text.splitlines()[0] in page


def test_without_a_catalogue_the_page_says_what_is_missing(researcher):
    assert "import_catalogue" in researcher.get(NEW).content.decode()


def test_a_draft_is_made_and_shown(researcher, games):
    response = researcher.post(NEW, filled(games))
    campaign = Campaign.objects.get()
    assert response.url == "/campaigns/splindow-at-dusk/"
    assert (campaign.status, campaign.players_wanted) == ("draft", 5)
    assert (campaign.share, campaign.campaign_games.count()) == (0.5, 2)
    assert campaign.practice_game is not None
    assert campaign.panel_codes == {"completed": "C1"}
    assert campaign.consent_text.texts == {"en": "Agree?\nYes."}


def test_a_quota_takes_its_own_numbers_and_leaves_the_others(researcher, games):
    researcher.post(NEW, filled(games, assignment="quota", plays_wanted="3", games_each="2"))
    campaign = Campaign.objects.get()
    assert (campaign.players_wanted, campaign.plays_wanted, campaign.games_each) == (None, 3, 2)


def test_games_by_their_keys_leave_the_share_out(researcher, games):
    researcher.post(NEW, filled(games, game_keys="g1, g3\r\ng4", practice=""))
    campaign = Campaign.objects.get()
    keys = campaign.campaign_games.values_list("game__key", flat=True)
    assert (list(keys), campaign.share) == (["g1", "g3", "g4"], None)


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"name": ""}, "name", "required"),
        ({"name": "夕阳"}, "slug", "Give an address"),
        ({"slug": "new"}, "slug", "There is a page at the address"),
        ({"share_percent": ""}, "share_percent", "Give a share"),
        ({"share_percent": "101"}, "share_percent", "less than or equal to 100"),
        ({"share_percent": "1"}, "share_percent", "0.01 of 4 games is not one game"),
        ({"players_wanted": ""}, "players_wanted", "How many players"),
        ({"assignment": "quota"}, "plays_wanted", "How many plays"),
        ({"game_keys": "g1 vrelk"}, "game_keys", "1 of 2 games are not in invented-1: vrelk"),
        ({"game_keys": "g1 g1"}, "game_keys", "2 games have only 1 games"),
        ({"ethics": ""}, "ethics", "required"),
        ({"consent_en": "a\0b"}, "consent_en", "Null characters"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_the_rest_is_kept(
    researcher, games, change, field, sentence
):
    response = researcher.post(NEW, filled(games, **change))
    page = response.content.decode()
    assert response.status_code == 200 and not Campaign.objects.exists()
    beside = page.partition(f'id="id_{field}_error"')[2].partition("</div>")[0]
    assert sentence in beside
    assert "quomb@example.org" in page and 'value="C1"' in page


def test_a_refusal_of_the_service_is_shown_with_its_count(researcher, games):
    page = researcher.post(NEW, filled(games, share_percent="100")).content.decode()
    assert "The 4 games use all 4 objects that have games" in page
    assert not Campaign.objects.exists()


def test_a_second_post_of_the_same_form_makes_no_second_campaign(researcher, games):
    researcher.post(NEW, filled(games))
    page = researcher.post(NEW, filled(games)).content.decode()
    assert Campaign.objects.count() == 1
    assert "There is a page at the address" in page


def test_the_longest_texts_fit_into_one_post(researcher, games):
    texts = {"consent_en": "x" * 8000, "consent_zh": "研" * 5000, "ethics": "研" * 2000}
    response = researcher.post(NEW, filled(games, game_keys="g1\r\n" * 1000, **texts))
    assert response.status_code == 200
    assert "games have only 1 games" in response.content.decode()
