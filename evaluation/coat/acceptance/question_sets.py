"""V14 to V21: every question set of the published data, generated, counted and inspected."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import comb

from scipy import stats

from evaluation.coat import allocation
from evaluation.coat.acceptance import counting, figures
from evaluation.coat.acceptance.checks import Check, all_of, check
from evaluation.coat.acceptance.inspection import faults_of
from evaluation.coat.branches import Padding
from evaluation.coat.generate import SetSpec, allotments, generate
from evaluation.coat.labels import Labels
from evaluation.coat.partition import Policy
from evaluation.coat.pools import Policies, Pools
from evaluation.coat.ranking import Order, key_of
from evaluation.coat.records import Catalogue, Judged, Pair
from evaluation.coat.variations import VARIATIONS, Kind

SEED = 0
SIZES: Mapping[Kind, int] = {
    Kind.TASK_U: 500,
    Kind.TASK_0: 10_000,
    Kind.TASK_1: 5_000,
    Kind.TASK_2: 5_000,
    Kind.FULL_IDEAL: 500,
    Kind.FULL_MODERATE: 500,
}
LEAST_P = 0.001
TRIED_SUBSETS = 2_000


@dataclass(frozen=True)
class Figures:
    """Of one set: questions generated, how many the formula gives, faults, p of the letters."""

    questions: int
    counted: int
    faults: tuple[str, ...]
    letters_p: float


Measured = Mapping[tuple[Policy, Kind, Padding], list[Figures]]
"""The variations in their order."""
Progress = Callable[[str], None]


def all_sets(catalogue: Catalogue, told: Progress) -> Iterator[Check]:
    """told: is called with the name of each kind that is begun."""
    legacy = Pools(catalogue, Policies(Policy.LEGACY, Order.SUM))
    corrected = Pools(catalogue, Policies(Policy.CORRECTED, Order.LEXICOGRAPHIC))
    measured: dict[tuple[Policy, Kind, Padding], list[Figures]] = {}
    for pools in (legacy, corrected):
        policy = pools.policies.partition
        for kind in Kind:
            if kind in (Kind.TASK_U, Kind.TASK_0) and pools.legacy:
                continue  # neither looks at states
            for padding in Padding if kind == Kind.TASK_0 else (Padding.STRICT,):
                told(f"{kind}, {policy}, {padding}")
                measured[policy, kind, padding] = _measured(pools, kind, padding)
    yield from _task_1(measured)
    yield from _task_2(measured, legacy, corrected)
    yield from _task_0(measured, catalogue.judged)
    yield from _task_u(measured, corrected)
    yield from _full(measured)
    yield from _every_question(measured)


def _measured(pools: Pools, kind: Kind, padding: Padding) -> list[Figures]:
    found: list[Figures] = []
    for name, variation in VARIATIONS[kind].items():
        spec = SetSpec(kind, name, SIZES[kind], SEED, padding=padding)
        questions = generate(pools, spec)
        letters = Counter(each.answer for each in questions.questions)
        observed = [letters[at] for at in range(variation.options)]
        found.append(
            Figures(
                questions=len(questions.questions),
                counted=_counted(pools, spec),
                faults=tuple(faults_of(pools, questions, Labels())),
                letters_p=float(stats.chisquare(observed).pvalue),
            )
        )
    return found


def _counted(pools: Pools, spec: SetSpec) -> int:
    """What each pair is to give, or all the different questions that it has, by formula."""
    variation = VARIATIONS[spec.kind][spec.variation]
    return sum(
        min(share, counting.possible(pools, pair, variation, spec.padding))
        for pair, share in allotments(pools, spec)
    )


def _generated(figures_of: list[Figures]) -> tuple[int, ...]:
    return tuple(each.questions for each in figures_of)


def _by_formula(figures_of: list[Figures]) -> tuple[int, ...]:
    return tuple(each.counted for each in figures_of)


def _task_1(measured: Measured) -> Iterator[Check]:
    wanted = {Policy.LEGACY: figures.TASK_1_LEGACY, Policy.CORRECTED: figures.TASK_1_CORRECTED}
    totals = {Policy.LEGACY: 58_659, Policy.CORRECTED: 58_976}
    for policy in Policy:
        found = _generated(measured[policy, Kind.TASK_1, Padding.STRICT])
        yield check("V14", f"task-1, {policy}, total", totals[policy], sum(found))
        yield check("V14", f"task-1, {policy}, variations 1 to 12", wanted[policy], found)


def _task_2(measured: Measured, legacy: Pools, corrected: Pools) -> Iterator[Check]:
    for pools in (legacy, corrected):
        policy, order = pools.policies.partition, pools.policies.order
        found = measured[policy, Kind.TASK_2, Padding.STRICT]
        what = f"task-2, {policy}, {order}"
        total = sum(_by_formula(found))
        yield check("V15", f"{what}, total by formula", total, sum(_generated(found)))
        yield check("V15", f"{what}, variations", _by_formula(found), _generated(found))
        yield _tried(pools)
    formula = _task_2_formula(legacy)
    yield check("V16", "task-2, formula of the original, total", 68_936, sum(formula))
    yield check("V16", "task-2, its variations 1 to 14", figures.TASK_2_FORMULA, formula)


def _tried(pools: Pools) -> Check:
    """The formula against looking at every subset, where there are not too many."""
    right: list[bool] = []
    for of in pools.partitions.values():
        keys = [key_of(each, pools.policies.order) for each in of.moderate]
        for count in range(1, 6):
            if comb(len(keys), count) <= TRIED_SUBSETS:
                by_formula = counting.unique_best_subsets(keys, count)
                right.append(by_formula == counting.unique_best_by_trying(keys, count))
    what = f"task-2, {pools.policies.partition}, formula as by trying all subsets"
    return all_of("V15", what, len(right), right)


def _task_2_formula(legacy: Pools) -> list[int]:
    return [
        sum(
            min(share, _subsets(legacy, pair, moderate, options - moderate))
            for pair, share in allotments(legacy, SetSpec(Kind.TASK_2, "1", 5_000, SEED))
        )
        for options in (5, 4, 3, 2)
        for moderate in range(options, 0, -1)
    ]


def _subsets(pools: Pools, pair: Pair, moderate: int, bad: int) -> int:
    of = pools.partitions[pair]
    return comb(len(of.moderate), moderate) * comb(len(of.bad), bad)


def _task_0(measured: Measured, judged: Judged) -> Iterator[Check]:
    strict = measured[Policy.CORRECTED, Kind.TASK_0, Padding.STRICT]
    padded = measured[Policy.CORRECTED, Kind.TASK_0, Padding.PADDED]
    found = _generated(strict)
    yield check("V17", "task-0, strict, total", 14_933, sum(found))
    yield check("V17", "task-0, strict, variations 1 to 4", figures.TASK_0_STRICT, found)
    total = sum(_by_formula(padded))
    yield check("V17", "task-0, padded, total by formula", total, sum(_generated(padded)))
    yield check("V17", "task-0, padded, variations", _by_formula(padded), _generated(padded))
    now = {utility: len(names) for utility, names in judged.objects_of.items()}
    then = now | {name: now[name] + more for name, more in _THEN.items()}
    formula = _task_0_formula(judged, now)
    yield check("V17", "task-0, formula of the original, total", 15_816, sum(formula))
    yield check("V17", "task-0, its variations 1 to 4", figures.TASK_0_FORMULA, formula)
    formula = _task_0_formula(judged, then)
    yield check("V17", "task-0, the same for November 2023, total", 15_529, sum(formula))
    yield check("V17", "task-0, its variations then", figures.TASK_0_FORMULA_2023, formula)


# How many objects more or fewer a utility had in November 2023: no Pan to carry with, a
# RemoteControl for entertainment, a Desktop for the time, Lettuce listed twice to eat, and
# neither Curtains nor a Candle to decorate with.
_THEN = {"carrying": -1, "entertainment": 1, "time": 1, "eating": 1, "decoration": -2}


def _task_0_formula(judged: Judged, objects: Mapping[str, int]) -> list[int]:
    """objects: utility -> how many. The original caps a pair's share at comb(a, n - 1)."""
    size = SIZES[Kind.TASK_0]
    weights = [objects[utility] for utility in judged.utilities]
    shares = allocation.last_takes_the_rest(weights, size)
    of_utility = dict(zip(judged.utilities, shares, strict=True))
    found = []
    for others in (1, 2, 3, 4):
        total = 0
        for utility, tasks in judged.tasks_of.items():
            split = allocation.last_takes_the_rest([1] * len(tasks), of_utility[utility])
            for task, share in zip(tasks, split, strict=True):
                left = objects[utility] - len(judged.context_of[Pair(utility, task)])
                total += min(share, comb(left, others) if left >= others else size)
        found.append(total)
    return found


