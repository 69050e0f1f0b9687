"""A run's card: everything its figures rest on, as one document for page, JSON and text alike."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from evaluation import entries, observed, run_progress, run_records, run_words, specs
from evaluation.entries import Entry
from evaluation.metrics.endings import Ending
from evaluation.metrics.intervals import Figure, Undefined
from evaluation.models import Run
from evaluation.pages import card_notes, card_rules
from evaluation.pages.tables import REASONS, Unit, number
from evaluation.run_progress import Counts
from evaluation.services import changed_facts
from evaluation.spec_values import QuestionerKind
from games import belief

Document = Mapping[str, object]
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

# How page and text call what its key alone does not explain.
NAMES = {
    "canary": "canary, which finds the catalogue in a model's training data",
    "spared": "turns without a call",
    "hidden_tokens": "tokens of hidden reasoning",
    "dirty": "has uncommitted changes",
}
_GUESS_WHEN_SURE = (QuestionerKind.GREEDY, QuestionerKind.NOISY)


@dataclass(frozen=True)
class Line:
    """name: where it stands in its section of the document; empty where the section is one text."""

    name: str
    value: str

    @property
    def is_hash(self) -> bool:
        return self.name.endswith("sha256") or self.name.startswith("prompts")


@dataclass(frozen=True)
class Section:
    title: str
    lines: Sequence[Line]

    @property
    def named(self) -> bool:
        return all(line.name for line in self.lines)


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
    shown = card_notes.shown(card)
    return [
        Section(title, list(_lines("", shown[name])) or [Line("", NOTHING.get(name, "None."))])
        for name, title in TITLES.items()
    ]


def as_json(card: Document) -> str:
    return json.dumps(card, indent=2, ensure_ascii=False) + "\n"


def as_text(card: Document) -> str:
    """Plain text: a heading for each section, a line for each value."""
    parts = []
    for section in sections(card):
        lines = [
            f"{line.name}: {line.value}" if line.name else line.value for line in section.lines
        ]
        parts.append("\n".join([section.title, "-" * len(section.title), *lines]))
    return "\n\n".join(parts) + "\n"


def _run(run: Run, entry: Entry) -> Document:
    return {
        "title": run.title,
        "address": run.slug,
        "player": run.player,
        "kind": entry.kind.value,
        "state": run.status,
        "why": run_words.stopped(run.reason) if run.reason else "",
        "provisional": entry.provisional,
        "made": _moment(run.created_at),
        "began": _moment(run.started_at),
        "ended": _moment(run.ended_at),
        "sha256": run.sha256 or None,
        "protocol": dict(run.protocol.settings),
        "protocol_sha256": run.protocol.sha256,
    }


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="seconds") if moment else None


def _games(counts: Counts) -> Document:
    return {
        "planned": counts.planned,
        "ended": counts.done,
        **{ending.value: counts.endings.get(ending, 0) for ending in Ending},
        "aborted_because": dict(counts.faults),
        "success": _figure(counts.rate),
    }


def _oracle(run: Run, entry: Entry) -> Document:
    quality = entry.oracle
    return {
        "version": quality.version,
        "checker": str(run.protocol.settings["checker"]),
        "measured_on": "blind questions about this catalogue's objects"
        if quality.own
        else "questions about other objects",
        "right": _figure(quality.right),
        "answers_by_itself": _figure(quality.answered),
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


def _figure(figure: Figure) -> Document:
    if isinstance(figure, Undefined):
        return {"undefined": REASONS[figure.reason]}
    ends = figure.interval
    if isinstance(ends, Undefined):
        return {"value": figure.value, "n": figure.n, "no_interval": REASONS[ends.reason]}
    return {"value": figure.value, "low": ends.low, "high": ends.high, "n": figure.n}


def _lines(name: str, value: object) -> Iterator[Line]:
    """A line for each value below this one; what is empty has none."""
    if isinstance(value, Mapping):
        if figure := _figure_in_words(value):
            yield Line(name, figure)
            return
        for key, each in value.items():
            called = NAMES.get(str(key), key)
            yield from _lines(f"{name} {called}".replace("_", " ").strip(), each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _item(name, each)
    elif value not in (None, ""):
        yield Line(name, _words(value))


def _item(name: str, item: object) -> Iterator[Line]:
    if isinstance(item, Mapping) and "sentence" in item:
        said = f"{item['state']}. {item['sentence']} {item.get('remedy', '')}"
        yield Line(str(item["name"]), said.strip())
    else:
        yield from _lines(name, item)


def _figure_in_words(value: Mapping[str, object]) -> str:
    """Of what `_figure` gives; empty for any other mapping."""
    if "undefined" in value:
        return str(value["undefined"])
    if not {"value", "n"} <= value.keys():
        return ""
    share = number(float(str(value["value"])), Unit.SHARE)
    if "low" not in value:
        return f"{share}, {value['no_interval']}, n = {value['n']:,}"
    low, high = (number(float(str(value[end])), Unit.SHARE) for end in ("low", "high"))
    return f"{share}, 95% Wilson interval from {low} to {high}, n = {value['n']:,}"


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.4g}" if isinstance(value, float) else str(value)
