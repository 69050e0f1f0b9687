"""The list of campaigns, the page of one, and its steps."""

import pytest

from games import backends, oracle_gate, presets
from games.models import Campaign, Game, OracleScore
from games.services import journeys
from tests import make

pytestmark = pytest.mark.django_db
REASON = "The figure is from another machine."


@pytest.fixture(autouse=True)
def fixed_roles(monkeypatch):
    monkeypatch.setattr(
        backends,
        "campaign_protocol",
        lambda catalogue_id, *, preset, condition: make.protocol(
            preset, presets.Condition(condition)
        ),
    )


def page_of(researcher, campaign: Campaign) -> str:
    return researcher.get(f"/campaigns/{campaign.slug}/").content.decode()


def scored(campaign: Campaign, *, right: int) -> None:
    OracleScore.objects.create(
        oracle_version="table-fixed",
        question_set=oracle_gate.question_set(campaign.catalogue.version),
        questions=100, answered=100, right_answered=right, right_forced=right,
    )  # fmt: skip


def test_an_empty_list_says_how_to_start(researcher):
    page = researcher.get("/campaigns/").content.decode()
    assert "Make the first campaign" in page


def test_the_list_shows_how_far_each_campaign_is(researcher):
    campaign = make.campaign(games=3, practice=False)
    make.finish(journeys.start_next(make.volunteer(campaign), now=make.NOW, rng=make.CHANCE))
    page = researcher.get("/campaigns/").content.decode()
    assert "Invented study" in page and "1 of 15" in page and "0 of 5" in page


def test_the_list_takes_as_many_queries_for_many_campaigns_as_for_few(
    researcher, django_assert_num_queries
):
    for _ in range(6):
        make.campaign(games=2)
    with django_assert_num_queries(3):  # session, user, campaigns
        researcher.get("/campaigns/")


def test_a_simulated_campaign_is_marked_on_every_page(researcher):
    campaign = make.campaign(simulated=True)
    for path in ("", "people/", "codes/", "close/"):
        page = researcher.get(f"/campaigns/{campaign.slug}/{path}").content.decode()
        assert '<span class="chip">simulated</span>' in page, path
    assert '<span class="chip">simulated</span>' in researcher.get("/campaigns/").content.decode()


def test_no_campaign_no_page(researcher):
    assert researcher.get("/campaigns/vrelk/").status_code == 404


def test_a_draft_says_what_will_be_frozen(researcher):
    campaign = make.campaign(status="draft")
    page = page_of(researcher, campaign)
    assert "A draft of 3 games" in page
    assert make.protocol().sha256 in page
    assert "Agree to be splindow." in page


def test_an_open_campaign_shows_its_link_in_both_forms(researcher):
    page = page_of(researcher, make.campaign())
    assert "http://testserver/studies/study-1/" in page
    assert "?PROLIFIC_PID={{%PROLIFIC_PID%}}&amp;STUDY_ID={{%STUDY_ID%}}" in page


def test_the_first_sentence_counts_players_and_plays(researcher):
    campaign = make.campaign(games=1, practice=False)
    player = make.volunteer(campaign)
    make.finish(journeys.start_next(player, now=make.NOW, rng=make.CHANCE))
    journeys.finish_if_done(player, now=make.NOW, rng=make.CHANCE)
    excluded = make.volunteer(campaign)
    make.finish(journeys.start_next(excluded, now=make.NOW, rng=make.CHANCE))
    journeys.exclude(excluded, "slept", now=make.NOW)
    page = page_of(researcher, campaign)
    assert "Open since 1 Mar 2026, 12:00 UTC; 1 of 5 players done, 1 of 5 plays." in page


def test_opening_freezes_the_protocol(researcher):
    campaign = make.campaign(status="draft")
    response = researcher.post(f"/campaigns/{campaign.slug}/open/")
    campaign.refresh_from_db()
    assert response.url == f"/campaigns/{campaign.slug}/"
    assert (campaign.status, campaign.protocol.sha256) == ("open", make.protocol().sha256)


