"""A run's card: everything its figures rest on, as one document for page, JSON and text alike."""

import json
from dataclasses import asdict

from evaluation import entries, observed, run_progress, run_records, run_words, specs
from evaluation.entries import Entry
from evaluation.metrics.endings import Ending
from evaluation.models import Run
from evaluation.pages import card_lines, card_notes, card_rules
from evaluation.pages.card_lines import Document, Section
from evaluation.run_progress import Counts
from evaluation.services import changed_facts
from evaluation.spec_values import QuestionerKind
from games import belief

TITLES = {
    "run": "The run",
    "reading": "How to read its figures",
    "catalogue": "The catalogue",
    "deviations": "Deviations from the preset, temperature 0 and 512, 20 and 50 tokens",
    "changes": "What changed while it went on",
    "rules": "Its rules",
    "games": "How its games ended",
    "figures": "Turns and net gain",
    "oracle": "The Oracle",
    "observer": "The reference observer of now, which measures its plays",
    "contamination": "Contamination",
    "usage": "Calls, tokens and cost",
    "spec": "What it was asked to do",
    "facts": "What it depends on",
    "checks": "What was tried out before",
    "forecast": "Forecast after its trial games",
}
NOTHING = {
    "deviations": "None.",
    "changes": "Nothing that is known.",
    "contamination": "None known: nothing made on these games, rules or a list, was used.",
    "rules": "It has none.",
    "checks": "It was not tried out yet.",
    "forecast": "There is none: its trial games have not ended.",
}

_GUESS_WHEN_SURE = (QuestionerKind.GREEDY, QuestionerKind.NOISY)


def card_of(run: Run) -> Document:
    """The whole card; it holds nothing that a provider said. Raises LookupError for no such run."""
    entry = entries.entry_of(f"run/{run.slug}")
    if entry is None:
        raise LookupError(f"There is no run {run.slug}.")
    counts = run_progress.counts_of([run])[run.pk]
    checked = run.checked or {}
    return {
        "run": _run(run, entry),
        "reading": card_notes.reading_of(run, entry),
        "catalogue": card_notes.catalogue_of(run.catalogue),
        "deviations": specs.deviations(specs.of_json(run.spec)),
        "changes": changed_facts.told(run),
        "rules": card_rules.rules_of(run),
        "games": _games(counts),
        "figures": card_notes.figures_of(entry),
        "oracle": _oracle(run, entry),
        "observer": _observer(run),
        "contamination": entry.contaminated,
        "usage": _usage(run),
        "spec": run.spec,
        # A database may keep the keys of a document in an order of its own.
        "facts": json.loads(json.dumps(run.facts, sort_keys=True)),
        "checks": checked.get("results", []),
        "forecast": run.forecast or {},
    }


def sections(card: Document) -> list[Section]:
    """The card's values as lines, in its order; what does not apply to its player is left out."""
    return card_lines.sections(card_notes.shown(card), TITLES, NOTHING)


def as_json(card: Document) -> str:
    return card_lines.as_json(card)


def as_text(card: Document) -> str:
    """Plain text: a heading for each section, a line for each value."""
    return card_lines.as_text(sections(card))


def _run(run: Run, entry: Entry) -> Document:
    return {
        "title": run.title,
        "address": run.slug,
        "player": run.player,
        "kind": entry.kind.value,
        "state": run.status,
        "why": run_words.stopped(run.reason) if run.reason else "",
        "provisional": entry.provisional,
        "made": card_lines.moment(run.created_at),
        "began": card_lines.moment(run.started_at),
        "ended": card_lines.moment(run.ended_at),
        "sha256": run.sha256 or None,
        "protocol": dict(run.protocol.settings),
        "protocol_sha256": run.protocol.sha256,
    }


def _games(counts: Counts) -> Document:
    return {
        "planned": counts.planned,
        "ended": counts.done,
        **{ending.value: counts.endings.get(ending, 0) for ending in Ending},
        "aborted_because": dict(counts.faults),
        "success": card_lines.figure(counts.rate),
    }


def _oracle(run: Run, entry: Entry) -> Document:
    quality = entry.oracle
    return {
        "version": quality.version,
        "checker": str(run.protocol.settings["checker"]),
        "measured_on": "blind questions about this catalogue's objects"
        if quality.own
        else "questions about other objects",
        "right": card_lines.figure(quality.right),
        "answers_by_itself": card_lines.figure(quality.answered),
        "practice_quality_not_comparable": quality.practice,
    }


def _observer(run: Run) -> Document:
    """What gains and beliefs rest on, and when a program that has such beliefs guesses."""
    said: Document = {
        "judge": observed.judge_of(run.catalogue.pk),
        "sufficient_from_a_belief_of": belief.GUESS_THRESHOLD,
    }
    if run.spec.get("questioner", {}).get("kind") not in _GUESS_WHEN_SURE:
        return said
    return {**said, "player_guesses_from_a_belief_of": belief.GUESS_THRESHOLD}


def _usage(run: Run) -> Document:
    usage = run_records.usage_of(run)
    return {
        "tokens": usage.tokens,
        "cost": usage.cost,
        "currency": usage.currency,
        **{name: asdict(role) for name, role in usage.roles.items()},
    }
