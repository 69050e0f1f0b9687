"""A run's export: its tables, what is left out, and that one state is one file."""

import io
import json

import pytest

from evaluation import leaderboard, summaries
from evaluation.entries import Kind, entry_of
from evaluation.models import Run
from evaluation.run_exports import tables, whole
from evaluation.run_records import ended_plays
from games.exporting import checks
from games.models import StoredAnswer, Turn
from tests import make, run_exported, runs
from tests.exported import described, table
from tests.run_exported import export, files

pytestmark = pytest.mark.django_db
FORMATS = pytest.mark.parametrize("file_format", ["csv", "jsonl", "parquet"])


@pytest.fixture
def run() -> Run:
    summaries.forget()
    leaderboard.forget()
    return run_exported.run_of_all_endings()


def rows(run: Run, name: str) -> list[dict]:
    return table(export(run), name)


@FORMATS
def test_it_is_a_whole_export_in_every_format(run, file_format):
    exported = export(run, file_format)
    found = checks.check(io.BytesIO(exported))
    assert found.whole and found.release and not found.simulated
    assert list(files(exported)) == [
        f"replies.{file_format}", f"plays.{file_format}", f"turns.{file_format}",
        "transcripts.jsonl", "inspect-log.json", "summary.json", "table.tex", "run-card.json",
        "run-card.txt", "codebook.md", "datapackage.json",
    ]  # fmt: skip


@FORMATS
def test_the_canary_stands_in_every_file(run, file_format):
    run.catalogue.canary = "CANARY-gnorbish"
    run.catalogue.save()
    for name, content in files(export(run, file_format)).items():
        assert b"CANARY-gnorbish" in content, name


def test_two_exports_of_one_state_are_the_same_bytes(run):
    assert export(run) == export(run)


def test_every_game_that_was_begun_is_a_row_with_how_it_ended(run):
    found = rows(run, "plays")
    assert [(row["outcome"], row["fault"]) for row in found] == [
        ("won", None), ("lost", None), ("aborted", "context_overflow"), (None, None)
    ]  # fmt: skip
    won, *_, going = found
    assert won["play"] == "invented/1/run-1"
    assert (won["guessed"], won["turns_spent"], won["questions_answered"]) == (won["target"], 2, 2)
    assert (won["replies"], won["prompt_tokens"], won["reply_seconds"]) == (3, 300, 0.6)
    assert (going["turns_spent"], going["questions_refused"], going["ended_at"]) == (0, 1, None)


def test_gains_are_those_of_the_figures(db):
    games = runs.games(2)
    make.physical_object(games[0].catalogue, "drezz", yes=["affordance_d"], steel=False)
    run = runs.finish(runs.run(games=games), "won", "lost")
    (won, *_) = ended_plays(run)
    row, first = rows(run, "plays")[0], rows(run, "turns")[0]
    assert row["total_gain"] == pytest.approx(won.total_gain, abs=1e-6)
    assert first["gain"] == pytest.approx(won.questions[0].gain, abs=1e-6)
    assert first["gain"] > 0


def test_a_property_that_was_asked_before_is_marked(run):
    first, second, *_ = rows(run, "turns")
    assert [each["probe"] for each in (first, second)] == ["MATERIAL:metal"] * 2
    assert [each["repeated"] for each in (first, second)] == [False, True]


def test_a_turn_is_a_row_whatever_became_of_it(run):
    found = [row for row in rows(run, "turns") if row["play"].endswith("run-4")]
    assert [(row["attempt"], row["status"], row["reason"]) for row in found] == [
        (1, "refused", "function_or_use"), (2, "waiting", None)
    ]  # fmt: skip
    assert found[0]["gain"] is None and found[1]["settled_at"] is None


def test_what_the_oracle_held_stands_beside_what_was_told(run):
    StoredAnswer.objects.update(answer="cannot_tell", forced="yes", revision=2)
    first = rows(run, "turns")[0]
    assert (first["answer"], first["oracle_answer"]) == ("yes", "cannot_tell")
    assert first["forced"] is True
    assert (first["answer_revision"], first["oracle_version"]) == (2, "table-fixed")


def test_raw_replies_are_rows_with_how_they_were_read(run):
    first = rows(run, "replies")[0]
    assert (first["text"], first["kind"]) == (run_exported.FORMULA, "question")
    assert json.loads(first["belief"]) == run_exported.BELIEF
    guess = rows(run, "replies")[2]
    assert (guess["kind"], guess["number"], guess["why"]) == ("guess", 3, None)


def test_a_spreadsheet_runs_no_reply(run):
    assert table(export(run, "csv"), "replies")[0]["text"] == f"'{run_exported.FORMULA}"
    assert table(export(run, "parquet"), "replies")[0]["text"] == run_exported.FORMULA


def test_games_that_were_not_begun_are_counted(run):
    about = described(export(run))
    assert about["taken_in"] == {"begun": 4, "ended": 3, "turns": 5, "replies": 7}
    assert about["left_out"] == {"games_not_begun": 1}
    assert about["provisional"] is True


def test_a_complete_run_is_not_provisional(db):
    done = runs.finish(runs.run(games=runs.games(1), slug="done"), "won")
    assert described(export(done))["provisional"] is False


def test_a_run_that_no_worker_took_exports_empty_tables(db):
    waiting = runs.run(games=runs.games(1), slug="waiting")
    exported = export(waiting, "parquet")
    assert checks.check(io.BytesIO(exported)).whole
    assert table(exported, "plays") == []
    assert json.loads(files(exported)["summary.json"])["figures"]["pooled"]["rate"] == {
        "undefined": "nothing_counted"
    }


def test_nothing_leads_to_a_play_or_a_person(run):
    token = Turn.objects.first().play.token
    everything = b"".join(files(export(run)).values())
    assert str(token).encode() not in everything and str(run.key).encode() not in everything


def test_columns_are_told_once_and_in_every_file(run):
    fields = described(export(run))["resources"][1]["schema"]["fields"]
    assert [field["name"] for field in fields] == list(tables.PLAYS.names)
    codebook = files(export(run))["codebook.md"].decode()
    assert "| net_gain | number (bits) |" in codebook and tables.ROW_ORDER in codebook


def test_the_summary_holds_the_figures_of_the_leaderboard_and_the_card(run):
    told = json.loads(run_exported.document(run, whole.SUMMARY))
    rate = told["figures"]["pooled"]["rate"]
    assert (rate["value"], rate["n"], rate["method"]) == (round(1 / 3, 9), 3, "wilson")
    assert told["figures"]["endings"]["faults"] == {"context_overflow": 1}
    assert told["card"]["run"]["address"] == "invented" and told["provisional"] is True
    assert "players" not in told["figures"]


def test_the_printed_row_is_that_of_the_leaderboard(run):
    entry = entry_of("run/invented")
    row = whole.row_of(entry, summaries.of_entry(entry).summary)
    assert row.figures == leaderboard.summarised(ended_plays(run), Kind.MODEL)
