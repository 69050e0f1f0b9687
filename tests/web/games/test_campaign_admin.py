"""The read-only lists of people and campaigns: no key to anybody in them."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from games.models import Assignment, Consent, JudgedCatalogue, TextReview
from games.services import codes, journeys
from tests import make

pytestmark = pytest.mark.django_db
LISTS = [
    "participant",
    "consent",
    "consenttext",
    "campaign",
    "campaigngame",
    "assignment",
    "completioncode",
    "withdrawal",
    "judgedcatalogue",
    "textreview",
]
PERSON = "5f3a9c0d"


@pytest.fixture
def people():
    """Twelve volunteers with everything that there can be of them."""
    campaign = make.campaign(players_wanted=20, practice=False)
    for number in range(12):
        player = make.volunteer(campaign, external_id=f"{PERSON}{number}")
        turn = make.ask(journeys.start_next(player, now=make.NOW, rng=make.CHANCE))
        TextReview.objects.create(turn=turn, removed=False, reviewed_at=make.NOW)
        codes.turn_away(campaign, "full", f"{PERSON}-{number}", now=make.NOW, rng=make.CHANCE)
        account = User.objects.create_user(f"judge-{number}")
        JudgedCatalogue.objects.create(catalogue=campaign.catalogue, account=account)
    gone = make.volunteer(campaign)
    journeys.withdraw(gone, now=make.NOW)
    return campaign.participants.all()


@pytest.mark.parametrize("name", LISTS)
def test_a_list_takes_as_many_queries_for_many_rows_as_for_few(
    researcher, people, name, django_assert_max_num_queries
):
    with django_assert_max_num_queries(9):
        assert researcher.get(reverse(f"admin:games_{name}_changelist")).status_code == 200


@pytest.mark.parametrize("name", LISTS)
def test_nothing_can_be_added(researcher, name):
    assert researcher.get(reverse(f"admin:games_{name}_add")).status_code == 403


@pytest.mark.parametrize("name", ["participant", "consent", "assignment", "completioncode"])
def test_neither_a_list_nor_a_row_shows_a_key_to_a_person(researcher, people, name):
    player = people.first()
    code = codes.issue_code(
        player.campaign, player, "partial", player.external_id, now=make.NOW, rng=make.CHANCE
    )
    rows = {
        "participant": player,
        "consent": Consent.objects.get(participant=player),
        "assignment": Assignment.objects.filter(participant=player).first(),
        "completioncode": code,
    }
    addresses = [
        reverse(f"admin:games_{name}_changelist"),
        reverse(f"admin:games_{name}_change", args=[rows[name].pk]),
    ]
    secrets = [
        str(player.token),
        player.resume_digest,
        PERSON,
        str(player.consent.key),
        str(player.plays.get().token),
    ]
    for address in addresses:
        page = researcher.get(address).content.decode()
        assert player.pseudonym in page
        assert [secret for secret in secrets if secret in page] == []
