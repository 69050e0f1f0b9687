"""campaigns: what a plan becomes, what is refused and why, and the steps from draft to closed."""

from dataclasses import replace

import pytest

from games.models import Campaign, CampaignGame, ConsentText
from games.oracle_gate import Gate
from games.services import campaigns
from games.services.campaigns import CampaignPlan, CampaignRefused
from tests import make

pytestmark = pytest.mark.django_db
FAILING = Gate(passed=False, share=0.9, figures=None)
PASSING = Gate(passed=True, share=0.97, figures=None)


def plan(games: int = 4, **wanted) -> CampaignPlan:
    row = make.catalogue()
    for number in range(games):
        make.game(key=f"g{number}", object_key=f"thing-{number}", row=row)
    given = {
        "name": "Splindow study",
        "preset": "paper",
        "seed": 1,
        "consent": {"en": "Agree.", "zh-hans": " "},
        "ethics": "none",
        "contact": "none",
        "players_wanted": 5,
        "game_keys": ["g0", "g1"],
    }
    return CampaignPlan(catalogue=row, **(given | wanted))


def open_it(campaign: Campaign, *, gate: Gate = PASSING, reason: str = "") -> None:
    campaigns.open_campaign(
        campaign, protocol=make.protocol("paper"), gate=gate, override_reason=reason, now=make.NOW
    )


def games_of(campaign: Campaign) -> set[str]:
    return set(campaign.campaign_games.values_list("game__key", flat=True))


def test_a_plan_becomes_a_draft_with_its_games():
    campaign = campaigns.create(plan())
    assert (campaign.status, campaign.slug) == ("draft", "splindow-study")
    assert games_of(campaign) == {"g0", "g1"}


def test_a_share_chooses_games_of_objects_that_differ():
    campaign = campaigns.create(plan(game_keys=(), share=0.5))
    assert campaign.campaign_games.count() == 2


def test_a_share_is_of_one_split_where_one_is_named():
    with pytest.raises(CampaignRefused, match="no game in the test split of invented-1"):
        campaigns.create(plan(game_keys=(), share=0.5, split="test"))


def test_the_practice_game_has_an_object_of_its_own():
    campaign = campaigns.create(plan())
    assert campaign.practice_game.key in ("g2", "g3")


def test_without_an_object_left_for_practice_it_is_refused():
    with pytest.raises(CampaignRefused, match="The 2 games use all 2 objects"):
        campaigns.create(plan(games=2))
    assert not Campaign.objects.exists()


def test_practice_may_be_left_out():
    assert campaigns.create(plan(games=2, practice=False)).practice_game is None


def test_two_games_of_one_object_are_refused_with_the_count():
    wanted = plan()
    make.game(key="g9", object_key="thing-0")
    with pytest.raises(CampaignRefused, match="2 games have only 1 objects"):
        campaigns.create(replace(wanted, game_keys=["g0", "g9"]))


def test_games_that_the_catalogue_has_not_are_named():
    with pytest.raises(CampaignRefused, match="1 of 2 games are not in invented-1: vrelk"):
        campaigns.create(plan(game_keys=["g0", "vrelk"]))


def test_a_quota_goes_to_each_game():
    quota = {"assignment": "quota", "plays_wanted": 3, "games_each": 2}
    campaign = campaigns.create(plan(**quota))
    assert set(campaign.campaign_games.values_list("quota", flat=True)) == {3}


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        ({"players_wanted": None}, "How many players are wanted"),
        ({"players_wanted": -1}, "How many players are wanted"),
        ({"assignment": "quota"}, "needs the plays of each game"),
        ({"assignment": "quota", "plays_wanted": 3, "games_each": 0}, "games a player"),
        ({"assignment": "quota", "plays_wanted": 3, "games_each": 3}, "3 games a player .* has 2"),
    ],
)
def test_an_assignment_without_its_numbers_is_refused(numbers, why):
    with pytest.raises(CampaignRefused, match=why):
        campaigns.create(plan(**numbers))


def test_numbers_of_the_other_assignment_are_left_out():
    crossed = campaigns.create(plan(plays_wanted=3, games_each=2))
    assert (crossed.plays_wanted, crossed.games_each) == (None, None)
    assert set(crossed.campaign_games.values_list("quota", flat=True)) == {None}


def test_a_taken_address_is_refused():
    wanted = plan()
    campaigns.create(wanted)
    with pytest.raises(CampaignRefused, match="a study at the address 'splindow-study'"):
        campaigns.create(wanted)


def test_a_name_without_latin_letters_needs_an_address():
    with pytest.raises(CampaignRefused, match="Give the study a short address"):
        campaigns.create(plan(name="研究"))


def test_a_long_name_gives_an_address_that_fits():
    campaign = campaigns.create(plan(name="splindow " * 13))
    assert len(campaign.slug) <= 50 and not campaign.slug.endswith("-")


