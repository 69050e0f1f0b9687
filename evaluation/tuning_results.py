"""Tuned models beside their parents: their newest runs over the same sets, asked alike."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from statistics import fmean

from evaluation import coat_results
from evaluation.coat.stored_lines import stored_question
from evaluation.coat.tables import tuned
from evaluation.coat.tables.cells import Table
from evaluation.coat.tables.tuned import Beside
from evaluation.coat.variations import Kind
from evaluation.coat_results import RunFigures
from evaluation.metrics.comparison import paired_shares
from evaluation.metrics.intervals import Figure, Interval, t_mean
from evaluation.models import Question, QuestionSet, Run, TunedModel
from evaluation.tuning import overlaps
from evaluation.tuning.chats import read_chats
from evaluation.tuning.overlaps import Unordered

ALIKE = ("questions", "sampling", "stage_model")
"""Tables of a spec that two runs have the same of, to be compared."""
_Key = tuple[int, str]
"""Id of a set and how it was asked."""
_Runs = Mapping[_Key, Run]


@dataclass(frozen=True)
class Compared:
    """learnt: how many of the questions stand in the slice that the model was tuned on."""

    model: TunedModel
    question_set: QuestionSet
    before: RunFigures
    after: RunFigures
    learnt: int

    @cached_property
    def difference(self) -> Figure:
        """Of the accuracies, after less before, over the questions that both were asked.

        Newcombe's interval of paired shares; with repeats Student's t over the questions.
        """
        first, second = self.after.right, self.before.right
        both = sorted(first.keys() & second.keys())
        if any(len(of[number]) > 1 for of in (first, second) for number in both):
            apart = [fmean(first[number]) - fmean(second[number]) for number in both]
            return t_mean(apart, within=Interval(-1, 1))
        ways = [(first[number][0], second[number][0]) for number in both]
        wanted = ((True, True), (True, False), (False, True), (False, False))
        return paired_shares(*(ways.count(way) for way in wanted))


@dataclass(frozen=True)
class _Pair:
    """Two runs over one set, asked alike."""

    model: TunedModel
    set_id: int
    before: Run
    after: Run


def before_and_after(row: TunedModel) -> list[Compared]:
    """In the order of the sets. Six queries, however many there are, once all was read."""
    rows = Run.objects.filter(kind=Run.Kind.QUESTIONS, status=Run.Status.COMPLETE)
    return of_models([row], rows.select_related("question_set").order_by("pk"))


def of_models(rows: Iterable[TunedModel], runs: Iterable[Run]) -> list[Compared]:
    """Of each model in the order of the sets. runs: the newest last, which counts."""
    by_folder = _by_folder(runs)
    pairs = [pair for row in rows for pair in _pairs(row, by_folder)]
    asked = {run.pk: run for pair in pairs for run in (pair.before, pair.after)}
    figures = dict(zip(asked, coat_results.of_runs(list(asked.values())), strict=True))
    sets = QuestionSet.objects.in_bulk({pair.set_id for pair in pairs})
    texts = _texts(list(sets))
    return [
        Compared(
            model=pair.model,
            question_set=sets[pair.set_id],
            before=figures[pair.before.pk],
            after=figures[pair.after.pk],
            learnt=overlaps.count(_learnt(pair.model.pk), texts[pair.set_id]),
        )
        for pair in pairs
    ]


def beside(found: Sequence[Compared]) -> list[Beside]:
    """For the tables of the paper. Single prompting alone, as these have it."""
    return [_beside(each) for each in found if not each.before.modular]


def kinds_of(found: Sequence[Beside]) -> list[Kind]:
    return [kind for kind in Kind if any(each.variation.kind == kind for each in found)]


def table(found: Sequence[Compared]) -> Table:
    """Accuracies by number of options, as the paper has them; means need all variations."""
    told = beside(found)
    return tuned.means(kinds_of(told), told)


def forget() -> None:
    """Empty what this process keeps, for tests that make their own models."""
    _learnt.cache_clear()


def _beside(each: Compared) -> Beside:
    row, way = each.model, coat_results.way_of(each.after.run)
    chats = f"{row.chat_count:,} chat{'s' * (row.chat_count != 1)}"
    return Beside(
        model=", ".join(filter(None, (row.slug, way))),
        parent=", ".join(filter(None, (Path(row.parent).name, way))),
        note=f"{row.plan['steps']:,} steps on {chats}, slice {row.slice_sha256[:12]}",
        question_set=each.question_set.slug,
        variation=each.after.variation,
        before=list(each.before.repeats.values()),
        after=list(each.after.repeats.values()),
        difference=each.difference,
        learnt=each.learnt,
    )


def _by_folder(runs: Iterable[Run]) -> Mapping[str, _Runs]:
    """Folder of a model -> set and how it was asked -> its newest run."""
    found: dict[str, dict[_Key, Run]] = {}
    for run in runs:
        told = run.spec.get("model", {}).get("folder", "")
        if told:
            found.setdefault(os.path.realpath(told), {})[_key(run)] = run
    return found


def _pairs(row: TunedModel, by_folder: Mapping[str, _Runs]) -> Iterator[_Pair]:
    before = by_folder.get(os.path.realpath(row.parent), {})
    after = by_folder.get(os.path.realpath(Path(row.folder) / row.slug), {})
    for key in sorted(before.keys() & after.keys()):
        yield _Pair(row, key[0], before[key], after[key])


def _key(run: Run) -> _Key:
    """Where not all questions are asked, the seed decides which."""
    asked = {name: run.spec.get(name) for name in ALIKE}
    asked["questions"] = {**run.spec["questions"], "limit": None}
    if not coat_results.is_whole(run):
        seed = run.spec.get("run", {}).get("seed")
        asked["part"] = [run.spec["questions"]["limit"], seed]
    return run.question_set_id or 0, json.dumps(asked, sort_keys=True)


def _texts(set_ids: Sequence[int]) -> Mapping[int, Sequence[str]]:
    texts: dict[int, list[str]] = {set_id: [] for set_id in set_ids}
    lines = Question.objects.filter(question_set__in=set_ids).values_list("question_set", "line")
    for set_id, line in lines:
        texts[set_id].append(stored_question(line).rendered.whole)
    return texts


@lru_cache(maxsize=8)
def _learnt(model_id: int) -> frozenset[Unordered]:
    """The questions of its chats, which never change."""
    row = TunedModel.objects.get(pk=model_id)
    chats = read_chats(row.slice_text.encode(), row.slice_name).content or ()
    return overlaps.asked_in(chats)