@pytest.mark.parametrize(("right", "opens"), [(95, True), (94, False), (None, False)])
def test_a_baseline_opens_only_with_an_oracle_that_passes(researcher, right, opens):
    campaign = make.campaign(status="draft", baseline=True)
    if right:
        scored(campaign, right=right)
    page = researcher.post(f"/campaigns/{campaign.slug}/open/", follow=True).content.decode()
    campaign.refresh_from_db()
    assert (campaign.status == "open") is opens
    assert ("Without a reason it stays a draft." in page) is not opens


def test_a_baseline_opens_with_a_reason_which_is_printed(researcher):
    campaign = make.campaign(status="draft", baseline=True)
    assert "Open it with a reason" in page_of(researcher, campaign)
    asked = researcher.get(f"/campaigns/{campaign.slug}/open/").content.decode()
    assert "Open Invented study all the same?" in asked and 'name="override_reason"' in asked
    researcher.post(f"/campaigns/{campaign.slug}/open/", {"override_reason": REASON})
    campaign.refresh_from_db()
    assert (campaign.status, campaign.override_reason) == ("open", REASON)
    assert REASON in page_of(researcher, campaign)


def test_a_reason_of_a_word_does_not_open_a_baseline(researcher):
    campaign = make.campaign(status="draft", baseline=True)
    address = f"/campaigns/{campaign.slug}/open/"
    page = researcher.post(address, {"override_reason": "so"}).content.decode()
    assert "2 characters say too little" in page
    assert Campaign.objects.get().status == "draft"


def test_opening_is_no_page_where_no_reason_is_needed(researcher):
    campaign = make.campaign(status="draft")
    response = researcher.get(f"/campaigns/{campaign.slug}/open/")
    assert response.url == f"/campaigns/{campaign.slug}/"
    assert Campaign.objects.get().status == "draft"


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ({"preset": "house"}, "under house rules"),
        ({"plays_wanted": 2}, "with a quota"),
        ({"condition": presets.Condition.NAME_SHOWN}, "of a control condition"),
    ],
)
def test_a_draft_of_a_baseline_that_is_none_like_the_papers_is_noted(researcher, plan, words):
    campaign = make.campaign(status="draft", baseline=True, **{"preset": "paper"} | plan)
    assert words in page_of(researcher, campaign)


def test_a_baseline_over_both_splits_is_noted(researcher):
    campaign = make.campaign(status="draft", baseline=True, preset="paper")
    assert "both splits" not in page_of(researcher, campaign)
    Game.objects.filter(key="study-1").update(split="test")
    assert "both splits" in page_of(researcher, campaign)


def test_a_name_that_another_campaign_has_is_noted(researcher):
    campaign = make.campaign(status="draft")
    assert "Another campaign" not in page_of(researcher, campaign)
    make.campaign()
    assert "Another campaign is called" in page_of(researcher, campaign)


def test_closing_says_how_many_are_in_the_middle_and_ends_their_parts(researcher):
    campaign = make.campaign()
    player = make.volunteer(campaign)
    address = f"/campaigns/{campaign.slug}/close/"
    assert "1 volunteer has not finished" in researcher.get(address).content.decode()
    researcher.post(address)
    player.refresh_from_db()
    assert player.outcome == "partial" and player.completion_codes.count() == 1


def test_what_will_be_frozen_names_all_that_was_decided(researcher):
    campaign = make.campaign(
        status="draft", split="dev", panel_codes={"full": "F-9"}, ask_demographics=True
    )
    page = page_of(researcher, campaign)
    for text in campaign.consent_text.texts:
        assert campaign.consent_text.sha256_of(text) in page
    for words in ("study-1 study-2 study-3", "F-9", "one game first, practice", "1440 minutes"):
        assert words in page.replace("1,440", "1440"), words


