"""A campaign's participants and completion codes, as its researcher sees them."""

import csv
import io

import pytest

from games.models import Participant
from games.services import campaigns, codes, journeys
from tests import make

pytestmark = pytest.mark.django_db
PERSON = "5f3a9c0d"


@pytest.fixture
def campaign():
    return make.campaign(games=1, practice=False)


def completed(campaign) -> Participant:
    player = make.volunteer(campaign, external_id=PERSON)
    make.finish(journeys.start_next(player, now=make.NOW, rng=make.CHANCE))
    journeys.finish_if_done(player, now=make.NOW, rng=make.CHANCE)
    player.refresh_from_db()
    return player


def code_page(researcher, campaign, code: str) -> str:
    return researcher.get(f"/campaigns/{campaign.slug}/codes/", {"code": code}).content.decode()


def test_nobody_yet(researcher, campaign):
    page = researcher.get(f"/campaigns/{campaign.slug}/people/").content.decode()
    assert "Share the link" in page


def test_the_list_shows_pseudonyms_and_no_key_to_anybody(researcher, campaign):
    player = completed(campaign)
    page = researcher.get(f"/campaigns/{campaign.slug}/people/").content.decode()
    assert player.pseudonym in page and "1 of 1" in page and "completed" in page
    for secret in (str(player.token), player.resume_digest, PERSON):
        assert secret not in page


def test_the_list_takes_as_many_queries_for_many_people_as_for_few(
    researcher, django_assert_num_queries
):
    campaign = make.campaign(players_wanted=20)
    for _ in range(12):
        make.volunteer(campaign)
    with django_assert_num_queries(6):  # session, user, campaign, count, people, withdrawals
        researcher.get(f"/campaigns/{campaign.slug}/people/")


def test_who_withdrew_is_only_counted(researcher, campaign):
    journeys.withdraw(completed(campaign), now=make.NOW)
    page = researcher.get(f"/campaigns/{campaign.slug}/people/").content.decode()
    assert "1 withdrew" in page


def test_somebody_is_excluded_with_a_reason(researcher, campaign):
    player = completed(campaign)
    response = researcher.post(
        f"/campaigns/{campaign.slug}/people/{player.pk}/exclude/", {"reason": "Slept."}
    )
    player.refresh_from_db()
    assert player.excluded_reason == "Slept."
    assert "Slept." in researcher.get(response.url).content.decode()
    assert campaign.campaign_games.get().taken == 0


@pytest.mark.parametrize("reason", ["", "   ", "x" * 301])
def test_an_exclusion_without_a_fitting_reason_changes_nothing(researcher, campaign, reason):
    player = completed(campaign)
    page = researcher.post(
        f"/campaigns/{campaign.slug}/people/{player.pk}/exclude/", {"reason": reason}
    ).content.decode()
    player.refresh_from_db()
    assert player.excluded_reason == "" and "id_reason_error" in page


def test_somebody_of_another_campaign_is_not_found_here(researcher, campaign):
    other = make.volunteer(make.campaign())
    address = f"/campaigns/{campaign.slug}/people/{other.pk}/exclude/"
    assert researcher.get(address).status_code == 404
    assert researcher.post(address, {"reason": "Slept."}).status_code == 404


def test_a_code_says_what_it_is_however_it_was_typed(researcher, campaign):
    player = completed(campaign)
    code = player.completion_codes.get().code
    page = code_page(researcher, campaign, f" {code.lower().replace('-', ' ')} ")
    for word in (code, "Completed", player.pseudonym, PERSON):
        assert word in page


def test_the_code_of_somebody_who_was_not_let_in(researcher, campaign):
    code = codes.turn_away(campaign, "full", PERSON, now=make.NOW, rng=make.CHANCE)
    page = code_page(researcher, campaign, code.code)
    assert "no place was left" in page and PERSON in page


def test_a_receipt_says_that_nothing_else_is_kept(researcher, campaign):
    gone = journeys.withdraw(completed(campaign), now=make.NOW)
    page = code_page(researcher, campaign, gone.receipt)
    assert "Nothing else is kept" in page and "Reopen" not in page


