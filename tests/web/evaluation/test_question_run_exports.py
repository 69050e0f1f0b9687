"""The export of a run over a question set: its tables, transcripts and figures, from one state."""

import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from evaluation.coat.variations import Kind
from evaluation.models import Run
from evaluation.question_exports import whole
from games.exporting import checks
from games.exporting.file_formats import Format
from tests import asking, coat_rows
from tests.asking import Answerer
from tests.exported import described, table
from tests.run_exported import files

pytestmark = pytest.mark.django_db


@pytest.fixture
def eight(db):
    return coat_rows.made(Kind.TASK_2, "3", size=8)


def export(run: Run, file_format: str = "jsonl") -> bytes:
    return b"".join(whole.stream(run, Format(file_format)))


def transcripts(run: Run) -> list[dict]:
    content = b"".join(whole.document(run, whole.TRANSCRIPTS)).decode()
    return [json.loads(line) for line in content.splitlines()]


def partly_right(row, **further) -> Run:
    """The first two calls get no letter, the third is wrong, the others are right."""
    known = asking.knows(row)

    def script(call: asking.Asked) -> str:
        letter = known[call.text]
        if call.number < 3:
            return "=well"
        return next(each for each in "ABCDE" if each != letter) if call.number == 3 else letter

    run = asking.run(row, questions={"retries": 0}, run={"concurrency": 1}, **further)
    return asking.play(run, Answerer(script))


@pytest.mark.parametrize("file_format", ["csv", "jsonl", "parquet"])
def test_it_is_a_whole_export_in_every_format(eight, file_format):
    exported = export(partly_right(eight), file_format)
    found = checks.check(io.BytesIO(exported))
    assert found.whole and found.release and not found.simulated
    assert list(files(exported)) == [
        f"replies.{file_format}", f"questions.{file_format}", "transcripts.jsonl",
        "summary.json", "run-card.json", "run-card.txt", "codebook.md", "datapackage.json",
    ]  # fmt: skip
    assert [len(table(exported, name)) for name in ("questions", "replies")] == [8, 8]


def test_every_question_says_what_was_right_and_what_was_chosen(eight):
    run = partly_right(eight)
    found = table(export(run), "questions")
    assert [(row["correct"], row["why"]) for row in found] == [
        (False, "no_letter"), (False, "no_letter"), (False, None), *[(True, None)] * 5
    ]  # fmt: skip
    assert sorted(row["question"] for row in found) == list(range(1, 9))
    assert {row["chosen_rank"] for row in found[3:]} == {1}
    none, wrong, right = found[0], found[2], found[3]
    assert (none["chosen"], none["chosen_object"], none["chosen_rank"]) == (None, None, None)
    assert wrong["chosen_rank"] > 1 and wrong["chosen"] != wrong["right"]
    assert (right["chosen_category"], right["chosen_role"]) == ("moderate", "correct")
    assert (right["prompt_tokens"], right["completion_tokens"], right["replies"]) == (90, 10, 1)


def test_replies_stand_as_they_came_beside_what_was_read(eight):
    run = partly_right(eight)
    found = table(export(run), "replies")
    assert (found[0]["text"], found[0]["read_as"]) == ("=well", None)
    assert found[3]["read_as"] == found[3]["text"]
    assert b"'=well" in files(export(run, "csv"))["replies.csv"]


def test_a_transcript_holds_prompt_reply_reading_and_the_right_answer(eight):
    last = transcripts(partly_right(eight))[-1]
    (reply,) = last["replies"]
    assert [each["role"] for each in reply["prompt"]] == ["system", "user"]
    assert last["asked"] in reply["prompt"][1]["text"]
    assert reply["read_as"] == last["chosen"] == last["right"]
    assert last["options"][last["right"]]["rank"] == 1
    assert last["question_set_sha256"] == Run.objects.get().question_set.sha256