def test_the_same_consent_is_stored_once_without_empty_texts():
    first = campaigns.consent_text({"en": "Agree.", "zh-hans": " "})
    assert campaigns.consent_text({"en": " Agree. "}) == first
    assert ConsentText.objects.get().texts == {"en": "Agree."}


def test_opening_freezes_the_protocol():
    campaign = campaigns.create(plan())
    open_it(campaign)
    assert (campaign.status, campaign.opened_at) == ("open", make.NOW)
    assert campaign.protocol.settings["preset"] == "paper"


def test_opening_twice_is_refused_and_changes_nothing():
    campaign = campaigns.create(plan())
    open_it(campaign)
    with pytest.raises(CampaignRefused, match="is open by now"):
        open_it(campaign)


def test_a_baseline_whose_oracle_fails_stays_a_draft():
    campaign = campaigns.create(plan(baseline=True))
    with pytest.raises(CampaignRefused, match="does not pass"):
        open_it(campaign, gate=FAILING, reason="  ")
    campaign.refresh_from_db()
    assert campaign.status == "draft"


def test_a_baseline_opens_with_a_reason_that_is_kept():
    campaign = campaigns.create(plan(baseline=True))
    open_it(campaign, gate=FAILING, reason=" a pilot ")
    assert (campaign.status, campaign.override_reason) == ("open", "a pilot")


def test_a_reason_that_was_not_needed_is_not_kept():
    campaign = campaigns.create(plan(baseline=True))
    open_it(campaign, reason="a pilot")
    assert campaign.override_reason == ""


def test_a_paused_campaign_opens_again_under_its_own_protocol():
    campaign = make.campaign(status="paused")
    protocol = campaign.protocol
    open_it(campaign, gate=FAILING)
    assert (campaign.status, campaign.protocol) == ("open", protocol)


@pytest.mark.parametrize("status", ["draft", "paused", "closed"])
def test_only_an_open_campaign_is_paused(status):
    with pytest.raises(CampaignRefused, match=f"is {status} by now"):
        campaigns.pause(make.campaign(status=status))


@pytest.mark.parametrize("status", ["open", "paused"])
def test_an_opened_campaign_is_closed_for_good(status):
    campaign = make.campaign(status=status)
    campaigns.close(campaign, now=make.NOW, rng=make.CHANCE)
    assert (campaign.status, campaign.closed_at) == ("closed", make.NOW)
    with pytest.raises(CampaignRefused, match="is closed by now"):
        open_it(campaign)


def test_a_draft_is_not_closed():
    with pytest.raises(CampaignRefused, match="is draft by now"):
        campaigns.close(make.campaign(status="draft"), now=make.NOW, rng=make.CHANCE)


def test_a_draft_becomes_what_another_plan_says():
    wanted = plan()
    draft = campaigns.create(wanted)
    for _ in range(2):
        campaigns.replace_draft(draft, replace(wanted, game_keys=["g3"], ethics="Board 8"))
    campaign = Campaign.objects.get()
    assert (campaign.pk, campaign.ethics, games_of(campaign)) == (draft.pk, "Board 8", {"g3"})


def test_a_plan_that_is_refused_leaves_the_draft_with_its_games():
    wanted = plan()
    draft = campaigns.create(wanted)
    make.campaign(slug="taken", games=1, practice=False)
    with pytest.raises(CampaignRefused, match="at the address 'taken'"):
        campaigns.replace_draft(draft, replace(wanted, slug="taken", game_keys=["g3"]))
    assert games_of(Campaign.objects.get(pk=draft.pk)) == {"g0", "g1"}


def test_what_was_opened_is_not_replaced():
    wanted = plan()
    draft = campaigns.create(wanted)
    open_it(draft)
    with pytest.raises(CampaignRefused, match="is no draft any more"):
        campaigns.replace_draft(draft, wanted)


def test_a_draft_that_was_changed_meanwhile_is_not_opened_under_the_rules_read_before():
    wanted = plan()
    read_before = campaigns.create(wanted)
    campaigns.replace_draft(read_before, replace(wanted, preset="house"))
    with pytest.raises(CampaignRefused, match="nothing was changed"):
        open_it(read_before)
    assert Campaign.objects.get().status == "draft"


def test_a_draft_can_be_deleted_with_its_games():
    campaigns.delete_draft(make.campaign(status="draft"))
    assert not Campaign.objects.exists() and not CampaignGame.objects.exists()


@pytest.mark.parametrize("status", ["open", "paused", "closed"])
def test_a_campaign_that_was_opened_stays(status):
    with pytest.raises(CampaignRefused, match="only a draft can be deleted"):
        campaigns.delete_draft(make.campaign(status=status))
    assert Campaign.objects.exists()