def test_who_signed_in_can_sign_out(researcher):
    assert 'action="/admin/logout/"' in page_of(researcher, make.campaign())
    assert 'href="/campaigns/"' in researcher.get("/").content.decode()
    researcher.post("/admin/logout/")
    assert researcher.get("/campaigns/").status_code == 302
    assert 'href="/campaigns/"' not in researcher.get("/").content.decode()


def test_a_passing_oracle_is_asked_for_no_reason(researcher):
    campaign = make.campaign(status="draft", baseline=True)
    scored(campaign, right=96)
    page = page_of(researcher, campaign)
    assert "It passes for a baseline (95%)." in page and "is right on 96.0% of those" in page
    assert 'name="override_reason"' not in page


def test_a_control_condition_needs_no_oracle(researcher):
    campaign = make.campaign(status="draft", baseline=True, condition=presets.Condition.NAME_SHOWN)
    researcher.post(f"/campaigns/{campaign.slug}/open/")
    campaign.refresh_from_db()
    assert (campaign.status, campaign.override_reason) == ("open", "")


def test_another_oracle_than_the_frozen_one_is_warned_of(researcher, monkeypatch):
    campaign = make.campaign()
    assert "are not answered here" not in page_of(researcher, campaign)
    other = presets.of_preset("house", oracle="table-other", checker="lexicon-fixed")
    monkeypatch.setattr(backends, "campaign_protocol", lambda *args, **named: other)
    page = page_of(researcher, campaign)
    assert "its Oracle is table-fixed, here runs table-other" in page
    assert "its Checker" not in page


def test_a_campaign_is_paused_opened_again_and_closed(researcher):
    campaign = make.campaign()
    states = []
    for step in ("pause", "open", "close"):
        researcher.post(f"/campaigns/{campaign.slug}/{step}/")
        campaign.refresh_from_db()
        states.append(campaign.status)
    assert states == ["paused", "open", "closed"]
    assert "Closed since" in page_of(researcher, campaign)


@pytest.mark.parametrize("step", ["close", "delete"])
def test_what_is_final_is_asked_once_more_first(researcher, step):
    status = "open" if step == "close" else "draft"
    campaign = make.campaign(status=status)
    page = researcher.get(f"/campaigns/{campaign.slug}/{step}/").content.decode()
    assert f'action="/campaigns/{campaign.slug}/{step}/"' in page
    assert Campaign.objects.get().status == status


def test_a_draft_is_deleted(researcher):
    campaign = make.campaign(status="draft")
    assert researcher.post(f"/campaigns/{campaign.slug}/delete/").url == "/campaigns/"
    assert not Campaign.objects.exists()


@pytest.mark.parametrize(
    ("status", "step"),
    [("open", "delete"), ("closed", "close"), ("closed", "open"), ("draft", "pause")],
)
def test_a_step_that_comes_too_late_is_said_and_changes_nothing(researcher, status, step):
    campaign = make.campaign(status=status)
    response = researcher.post(f"/campaigns/{campaign.slug}/{step}/")
    assert response.status_code == 200 and 'role="alert"' in response.content.decode()
    assert Campaign.objects.get().status == status


@pytest.mark.parametrize("page", ["", "people/", "codes/", "texts/", "export/", "figures/"])
def test_no_browser_keeps_what_a_researcher_saw(researcher, page):
    response = researcher.get(f"/campaigns/{make.campaign().slug}/{page}")
    assert "no-store" in response["Cache-Control"]


def test_who_is_signed_out_meanwhile_comes_back_to_the_campaign(client):
    campaign = make.campaign()
    page = f"/campaigns/{campaign.slug}/"
    response = client.post(f"{page}pause/", headers={"Referer": f"http://testserver{page}"})
    assert response.url.endswith(f"?next={page}")
    response = client.post(f"{page}pause/", headers={"Referer": "http://elsewhere.example/x/"})
    assert response.url.endswith("?next=/campaigns/")