def test_of_a_modular_run_each_stage_says_what_was_read_from_it():
    row = coat_rows.made(Kind.FULL_IDEAL, "1-1-1", size=4)

    def script(call: asking.Asked) -> str:
        if not call.lists:
            return "A"
        if call.number == 1:
            return "I would rather not say that"
        offered = [line[2:] for line in call.text.splitlines() if line.startswith("- ")]
        return json.dumps({"objects": offered})

    modular = {"set_up": "modular", "retries": 1}
    run = asking.play(asking.run(row, questions=modular, run={"concurrency": 1}), Answerer(script))
    first = transcripts(run)[0]
    stages = [(reply["stage"], reply["attempt"]) for reply in first["replies"]]
    assert stages == [("objects", 1), ("objects", 2), ("answer", 1)]
    no_list, listed, answer = (reply["read_as"] for reply in first["replies"])
    assert (no_list, listed, answer) == (None, first["listed"], first["chosen"])
    assert first["kept"] == "ABCD"[: len(first["options"])] and first["chosen_rank"] is None


def test_the_summary_has_the_figures_and_the_card(eight):
    run = partly_right(eight)
    summary = json.loads(b"".join(whole.document(run, whole.SUMMARY)))
    assert summary["figures"]["accuracy"]["value"] == 5 / 8
    assert summary["questions"] == {"planned": 8, "done": 8, "aborted": 0}
    assert summary["card"]["run"]["address"] == run.slug and not summary["provisional"]


def test_while_it_runs_it_holds_what_is_done_and_says_so(eight):
    run = asking.play(asking.run(eight), Answerer(asking.right(eight)), slices_at_most=1)
    exported = export(run)
    about = described(exported)
    done = len(table(exported, "questions"))
    assert run.status == "running" and 0 < done < 8
    assert (about["provisional"], about["left_out"]) == (True, {"questions_not_done": 8 - done})
    assert checks.check(io.BytesIO(exported)).whole


def test_two_exports_of_one_state_are_the_same_bytes(eight):
    run = partly_right(eight)
    assert export(run) == export(run)


def test_memory_holds_a_batch_and_queries_are_two_a_batch(
    eight, monkeypatch, django_assert_num_queries
):
    run = partly_right(eight)
    monkeypatch.setattr("evaluation.question_exports.stored.AT_ONCE", 3)
    transcripts(run)
    with django_assert_num_queries(5):  # the run; its choices; replies of 3, 3 and 2 questions
        transcripts(run)


def test_the_page_says_what_is_in_it_and_gives_the_file(researcher, eight):
    run = partly_right(eight)
    page = researcher.get(reverse("coat:export", args=[run.slug])).content.decode()
    assert ">8<" in page and "transcripts.jsonl" in page
    response = researcher.get(reverse("coat:export_data", args=[run.slug]), {"format": "parquet"})
    assert response.headers["Content-Disposition"].endswith(f'{run.slug}-parquet.zip"')
    assert checks.check(io.BytesIO(b"".join(response.streaming_content))).whole
    one = researcher.get(reverse("coat:export_document", args=[run.slug, "summary.json"]))
    assert json.loads(b"".join(one.streaming_content))["run"] == run.slug


def test_another_format_or_document_is_refused(researcher, eight):
    run = asking.run(eight)
    wrong = researcher.get(reverse("coat:export_data", args=[run.slug]), {"format": "xls"})
    assert wrong.status_code == 400 and "There is no such format" in wrong.content.decode()
    for name in ("table.tex", "run-card.json"):
        address = reverse("coat:export_document", args=[run.slug, name])
        assert researcher.get(address).status_code == 404


def test_the_command_writes_the_same_file(eight, tmp_path, capsys):
    run = partly_right(eight)
    call_command("export_run", run.slug, tmp_path, "--format", "jsonl")
    assert (tmp_path / f"{run.slug}-jsonl.zip").read_bytes() == export(run)
    with pytest.raises(CommandError, match="has no table.tex, but transcripts.jsonl"):
        call_command("export_run", run.slug, tmp_path, "--only", "table.tex")
