"""An export of a run over a question set: all of it as one ZIP, or a document, from one state."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from evaluation.models import ChoiceReply, Episode, Run
from evaluation.pages import question_card
from evaluation.question_exports import cells, stored, tables
from games.exporting import archive
from games.exporting.archive import Part
from games.exporting.columns import Row
from games.exporting.file_formats import Format
from games.snapshots import snapshot

TRANSCRIPTS, SUMMARY = "transcripts.jsonl", "summary.json"
CARD_JSON, CARD_TEXT = "run-card.json", "run-card.txt"
# What can be had alone; the card has its own address.
DOCUMENTS = (TRANSCRIPTS, SUMMARY)
SUMMARY_SCHEMA = "question-run-summary/1"


def file_name(run: Run, file_format: Format) -> str:
    return f"{run.slug}-{file_format}.zip"


def stream(run: Run, file_format: Format) -> Iterator[bytes]:
    """The export as a ZIP file, all of it read from one state of the database."""
    with snapshot():
        content = _Content(_current(run))
        yield from archive.stream(
            _parts(content.run),
            file_format,
            _about(content.run, file_format),
            long_documents=[(TRANSCRIPTS, _transcripts(content.run))],
            documents=_documents(content),
        )


def document(run: Run, name: str) -> Iterator[bytes]:
    """One of DOCUMENTS; raises KeyError for any other."""
    written = {TRANSCRIPTS: _transcript_lines, SUMMARY: _summary_alone}[name]
    with snapshot():
        for piece in written(_Content(_current(run))):
            yield piece.encode()


def counts_of(run: Run) -> dict[str, int]:
    """How much an export of now holds; two queries and a third."""
    done = Episode.objects.filter(run=run, status=Episode.Status.DONE)
    return {
        "questions": run.episodes.count(),
        "done": done.count(),
        "replies": ChoiceReply.objects.filter(episode__in=done).count(),
    }


@dataclass(frozen=True)
class _Content:
    """What several files hold; it is read when the first of them asks for it."""

    run: Run

    @cached_property
    def card(self) -> Mapping[str, object]:
        return question_card.card_of(self.run)


def _current(run: Run) -> Run:
    return Run.objects.select_related("question_set__catalogue").get(pk=run.pk)


def _parts(run: Run) -> Iterator[Part]:
    yield Part(tables.REPLIES, _replies(run))
    yield Part(tables.QUESTIONS, _questions(run))


def _questions(run: Run) -> Iterator[Row]:
    for batch in stored.batches(run):
        for answered in batch:
            yield cells.question(run, answered)


def _replies(run: Run) -> Iterator[Row]:
    for batch in stored.batches(run):
        for answered in batch:
            yield from cells.replies(run, answered)


def _transcripts(run: Run) -> Iterator[str]:
    for batch in stored.batches(run):
        for answered in batch:
            yield cells.transcript(run, answered)


def _transcript_lines(content: _Content) -> Iterator[str]:
    return _transcripts(content.run)


def _summary_alone(content: _Content) -> Iterator[str]:
    yield _summary(content)


def _documents(content: _Content) -> Iterator[tuple[str, str]]:
    yield SUMMARY, _summary(content)
    yield CARD_JSON, question_card.as_json(content.card)
    yield CARD_TEXT, question_card.as_text(content.card)


def _summary(content: _Content) -> str:
    run, card = content.run, content.card
    whole = {
        "schema": SUMMARY_SCHEMA,
        "run": run.slug,
        "player": run.player,
        "question_set": run.question_set.slug,
        "question_set_sha256": run.question_set.sha256,
        "provisional": run.status != Run.Status.COMPLETE,
        "questions": card["questions"],
        "figures": card["figures"],
        "usage": card["usage"],
        "card": card,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _about(run: Run, file_format: Format) -> dict[str, object]:
    """What datapackage.json says beside its files. No time of export: equal states, equal bytes."""
    row, counts = run.question_set, counts_of(run)
    return {
        "name": run.slug,
        "title": run.title,
        "schema_version": tables.SCHEMA_VERSION,
        "row_order": tables.ROW_ORDER,
        # What a model said names nobody who took part.
        "release": True,
        "simulated": False,
        "provisional": run.status != Run.Status.COMPLETE,
        "filters": {"format": str(file_format)},
        "taken_in": {name: counts[name] for name in ("done", "replies")},
        "left_out": {"questions_not_done": counts["questions"] - counts["done"]},
        "run": {"address": run.slug, "sha256": run.sha256 or None, "status": run.status},
        "question_set": {"name": row.slug, "sha256": row.sha256},
        "catalogue": {
            "version": row.catalogue.version,
            "sha256": row.catalogue.sha256,
            "licence": row.catalogue.licence,
        },
    }
