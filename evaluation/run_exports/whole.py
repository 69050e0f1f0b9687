"""A run's export: all of it as one ZIP file, or one of its documents, from one state."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from evaluation import entries, leaderboard, run_progress, run_records, summaries
from evaluation.entries import Entry
from evaluation.leaderboard import Figures, Group, Row
from evaluation.metrics.summary import Summary, summarise
from evaluation.models import Episode, Run, StoredReply
from evaluation.pages import run_card
from evaluation.run_exports import cells, figures, inspect_log, latex, stored, tables, transcripts
from evaluation.run_exports.cells import Setting
from evaluation.run_exports.stored import Usage
from games.exporting import archive
from games.exporting.archive import Part
from games.exporting.columns import Row as TableRow
from games.exporting.file_formats import Format
from games.models import Turn
from games.snapshots import snapshot

TRANSCRIPTS, INSPECT = "transcripts.jsonl", "inspect-log.json"
SUMMARY, LATEX = "summary.json", "table.tex"
CARD_JSON, CARD_TEXT = "run-card.json", "run-card.txt"
# What can be had alone; the card has its own address.
DOCUMENTS = (TRANSCRIPTS, SUMMARY, LATEX, INSPECT)


def file_name(run: Run, file_format: Format) -> str:
    return f"{run.slug}-{file_format}.zip"


def stream(run: Run, file_format: Format) -> Iterator[bytes]:
    """The export as a ZIP file, all of it read from one state of the database."""
    with snapshot():
        content = _Content(_current(run))
        yield from archive.stream(
            _parts(content.setting),
            file_format,
            _about(content.run, file_format),
            long_documents=_long_documents(content),
            documents=_documents(content),
        )


def document(run: Run, name: str) -> Iterator[bytes]:
    """One of DOCUMENTS, which holds its run's card or names it; raises KeyError for any other."""
    with snapshot():
        content = _Content(_current(run))
        if name in (TRANSCRIPTS, INSPECT):
            for piece in dict(_long_documents(content))[name]:
                yield piece.encode()
        else:
            summary = summaries.of_entry(content.entry).summary
            yield _WRITTEN[name](content, summary).encode()


@dataclass(frozen=True)
class _Content:
    """What several files hold; each is read when the first of them asks for it."""

    run: Run

    @cached_property
    def setting(self) -> Setting:
        return Setting(self.run)

    @cached_property
    def card(self) -> Mapping[str, object]:
        return run_card.card_of(self.run)

    @cached_property
    def entry(self) -> Entry:
        found = entries.entry_of(f"run/{self.run.slug}", exact=True)
        if found is None:
            raise LookupError(f"There is no run {self.run.slug}.")
        return found


def counts_of(run: Run) -> dict[str, int]:
    """How much an export of now holds."""
    return {
        "games": run.episodes.count(),
        "begun": run.episodes.filter(play__isnull=False).count(),
        "ended": run.episodes.filter(status=Episode.Status.DONE).count(),
        "turns": Turn.objects.filter(play__episode__run=run).count(),
        "replies": StoredReply.objects.filter(play__episode__run=run).count(),
    }


def row_of(entry: Entry, summary: Summary) -> Row:
    """The run's row as the leaderboard has it."""
    known = Figures(
        score=summary.pooled,
        pooled=summary.pooled,
        rate_over_objects=summary.rate_over_objects,
        net_gain=summary.gain_by_play.net,
        games=len(summary.by_game),
        players=len(summary.players),
        repeats=len(summary.by_repeat),
    )
    return Row(entry, known)


def _current(run: Run) -> Run:
    return Run.objects.select_related("catalogue", "protocol").get(pk=run.pk)


def _parts(setting: Setting) -> Iterator[Part]:
    """Replies first: they wait for no figures, and whoever downloads sees that something comes."""
    yield Part(tables.REPLIES, _replies(setting))
    yield Part(tables.PLAYS, _plays(setting))
    yield Part(tables.TURNS, _turns(setting))


def _plays(setting: Setting) -> Iterator[TableRow]:
    for batch in stored.batches(setting.run, replies=False):
        usage = stored.usage_of(batch)
        for played in batch:
            said = usage.get(played.episode.play_id, Usage())
            yield cells.play(setting, played, said)


def _turns(setting: Setting) -> Iterator[TableRow]:
    for batch in stored.batches(setting.run, replies=False):
        for played in batch:
            yield from cells.turns(setting, played)


def _replies(setting: Setting) -> Iterator[TableRow]:
    for batch in stored.batches(setting.run, turns=False):
        for played in batch:
            yield from cells.replies(setting, played)


def _long_documents(content: _Content) -> Iterator[tuple[str, Iterator[str]]]:
    run = content.run
    yield TRANSCRIPTS, transcripts.lines(run)
    counts = run_progress.counts_of([run])[run.pk]
    yield INSPECT, inspect_log.pieces(run, counts, run_records.usage_of(run), content.card)


def _documents(content: _Content) -> Iterator[tuple[str, str]]:
    summary = summarise(content.setting.ended, leaderboard.OF_RUN)
    for name, written in _WRITTEN.items():
        yield name, written(content, summary)
    canary = content.run.catalogue.canary
    yield CARD_JSON, run_card.as_json({"canary": canary, **content.card})
    yield CARD_TEXT, f"Canary: {canary}\n\n{run_card.as_text(content.card)}"


def _summary(content: _Content, summary: Summary) -> str:
    return figures.as_json(content.run, summary, content.card)


def _latex(content: _Content, summary: Summary) -> str:
    entry = content.entry
    rows = [row_of(entry, summary)]
    only = Group(entry.catalogue, entry.protocol_sha256, entry.protocol, entry.split, rows)
    return latex.document([only], canaries=[content.run.catalogue.canary])


_WRITTEN = {SUMMARY: _summary, LATEX: _latex}


def _about(run: Run, file_format: Format) -> dict[str, object]:
    """What datapackage.json says beside its files. No time of export: equal states, equal bytes."""
    catalogue, counts = run.catalogue, counts_of(run)
    return {
        "name": run.slug,
        "title": run.title,
        "schema_version": tables.SCHEMA_VERSION,
        "row_order": tables.ROW_ORDER,
        # What a model or a program said names nobody who took part.
        "release": True,
        "simulated": False,
        "provisional": run.status != Run.Status.COMPLETE,
        "canary": catalogue.canary,
        "filters": {"format": str(file_format)},
        "taken_in": {name: counts[name] for name in ("begun", "ended", "turns", "replies")},
        "left_out": {"games_not_begun": counts["games"] - counts["begun"]},
        "run": {"address": run.slug, "sha256": run.sha256 or None, "status": run.status},
        "protocol": {"sha256": run.protocol.sha256, **run.protocol.settings},
        "catalogue": {
            "version": catalogue.version,
            "sha256": catalogue.sha256,
            "licence": catalogue.licence,
        },
    }
