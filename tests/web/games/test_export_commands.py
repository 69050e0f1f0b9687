"""export_campaign and check_export."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import exports
from games.services import journeys
from tests import make
from tests.exported import described, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    campaign = make.campaign()
    journeys.start_next(make.volunteer(campaign), now=make.NOW, rng=make.CHANCE)
    return campaign


def test_a_folder_gets_a_file_that_is_named_for_the_campaign(campaign, tmp_path, capsys):
    call_command("export_campaign", campaign.slug, tmp_path)
    file = tmp_path / f"{campaign.slug}-csv.zip"
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    call_command("check_export", file)
    assert "is whole: 6 files as described." in capsys.readouterr().out


def test_format_and_what_is_included_can_be_chosen(campaign, tmp_path):
    file = tmp_path / "e.zip"
    call_command(
        "export_campaign", campaign.slug, file, "--format", "jsonl",
        "--include", "practice", "--include", "excluded",
    )  # fmt: skip
    assert len(table(file.read_bytes(), "plays")) == 1
    assert described(file.read_bytes())["filters"]["include"] == ["excluded", "practice"]


def test_a_file_that_is_there_stays_unless_it_may_be_replaced(campaign, tmp_path):
    file = tmp_path / "e.zip"
    file.write_text("drezz")
    with pytest.raises(CommandError, match="is there already"):
        call_command("export_campaign", campaign.slug, file)
    assert file.read_text() == "drezz"
    call_command("export_campaign", campaign.slug, file, "--replace")
    assert file.read_bytes()[:2] == b"PK"


def test_an_export_that_breaks_off_leaves_no_file(campaign, tmp_path, monkeypatch):
    def broken(selection, file_format):
        yield b"PK"
        raise RuntimeError("The database is gone.")

    monkeypatch.setattr(exports, "stream", broken)
    with pytest.raises(RuntimeError):
        call_command("export_campaign", campaign.slug, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_there_is_not_is_told(campaign, tmp_path):
    with pytest.raises(CommandError, match="No such file or directory"):
        call_command("export_campaign", campaign.slug, tmp_path / "gnorbish" / "e.zip")


def test_a_campaign_that_there_is_not_is_told_with_those_there_are(campaign, tmp_path):
    told = f"There is no campaign 'gnorbish'. There are: {campaign.slug}."
    with pytest.raises(CommandError, match=told):
        call_command("export_campaign", "gnorbish", tmp_path)


def test_a_lab_without_campaigns_says_so(db, tmp_path):
    with pytest.raises(CommandError, match="There is none yet."):
        call_command("export_campaign", "gnorbish", tmp_path)


def test_a_simulated_campaign_needs_to_be_asked_for(tmp_path):
    simulated = make.campaign(practice=False, simulated=True)
    with pytest.raises(CommandError, match="--include simulated"):
        call_command("export_campaign", simulated.slug, tmp_path)
    call_command("export_campaign", simulated.slug, tmp_path, "--include", "simulated")
    assert [path.name for path in tmp_path.iterdir()] == [f"{simulated.slug}-simulated-csv.zip"]


def test_texts_that_nobody_looked_at_are_told(tmp_path, capsys):
    campaign = make.campaign(practice=False)
    play = journeys.start_next(make.volunteer(campaign), now=make.NOW, rng=make.CHANCE)
    make.ask(play, "My name is Quomb")
    call_command("export_campaign", campaign.slug, tmp_path)
    assert "Not for release: 1 texts may name a person" in capsys.readouterr().out


@pytest.mark.parametrize("share", [0, 0.3, 0.9, 0.999])
def test_a_file_that_was_cut_off_is_incomplete(campaign, tmp_path, share):
    file = tmp_path / "e.zip"
    call_command("export_campaign", campaign.slug, file)
    content = file.read_bytes()
    file.write_bytes(content[: int(share * len(content))])
    with pytest.raises(CommandError, match="is incomplete"):
        call_command("check_export", file)


def test_a_file_that_there_is_not_cannot_be_checked(tmp_path: Path):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("check_export", tmp_path / "gnorbish.zip")