@pytest.mark.parametrize("typed", ["7KQ2-MX9D", "夕阳", "?!", "x" * 41, ""])
def test_a_wrong_code_gets_a_sentence(researcher, campaign, typed):
    page = code_page(researcher, campaign, typed)
    assert "no such code" in page or "id_code_error" in page


def test_a_code_of_another_campaign_is_wrong_here(researcher, campaign):
    code = completed(campaign).completion_codes.get().code
    assert "no such code" in code_page(researcher, make.campaign(), code)


def test_a_code_is_reopened_once(researcher, campaign):
    player = completed(campaign)
    code = player.completion_codes.get().code
    for _ in range(2):
        response = researcher.post(f"/campaigns/{campaign.slug}/codes/reopen/", {"code": code})
    player.refresh_from_db()
    page = researcher.get(response.url).content.decode()
    assert player.outcome == "" and "Void since" in page and "Reopen</button>" not in page


def test_a_code_of_a_closed_study_is_not_reopened(researcher, campaign):
    code = completed(campaign).completion_codes.get().code
    campaigns.close(campaign, now=make.NOW, rng=make.CHANCE)
    response = researcher.post(f"/campaigns/{campaign.slug}/codes/reopen/", {"code": code})
    assert "The study is closed" in researcher.get(response.url).content.decode()
    assert Participant.objects.get().outcome == "completed"


def test_all_codes_are_listed_and_there_as_csv(researcher, campaign):
    player = completed(campaign)
    codes.turn_away(campaign, "full", "-danger", now=make.NOW, rng=make.CHANCE)
    assert player.pseudonym in code_page(researcher, campaign, "")
    response = researcher.get(f"/campaigns/{campaign.slug}/codes/codes.csv")
    lines = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert {line["platform_id"] for line in lines} == {"'-danger", PERSON}
    assert {line["pseudonym"] for line in lines} == {"", player.pseudonym}
    assert "attachment" in response["Content-Disposition"]


def test_the_list_of_codes_takes_as_many_queries_for_many_as_for_few(
    researcher, django_assert_num_queries
):
    campaign = make.campaign(players_wanted=20)
    for _ in range(12):
        journeys.end_early(make.volunteer(campaign), now=make.NOW, rng=make.CHANCE)
    with django_assert_num_queries(5):  # session, user, campaign, count, codes
        researcher.get(f"/campaigns/{campaign.slug}/codes/")


def test_what_is_no_code_comes_back_as_it_was_typed(researcher, campaign):
    assert "“hello”" in code_page(researcher, campaign, "hello")


def test_ended_games_of_somebody_excluded_are_counted(researcher, campaign):
    player = completed(campaign)
    journeys.exclude(player, "slept", now=make.NOW)
    page = researcher.get(f"/campaigns/{campaign.slug}/people/").content.decode()
    assert '<td class="num">1</td>' in page
    assert f"/campaigns/{campaign.slug}/codes/?code=" in page


def test_somebody_is_included_again(researcher, campaign):
    player = completed(campaign)
    journeys.exclude(player, "slept", now=make.NOW)
    address = f"/campaigns/{campaign.slug}/people/{player.pk}/include/"
    assert "Excluded for: slept" in researcher.get(address).content.decode()
    for _ in range(2):
        assert researcher.post(address).url == f"/campaigns/{campaign.slug}/people/"
    player.refresh_from_db()
    assert (player.excluded_reason, campaign.campaign_games.get().taken) == ("", 1)


def test_including_somebody_whose_place_is_taken_says_so(researcher):
    campaign = make.campaign(games=1, practice=False, players_wanted=1)
    player = completed(campaign)
    journeys.exclude(player, "slept", now=make.NOW)
    make.volunteer(campaign)
    address = f"/campaigns/{campaign.slug}/people/{player.pk}/include/"
    assert "Others have taken places since" in researcher.post(address).content.decode()


def test_an_unknown_code_cannot_be_reopened(researcher, campaign):
    address = f"/campaigns/{campaign.slug}/codes/reopen/"
    assert researcher.post(address, {"code": "7KQ2-MX9D"}).status_code == 404
    assert researcher.post(address).status_code == 404
