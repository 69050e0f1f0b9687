"""Tables of questions with several labels a unit, and of those with an order."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from annotation.agreement import rankings, sets
from annotation.agreement.rankings import RankAgreement
from annotation.agreement.sets import SetAgreement
from annotation.kinds.base import Level
from annotation.pages.agreement_groups import DRAWN, RESAMPLING, Group, main_group, parts_of
from annotation.pages.agreement_labels import LONG, MOST_PAIRS, pairs_in_words
from annotation.pages.figure_tables import Cell, Row, Table, coefficient, count, share
from annotation.question_answers import QuestionAnswers
from games.formats.lines import Json

SETS = (
    "Jaccard: the labels that two raters share over those that either chose; two empty sets share "
    "all. F1: twice the shared ones over the sum of both sizes. Alpha takes off what chance would "
    "give, with the distance named. An answer left out is missing and no empty set."
)
RANKS = (
    "Kendall's W: 1 where all raters of a unit order alike, over what all of them ordered, 0 where "
    "their orders cancel out. Alpha takes each place as a rating, counted from the best, 1, so "
    "that orders of unequal length align there; what a rater put aside is missing for that rater."
)


def of_sets(question: QuestionAnswers, group: Group) -> SetAgreement:
    return sets.measure_sets(
        question.sets(group.raters), question.labels, RESAMPLING, offered=question.offered
    )


def of_ranks(question: QuestionAnswers, group: Group) -> RankAgreement:
    return rankings.measure_ranks(question.ranks(group.raters), RESAMPLING)


def whole_of_sets(groups: Sequence[Group], found: Sequence[SetAgreement]) -> Table:
    def row(label: str, of: Sequence[Cell], note: str = "", *, headline: bool = False) -> Row:
        return Row(label, tuple(of), note, headline)

    rows = [
        row("Mean pairwise Jaccard", [coefficient(f.jaccard) for f in found], headline=True),
        row("Mean pairwise F1", [coefficient(f.f1) for f in found]),
        row("Pooled F1", [coefficient(f.pooled_f1) for f in found], "over all pairs at once"),
        row("Exact match", [share(f.exact) for f in found], "the same set"),
        row(
            "Percent agreement per label",
            [share(f.per_label) for f in found],
            "high where a unit offers many labels",
        ),
        row(
            "Krippendorff's alpha, Jaccard distance", [coefficient(f.jaccard_alpha) for f in found]
        ),
        row("Krippendorff's alpha, MASI distance", [coefficient(f.masi) for f in found]),
        row(
            "Krippendorff's alpha, nominal",
            [coefficient(f.pooled) for f in found],
            "each label of each unit, chosen or not",
        ),
        *_counts(found),
    ]
    names = tuple(group.name for group in groups)
    return Table("agreement", "Measures", f"{SETS} {DRAWN}.", "Measure", names, rows)


def whole_of_ranks(groups: Sequence[Group], found: Sequence[RankAgreement]) -> Table:
    rows = [
        Row(
            "Kendall's W",
            tuple(coefficient(f.kendall_w) for f in found),
            "mean over units, with ties",
            headline=True,
        ),
        Row(
            "Krippendorff's alpha, ordinal", tuple(coefficient(f.alpha) for f in found), "of ranks"
        ),
        *_counts(found),
    ]
    names = tuple(group.name for group in groups)
    return Table("agreement", "Measures", f"{RANKS} {DRAWN}.", "Measure", names, rows)


def labels_of_sets(groups: list[Group], found: Sequence[SetAgreement]) -> Table:
    """Of the main group: each label that some unit offers."""
    group = main_group(groups)
    of = found[groups.index(group)]
    rows = [
        Row(label, (share(part), coefficient(of.by_label[label])))
        for label, part in sorted(of.shares.items(), key=lambda each: -each[1])
    ]
    caption = (
        f"{group.of.capitalize()}. Chosen: of the answers to units that offer the label. Alpha: "
        f"nominal, chosen or not. {DRAWN}."
    )
    columns = ("Chosen", "Alpha")
    return Table("labels", "By label", caption, "Label", columns, rows, folded=len(rows) > LONG)


def by_part(question: QuestionAnswers, groups: list[Group]) -> list[Table]:
    group = main_group(groups)
    return [
        _table(
            f"by-{key}",
            title,
            [(n, _measures(question.of_units(units), group.raters)) for n, units in parts.items()],
            caption=f"Units of {len(parts):,} parts, {group.of}.",
            label="Part",
        )
        for key, title, parts in parts_of(question)
    ]


def by_pair(question: QuestionAnswers, groups: list[Group]) -> list[Table]:
    raters = groups[-1].raters
    met = [
        (pair, both)
        for pair in combinations(raters, 2)
        if (both := sum(_both(answers, pair) for answers in question.given.values()))
    ]
    met.sort(key=lambda each: -each[1])
    shown = [(", ".join(pair), _measures(question, pair)) for pair, _ in met[:MOST_PAIRS]]
    if len(raters) < 3 or not shown:
        return []
    caption = pairs_in_words(len(shown), len(met))
    return [_table("by-pair", "By pair of raters", shown, caption=caption, label="Raters")]


def _both(answers: Mapping[str, Json], pair: tuple[str, str]) -> bool:
    return all(answers.get(rater) is not None for rater in pair)


def _measures(question: QuestionAnswers, raters: tuple[str, ...]) -> tuple[Cell, ...]:
    group = Group("", raters, "")
    if question.level == Level.RANKS:
        ranked = of_ranks(question, group)
        return count(ranked.paired), coefficient(ranked.kendall_w), coefficient(ranked.alpha)
    found = of_sets(question, group)
    return (
        count(found.paired),
        coefficient(found.jaccard),
        share(found.exact),
        coefficient(found.pooled),
    )


def _table(
    key: str, title: str, found: Sequence[tuple[str, tuple[Cell, ...]]], *, caption: str, label: str
) -> Table:
    ranked = any(len(cells) == 3 for _, cells in found)
    measures = (
        ("Kendall's W", "Alpha, ordinal")
        if ranked
        else ("Mean Jaccard", "Exact match", "Alpha, nominal")
    )
    rows = [Row(name, cells) for name, cells in found]
    columns = ("Units by two or more", *measures)
    folded = len(rows) > LONG
    return Table(key, title, f"{caption} {DRAWN}.", label, columns, rows, folded=folded)


def _counts(found: Sequence[SetAgreement] | Sequence[RankAgreement]) -> list[Row]:
    return [
        Row("Raters", tuple(count(each.raters) for each in found)),
        Row("Units with an answer", tuple(count(each.units) for each in found)),
        Row("Units with two or more", tuple(count(each.paired) for each in found)),
        Row("Values in those", tuple(count(each.pairable) for each in found), "pairable values"),
    ]