def _task_u(measured: Measured, pools: Pools) -> Iterator[Check]:
    found = _generated(measured[Policy.CORRECTED, Kind.TASK_U, Padding.STRICT])
    yield check("V18", "task-u, 2 to 5 options", (500, 500, 500, 500), found)
    shares = allocation.by_utility(pools.catalogue.judged, 500)
    right = (shares.get(name) == share for name, share in figures.TASK_U_SHARES.items())
    yield all_of("V18", "shares of the utilities", 22, right)


def _full(measured: Measured) -> Iterator[Check]:
    for policy in Policy:
        for kind in (Kind.FULL_IDEAL, Kind.FULL_MODERATE):
            found = measured[policy, kind, Padding.STRICT]
            what = f"{kind}, {policy}"
            total = sum(_by_formula(found))
            yield check("V19", f"{what}, total by formula", total, sum(_generated(found)))
            same = (each.counted == each.questions for each in found)
            yield all_of("V19", f"{what}, compositions as by formula", 31, same)


def _every_question(measured: Measured) -> Iterator[Check]:
    every = [each for found in measured.values() for each in found]
    faults = [fault for each in every for fault in each.faults]
    questions = sum(each.questions for each in every)
    yield check("V20", f"faults in {questions:,} questions", 0, len(faults))
    right = [each.letters_p > LEAST_P for each in every]
    yield all_of("V21", "sets whose letters are uniform, p > 0.001", len(every), right)
