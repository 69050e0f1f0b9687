"""Making a campaign: the form, what it refuses, what it keeps."""

import pytest

from games.campaign_texts import default_consent
from games.models import Campaign
from tests import make

pytestmark = pytest.mark.django_db
NEW = "/campaigns/new/"


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


def test_what_is_written_in_chinese_is_kept_and_what_is_empty_falls_back(researcher, games):
    researcher.post(NEW, filled(games, name_zh="虚构研究", ethics_zh="", contact_zh=" "))
    campaign = Campaign.objects.get()
    assert campaign.chinese == {"name": "虚构研究"}
    assert campaign.in_language("name", "zh-hans") == "虚构研究"
    assert campaign.in_language("ethics", "zh-hans") == "Board 7"
    assert campaign.in_language("name", "en") == "Splindow at dusk"


def test_a_quota_takes_its_own_numbers_and_leaves_the_others(researcher, games):
    researcher.post(NEW, filled(games, assignment="quota", plays_wanted="3", games_each="2"))
    campaign = Campaign.objects.get()
    assert (campaign.players_wanted, campaign.plays_wanted, campaign.games_each) == (None, 3, 2)


def test_games_by_their_keys_leave_share_and_split_out(researcher, games):
    named = {"game_keys": "g1, g3\r\ng4", "practice": "", "split": "test"}
    researcher.post(NEW, filled(games, **named))
    campaign = Campaign.objects.get()
    keys = campaign.campaign_games.values_list("game__key", flat=True)
    assert (list(keys), campaign.share) == (["g1", "g3", "g4"], None)


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"name": ""}, "name", "Give the study a name"),
        ({"name": "夕阳"}, "slug", "Give an address"),
        ({"slug": "new"}, "slug", "There is a page at the address"),
        ({"share_percent": ""}, "share_percent", "Give a share"),
        ({"share_percent": "101"}, "share_percent", "goes up to 100 percent"),
        ({"share_percent": "1"}, "share_percent", "1% of 4 games is not one game"),
        ({"players_wanted": ""}, "players_wanted", "How many players"),
        ({"assignment": "quota"}, "plays_wanted", "How many plays"),
        ({"game_keys": "g1 vrelk"}, "game_keys", "1 of 2 games are not in invented-1: vrelk"),
        ({"game_keys": "g1 g1"}, "game_keys", "2 games have only 1 games"),
        ({"ethics": ""}, "ethics", "Say which board approved"),
        ({"share_percent": "0"}, "share_percent", "lies above 0"),
        ({"slug": "sp lin"}, "slug", "An address has letters"),
        ({"split": "test"}, "split", "no game in the test split"),
        ({"share_percent": "100"}, "practice", "use all 4 objects"),
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


def test_games_that_do_not_fit_are_said_together_with_all_that_is_wrong_besides(researcher, games):
    quota = {"assignment": "quota", "plays_wanted": "3", "games_each": "9", "ethics": ""}
    page = researcher.post(NEW, filled(games, **quota)).content.decode()
    listed = page.partition('role="alert"')[2].partition("</div>")[0]
    assert '<a class="line" href="#id_ethics">Ethics</a>: Say which board' in listed
    assert '<a class="line" href="#id_games_each">Games a player</a>: 9 games a player' in listed
    assert page.count('aria-invalid="true"') == 2


def test_a_browser_cuts_no_text_without_a_word(researcher, games):
    assert "maxlength" not in researcher.get(NEW).content.decode()
    page = researcher.post(NEW, filled(games, consent_en="x" * 20_001)).content.decode()
    assert "20001 characters; 20000 are the limit. Nothing was cut." in page
    assert "x" * 20_001 in page


def test_another_campaign_fills_the_form_of_a_new_one(researcher, games):
    researcher.post(NEW, filled(games, name_zh="暮色"))
    page = researcher.get(f"{NEW}?like=splindow-at-dusk")
    initial = page.context["form"].initial
    assert (initial["share_percent"], initial["panel_completed"]) == (50, "C1")
    assert "暮色" in page.content.decode() and Campaign.objects.count() == 1


EDIT = "/campaigns/splindow-at-dusk/edit/"


def test_a_draft_is_replaced_by_what_its_form_says(researcher, games):
    researcher.post(NEW, filled(games))
    before = Campaign.objects.get()
    assert "Splindow at dusk" in researcher.get(EDIT).content.decode()
    changed = filled(games, slug="quomb", game_keys="g4 g1", ethics="Board 8")
    assert researcher.post(EDIT, changed).url == "/campaigns/quomb/"
    campaign = Campaign.objects.get()
    keys = campaign.campaign_games.values_list("game__key", flat=True)
    assert (campaign.pk, campaign.ethics, list(keys)) == (before.pk, "Board 8", ["g4", "g1"])


def test_a_draft_can_keep_its_address(researcher, games):
    researcher.post(NEW, filled(games))
    sent = filled(games, slug="splindow-at-dusk", contact="other@example.org")
    assert researcher.post(EDIT, sent).url == "/campaigns/splindow-at-dusk/"
    assert Campaign.objects.get().contact == "other@example.org"


def test_a_wrong_change_leaves_the_draft_as_it_is(researcher, games):
    researcher.post(NEW, filled(games))
    page = researcher.post(EDIT, filled(games, game_keys="vrelk", ethics="x")).content.decode()
    assert "1 of 1 games are not in" in page
    assert Campaign.objects.get().ethics == "Board 7"


def test_an_opened_campaign_is_not_changed(researcher):
    make.campaign(status="open")
    page = researcher.post("/campaigns/study-1/edit/", {"name": "vrelk"}).content.decode()
    assert "was opened; it stays as it is" in page
    assert Campaign.objects.get().name == "Invented study"


def test_a_second_post_of_the_same_form_makes_no_second_campaign(researcher, games):
    researcher.post(NEW, filled(games))
    page = researcher.post(NEW, filled(games)).content.decode()
    assert Campaign.objects.count() == 1
    assert "There is a page at the address" in page


def test_the_longest_texts_fit_into_one_post(researcher, games):
    texts = {"consent_en": "x" * 20_000, "consent_zh": "研" * 20_000, "ethics": "研" * 2000}
    response = researcher.post(NEW, filled(games, game_keys="g1\r\n" * 1000, **texts))
    assert response.status_code == 200
    assert "games have only 1 games" in response.content.decode()
