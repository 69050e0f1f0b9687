"""A run's export in the browser and from the command line."""

import io

import pytest
from django.core.management import CommandError, call_command

from evaluation import leaderboard, summaries
from evaluation.models import Run
from evaluation.run_exports import whole
from games.exporting import checks
from tests import run_exported, runs
from tests.exported import table

pytestmark = pytest.mark.django_db
PAGE = "/runs/invented/export/"
DATA = f"{PAGE}data.zip"


@pytest.fixture
def run() -> Run:
    summaries.forget()
    leaderboard.forget()
    return run_exported.run_of_all_endings()


def test_the_page_says_what_is_in_it_and_that_it_is_provisional(researcher, run):
    page = researcher.get(PAGE).content.decode()
    assert "Provisional: this run is running" in page
    assert '<td class="num">4</td>' in page and "of 5; the others are in no file" in page
    assert 'href="/runs/invented/export/inspect-log.json"' in page


@pytest.mark.parametrize("file_format", ["csv", "jsonl", "parquet"])
def test_the_file_is_a_whole_export(researcher, run, file_format):
    response = researcher.get(DATA, {"format": file_format})
    assert response.streaming and response.headers["Content-Type"] == "application/zip"
    assert f'"invented-{file_format}.zip"' in response.headers["Content-Disposition"]
    content = response.getvalue()
    assert checks.check(io.BytesIO(content)).whole
    assert len(table(content, "plays")) == 4


def test_a_format_that_there_is_not_is_told(researcher, run):
    response = researcher.get(DATA, {"format": "gnorbish"})
    assert response.status_code == 400
    assert b"csv, jsonl, parquet. Nothing was exported." in response.content


@pytest.mark.parametrize("name", whole.DOCUMENTS)
def test_each_document_can_be_had_alone(researcher, run, name):
    response = researcher.get(f"{PAGE}{name}")
    assert response.status_code == 200
    assert f'"invented-{name}"' in response.headers["Content-Disposition"]
    assert b"canary" in response.getvalue()


def test_a_document_that_there_is_not_is_not_found(researcher, run):
    assert researcher.get(f"{PAGE}gnorbish.json").status_code == 404


def test_a_head_request_makes_no_file(researcher, run):
    assert researcher.head(DATA).getvalue() == b""


def test_the_leaderboards_table_or_who_is_not_on_it(researcher, run):
    response = researcher.get("/runs/leaderboard.tex", {"of": ["run/invented"]})
    assert response.headers["Content-Type"] == "application/x-tex"
    assert rb"\toprule" in response.content
    refused = researcher.get("/runs/leaderboard.tex", {"of": ["run/<b>"]})
    assert refused.status_code == 400 and refused.headers["Content-Type"].startswith("text/plain")


def test_the_command_writes_a_whole_file_into_a_folder(run, tmp_path, capsys):
    call_command("export_run", "invented", tmp_path, "--format", "parquet")
    call_command("check_export", tmp_path / "invented-parquet.zip")
    printed = capsys.readouterr().out
    assert "Provisional: the run is running." in printed
    assert "is whole: 10 files as described." in printed


def test_the_command_writes_one_document(run, tmp_path):
    call_command("export_run", "invented", tmp_path, "--only", "table.tex")
    assert r"\toprule" in (tmp_path / "invented-table.tex").read_text()


def test_a_file_that_is_there_stays_unless_it_may_be_replaced(run, tmp_path):
    file = tmp_path / "e.zip"
    file.write_text("drezz")
    with pytest.raises(CommandError, match="is there already"):
        call_command("export_run", "invented", file)
    assert file.read_text() == "drezz"


def test_an_export_that_breaks_off_leaves_no_file(run, tmp_path, monkeypatch):
    monkeypatch.setattr(whole.transcripts, "lines", broken)
    with pytest.raises(RuntimeError):
        call_command("export_run", "invented", tmp_path)
    assert list(tmp_path.iterdir()) == []


def broken(run):
    yield "{"
    raise RuntimeError("The database is gone.")


def test_a_run_that_there_is_not_is_told_with_those_there_are(db, tmp_path):
    with pytest.raises(CommandError, match="There is none."):
        call_command("export_run", "gnorbish", tmp_path)
    runs.run(games=runs.games(1), slug="drezz")
    with pytest.raises(CommandError, match="no run 'gnorbish'. The newest are: drezz."):
        call_command("export_run", "gnorbish", tmp_path)


def test_the_command_writes_the_leaderboard_or_names_who_is_not_on_it(run, tmp_path):
    call_command("export_leaderboard", tmp_path / "l.tex", "run/invented")
    assert r"\toprule" in (tmp_path / "l.tex").read_text()
    with pytest.raises(CommandError, match="Not on the leaderboard: run/gnorbish"):
        call_command("export_leaderboard", tmp_path / "m.tex", "run/gnorbish")
    assert not (tmp_path / "m.tex").exists()
