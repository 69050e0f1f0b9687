"""The units that raters disagree on most, and how disagreement lies over objects and affordances.

No rater is named here: votes are counts.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

from annotation.agreement import rankings, sets
from annotation.kinds.base import Level
from annotation.pages.agreement_groups import Group
from annotation.pages.figure_tables import Row, Table, share, words
from annotation.question_answers import QuestionAnswers
from games.estimates import Undefined

MOST_UNITS = 20
MEAN_RANKS = "Mean ranks, 1 is best"
MEANING = {
    Level.NOMINAL: "of two raters of the unit, how often their labels differ",
    Level.ORDINAL: "of two raters of the unit, how often their labels differ",
    Level.SETS: "1 less the mean pairwise Jaccard",
    Level.RANKS: "1 less Kendall's W",
}


@dataclass(frozen=True)
class Heat:
    """cells: (object, affordance) -> disagreement, of pairs that two or more rated.

    objects, affordances: those with most disagreement on average first.
    """

    objects: tuple[str, ...]
    affordances: tuple[str, ...]
    cells: Mapping[tuple[str, str], float]


def disagreements(question: QuestionAnswers, group: Group) -> dict[str, float]:
    """Unit -> 0 for one mind to 1, of units that two or more of the group rated."""
    if question.level == Level.SETS:
        return {
            u: 1 - found for u, found in sets.mean_jaccards(question.sets(group.raters)).items()
        }
    if question.level == Level.RANKS:
        return _of_ranks(question.ranks(group.raters))
    ratings = question.ratings(group.raters)
    counts = ratings.counts
    told = counts.sum(axis=1)
    agreeing = (counts * (counts - 1)).sum(axis=1)
    return {
        unit: 1 - alike / (n * (n - 1))
        for unit, n, alike in zip(ratings.units, told.tolist(), agreeing.tolist(), strict=True)
        if n >= 2
    }


def most_disputed(question: QuestionAnswers, group: Group, released: Mapping[str, str]) -> Table:
    """released: unit -> what the catalogue says of it, a column of its own where there is any."""
    found = disagreements(question, group)
    worst = sorted(
        (unit for unit, share_of in found.items() if share_of > 0),
        key=lambda unit: (-found[unit], -len(question.given[unit]), _alphabetical(unit)),
    )
    rows = []
    for unit in worst[:MOST_UNITS]:
        cells = [share(found[unit]), words(_votes(question, unit, group))]
        if released:
            cells.append(words(released.get(unit, "none")))
        rows.append(Row(unit, tuple(cells), unit=question.units[unit].id))
    said = MEAN_RANKS if question.level == Level.RANKS else "Votes"
    columns = ("Disagreement", said, *(("Released",) if released else ()))
    caption = (
        f"Disagreement: {MEANING[question.level]}; {group.of}. {len(rows):,} of "
        f"{len(worst):,} units with any, of {len(found):,} with two or more answers."
    )
    title = "Units that disagree most"
    return Table("disputed", title, caption, "Unit", columns, rows, keys=True)


def heat_of(question: QuestionAnswers, group: Group) -> Heat | None:
    """None where units are no pairs of an object and an affordance."""
    cells = {
        (question.units[unit].object, question.units[unit].affordance): found
        for unit, found in disagreements(question, group).items()
        if question.units[unit].affordance
    }
    if not cells:
        return None
    return Heat(_by_mean(cells, 0), _by_mean(cells, 1), cells)


def heat_table(heat: Heat, *, objects: int, affordances: int) -> Table:
    """What a chart of so many objects and affordances draws, as figures."""
    columns = heat.affordances[:affordances]
    rows = [
        Row(
            name,
            tuple(
                share(heat.cells[name, column]) if (name, column) in heat.cells else words("-")
                for column in columns
            ),
        )
        for name in heat.objects[:objects]
    ]
    caption = "The figures of the chart; - where fewer than two raters judged the object for it."
    title = "Disagreement by object and affordance"
    return Table(
        "disagreement", title, caption, "Object", columns, rows, folded=True, keys=True, grid=True
    )


def _by_mean(cells: Mapping[tuple[str, str], float], place: int) -> tuple[str, ...]:
    found: dict[str, list[float]] = defaultdict(list)
    for pair, value in cells.items():
        found[pair[place]].append(value)
    return tuple(sorted(found, key=lambda name: (-fmean(found[name]), _alphabetical(name))))


def _of_ranks(units: rankings.Units) -> dict[str, float]:
    found = {
        unit: rankings.kendall_w(rankings.common_ranks(given))
        for unit, given in rankings.ranked_by_two(units).items()
    }
    return {unit: 1 - w for unit, w in found.items() if not isinstance(w, Undefined)}


def _votes(question: QuestionAnswers, unit: str, group: Group) -> str:
    given = {r: v for r, v in question.given[unit].items() if r in group.raters}
    told = [value for value in given.values() if value is not None]
    if question.level == Level.RANKS:
        ranks = question.ranks(group.raters)[unit].values()
        places = {thing: [of[thing] for of in ranks if thing in of] for of in ranks for thing in of}
        means = {thing: fmean(found) for thing, found in places.items()}
        best_first = sorted(means, key=lambda thing: (means[thing], _alphabetical(thing)))
        votes = [f"{thing} {means[thing]:.1f}" for thing in best_first]
    else:
        chosen = Counter(str(v) for value in told for v in _listed(value))
        most_first = sorted(chosen, key=lambda label: (-chosen[label], _alphabetical(label)))
        votes = [f"{label} {chosen[label]}" for label in most_first]
        votes += [f"none chosen {n}"] if (n := sum(value == [] for value in told)) else []
    missing = len(given) - len(told)
    return ", ".join([*votes, *([f"missing {missing}"] if missing else [])])


def _alphabetical(name: str) -> tuple[str, str]:
    """Capitals beside their small letters."""
    return name.casefold(), name


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]
