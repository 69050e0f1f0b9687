"""Who judged a catalogue's objects, and the bar between judging and playing."""

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from games.models import JudgedCatalogue
from games.services.judged import PlayedBaseline, note_judged
from games.services.seats import Barred
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def quomb():
    return User.objects.create_user("quomb")


@pytest.fixture
def tharn():
    return User.objects.create_user("tharn")


def test_who_judged_may_not_play_the_baseline(quomb):
    campaign = make.campaign(baseline=True)
    assert note_judged(campaign.catalogue, [quomb]) == 1
    with pytest.raises(Barred):
        make.volunteer(campaign, account_id=quomb.pk)


def test_noted_twice_is_noted_once(quomb, tharn):
    row = make.catalogue()
    note_judged(row, [quomb])
    assert note_judged(row, [quomb, tharn]) == 1
    assert JudgedCatalogue.objects.count() == 2


def test_who_played_the_baseline_may_not_judge_and_nobody_is_noted_then(quomb, tharn):
    campaign = make.campaign(baseline=True)
    make.volunteer(campaign, account_id=quomb.pk)
    with pytest.raises(PlayedBaseline) as refused:
        note_judged(campaign.catalogue, [tharn, quomb])
    assert refused.value.usernames == ("quomb",)
    assert not JudgedCatalogue.objects.exists()


def test_who_played_no_baseline_may_judge(quomb):
    campaign = make.campaign(baseline=False)
    make.volunteer(campaign, account_id=quomb.pk)
    assert note_judged(campaign.catalogue, [quomb]) == 1


def test_the_command_notes_accounts(quomb, tharn, capsys):
    make.catalogue()
    call_command("note_judged", "invented-1", "quomb", "tharn", "quomb")
    assert capsys.readouterr().out == "2 noted, 0 were known, for invented-1.\n"


def test_the_command_names_who_is_refused(quomb, tharn):
    campaign = make.campaign(baseline=True)
    make.volunteer(campaign, account_id=quomb.pk)
    with pytest.raises(CommandError, match="quomb: played a baseline of invented-1"):
        call_command("note_judged", "invented-1", "tharn", "quomb")
    assert not JudgedCatalogue.objects.exists()


def test_the_command_names_what_it_does_not_know(quomb):
    with pytest.raises(CommandError, match="No catalogue vrelk"):
        call_command("note_judged", "vrelk", "quomb")
    make.catalogue()
    with pytest.raises(CommandError, match="No account is called oxtible"):
        call_command("note_judged", "invented-1", "quomb", "oxtible")
    assert not JudgedCatalogue.objects.exists()
