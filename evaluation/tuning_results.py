"""A tuned model beside its parent: their newest whole runs over the same sets, asked alike."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation import coat_results
from evaluation.coat.score import Rates
from evaluation.coat.stored_lines import stored_question
from evaluation.coat.tables import accuracies
from evaluation.coat.tables.cells import Result, Table
from evaluation.coat.variations import Kind
from evaluation.coat_results import RunFigures
from evaluation.models import Question, QuestionSet, Run, TunedModel
from evaluation.tuning import overlaps
from evaluation.tuning.chats import read_chats

ALIKE = ("questions", "sampling", "stage_model")
"""Tables of a spec that two runs have the same of, to be compared."""


@dataclass(frozen=True)
class Compared:
    """learnt: how many of the questions stand in the slice that the model was tuned on."""

    question_set: QuestionSet
    before: RunFigures
    after: RunFigures
    learnt: int


def before_and_after(row: TunedModel) -> list[Compared]:
    """In the order of the sets. Seven queries, however many there are, once the sets were read."""
    merged = str(Path(row.folder) / row.slug)
    before, after = _newest(row.parent), _newest(merged)
    both = sorted(before.keys() & after.keys())
    figures = coat_results.of_runs([of[key] for key in both for of in (before, after)])
    sets = QuestionSet.objects.in_bulk([set_id for set_id, _ in both])
    learnt = _learnt(row, list(sets))
    return [
        Compared(sets[set_id], first, second, learnt[set_id])
        for (set_id, _), first, second in zip(both, figures[::2], figures[1::2], strict=True)
    ]


def table(row: TunedModel, found: Sequence[Compared]) -> Table:
    """Accuracies by number of options, as the paper has them; means need all variations."""
    parent = Path(row.parent).name
    results = [
        *_named(parent, "", [each.before for each in found]),
        *_named(row.slug, parent, [each.after for each in found]),
    ]
    kinds = [kind for kind in Kind if any(each.kind == kind for each in results)]
    return accuracies.tuned(kinds, results)


def _named(model: str, parent: str, figures: Sequence[RunFigures]) -> Iterator[Result]:
    """Single prompting alone, as the table has it."""
    runs: dict[Kind, dict[str, list[Rates]]] = {}
    for each in figures:
        if not each.modular:
            of_kind = runs.setdefault(each.variation.kind, {})
            of_kind.setdefault(each.variation.name, []).extend(each.repeats.values())
    for kind, of in runs.items():
        yield Result(model, kind, of, parent=parent)


def _newest(folder: str) -> Mapping[tuple[int, str], Run]:
    """Set and how it was asked -> the newest whole run of the model in this folder."""
    rows = Run.objects.filter(kind=Run.Kind.QUESTIONS, status=Run.Status.COMPLETE)
    return {
        _key(run): run for run in rows.order_by("pk") if _folder(run) == os.path.realpath(folder)
    }


def _folder(run: Run) -> str:
    told = run.spec.get("model", {}).get("folder", "")
    return os.path.realpath(told) if told else ""


def _key(run: Run) -> tuple[int, str]:
    asked = {name: run.spec.get(name) for name in ALIKE}
    return run.question_set_id or 0, json.dumps(asked, sort_keys=True)


def _learnt(row: TunedModel, set_ids: Sequence[int]) -> Mapping[int, int]:
    chats = read_chats(row.slice_text.encode(), row.slice_name).content or ()
    texts: dict[int, list[str]] = {set_id: [] for set_id in set_ids}
    lines = Question.objects.filter(question_set__in=set_ids).values_list("question_set", "line")
    for set_id, line in lines:
        texts[set_id].append(stored_question(line).rendered.whole)
    return {set_id: overlaps.learnt_from(chats, of) for set_id, of in texts.items()}
