"""What a run over a question set came to, from its rows: figures by repeat and over them.

While the run goes on they are of the questions that are done; whoever shows them says so.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache

from django.db.models import Count, Q

from evaluation import coat_stored, run_specs
from evaluation.coat import score
from evaluation.coat.generate import variation_of
from evaluation.coat.modular import ObjectList
from evaluation.coat.questions import Question
from evaluation.coat.score import Rates, option_ranks
from evaluation.coat.spreads import Spread, repeats_like_chance, spread
from evaluation.coat.stored_lines import stored_question
from evaluation.coat.tables.cells import Measure, Result
from evaluation.coat.variations import Kind, Variation
from evaluation.metrics.intervals import Undefined
from evaluation.models import Choice, Episode, Run
from evaluation.models import Question as StoredQuestion
from evaluation.models import QuestionSet as StoredSet
from evaluation.question_spec_values import QuestionRunSpec, QuestionsSpec, SetUp

Choices = Mapping[int, score.Choice]
"""Number of a question -> what was chosen."""


@dataclass(frozen=True)
class Done:
    """Questions in all repeats. aborted: of the done ones; they have no answer."""

    planned: int = 0
    done: int = 0
    aborted: int = 0


@dataclass(frozen=True)
class RunFigures:
    """repeats: number of the repeat -> its rates; only those of which a question is done.

    modular: whether the objects were asked for first.
    right: number of a question -> whether it was answered right, in each repeat.
    """

    run: Run
    variation: Variation
    modular: bool
    count: Done
    repeats: Mapping[int, Rates]
    right: Mapping[int, Sequence[bool]]

    @property
    def provisional(self) -> bool:
        """Whether questions are still being asked, or it was stopped before its end."""
        return self.run.status != Run.Status.COMPLETE

    def over_repeats(self, measure: Measure) -> Spread | Undefined:
        """Mean and standard deviation over repeats; of one repeat its interval."""
        return spread(list(self.repeats.values()), measure)

    @cached_property
    def accuracy(self) -> Spread | Undefined:
        return self.over_repeats(lambda rates: rates.accuracy)

    @cached_property
    def bad(self) -> Spread | Undefined:
        return self.over_repeats(lambda rates: rates.bad)

    @cached_property
    def invalid(self) -> Spread | Undefined:
        return self.over_repeats(lambda rates: rates.invalid)

    @property
    def like_chance(self) -> bool:
        """Whether its accuracy cannot be told from chance."""
        return bool(self.repeats) and repeats_like_chance(list(self.repeats.values()))


def of_run(run: Run, *, ranked: bool = False) -> RunFigures:
    """Figures of a run over a question set. Three queries, four where its set was not read yet.

    ranked: whether the chosen rank is looked up, of Task-2 alone; the first time in a process
        that takes seconds, for the catalogue's penalties are worked out.
    """
    return of_runs([run], ranked=ranked)[0]


def of_runs(runs: Collection[Run], *, ranked: bool = False) -> list[RunFigures]:
    """In their order. Three queries for all, and one for each set that was not read yet."""
    counts, chosen = _counts(runs), _chosen(runs)
    sets = StoredSet.objects.in_bulk({run.question_set_id for run in runs if run.question_set_id})
    return [
        _figures(run, sets[run.question_set_id or 0], counts[run.pk], chosen[run.pk], ranked)
        for run in runs
    ]


def results_of(figures: Iterable[RunFigures]) -> list[Result]:
    """What tables and charts are made of (evaluation.coat.tables): a row for each player.

    Runs of one player over sets of one variation are its repeats, the newest run's last; single
    and modular ones are told apart.
    """
    found: dict[tuple[str, Kind, bool], dict[str, list[Rates]]] = {}
    for each in figures:
        key = each.run.player, each.variation.kind, each.modular
        runs = found.setdefault(key, {}).setdefault(each.variation.name, [])
        runs += each.repeats.values()
    return [
        Result(player, kind, runs, modular=modular)
        for (player, kind, modular), runs in found.items()
    ]


def is_whole(run: Run) -> bool:
    """Whether it is over all questions of its set."""
    return run.spec["questions"].get("limit") in (None, run.question_set.count)


def set_up_of(run: Run) -> str:
    return str(run.spec["questions"].get("set_up", SetUp.SINGLE))


def way_of(run: Run) -> str:
    """How it was asked beside the set-up, where that is not usual; such as "answer json"."""
    asked, usual = run.spec["questions"], asdict(QuestionsSpec(set=""))
    told = [
        f"{key} {value}".lower()
        for key, value in asked.items()
        if key not in ("set", "limit", "set_up") and value != usual[key]
    ]
    temperature = run.spec.get("sampling", {}).get("temperature", 0)
    return ", ".join([*told, f"temperature {temperature:g}"] if temperature else told)


def rates_of(
    row: StoredSet, choices: Choices, *, modular: bool = False, ranked: bool = False
) -> Rates:
    """Rates of whoever chose, over those questions of the set that have a choice.

    Raises BadChoices for a choice of no question, or of a letter that its question does not have.
    """
    asked = questions_in(row.pk)
    questions = [asked[number] for number in sorted(choices.keys() & asked.keys())]
    variation = variation_of(coat_stored.spec_of(row))
    ranks = None
    if ranked and variation.kind == Kind.TASK_2:
        ranks = {each.number: ranks_in(row.pk)[each.number] for each in questions}
    return score.rates(variation, questions, choices, ranks=ranks, modular=modular)


@lru_cache(maxsize=16)
def questions_in(set_id: int) -> Mapping[int, Question]:
    """Number -> question of a ready set, without configurations; a set never changes."""
    lines = StoredQuestion.objects.filter(question_set=set_id).values_list("line", flat=True)
    found = (stored_question(line).question for line in lines.iterator(chunk_size=500))
    return {each.number: each for each in found}


@lru_cache(maxsize=8)
def ranks_in(set_id: int) -> score.Ranks:
    """Ranks of the options of a Task-2 set; takes seconds where its pools were not made yet."""
    row = StoredSet.objects.get(pk=set_id)
    return option_ranks(coat_stored.pools_of(row), coat_stored.questions_of(row))


def forget() -> None:
    """Empty what this process keeps, for tests that make their own sets."""
    questions_in.cache_clear()
    ranks_in.cache_clear()


def _figures(
    run: Run, row: StoredSet, count: Done, chosen: Mapping[int, Choices], ranked: bool
) -> RunFigures:
    spec = run_specs.of_json(run.spec)
    modular = isinstance(spec, QuestionRunSpec) and spec.questions.modular
    repeats = {
        repeat: rates_of(row, choices, modular=modular, ranked=ranked)
        for repeat, choices in sorted(chosen.items())
    }
    variation = variation_of(coat_stored.spec_of(row))
    return RunFigures(run, variation, modular, count, repeats, _right(row, chosen))


def _right(row: StoredSet, chosen: Mapping[int, Choices]) -> dict[int, list[bool]]:
    asked = questions_in(row.pk) if chosen else {}
    found: dict[int, list[bool]] = {}
    for _, choices in sorted(chosen.items()):
        for number, choice in choices.items():
            found.setdefault(number, []).append(choice.letter == asked[number].letter)
    return found


def _counts(runs: Collection[Run]) -> Mapping[int, Done]:
    done = Q(status=Episode.Status.DONE)
    rows = Episode.objects.filter(run__in=runs).order_by().values("run")
    sums = rows.annotate(
        planned=Count("pk"),
        done=Count("pk", filter=done),
        aborted=Count("pk", filter=done & ~Q(fault="")),
    )
    found = {row.pop("run"): Done(**row) for row in sums}
    return {run.pk: found.get(run.pk, Done()) for run in runs}


def _chosen(runs: Collection[Run]) -> Mapping[int, Mapping[int, Choices]]:
    """Run id -> repeat -> its choices."""
    found: dict[int, dict[int, dict[int, score.Choice]]] = {run.pk: {} for run in runs}
    rows = Choice.objects.filter(episode__run__in=runs).values_list(
        "episode__run",
        "episode__repeat",
        "episode__question__number",
        "letter",
        "listed",
        "unknown",
    )
    for run_id, repeat, number, letter, listed, unknown in rows.iterator(chunk_size=2000):
        choice = score.Choice(letter or None, _listed(listed, unknown))
        found[run_id].setdefault(repeat, {})[number] = choice
    return found


def _listed(named: Sequence[str] | None, unknown: int) -> ObjectList | None:
    return None if named is None else ObjectList(tuple(named), unknown)
