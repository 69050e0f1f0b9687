"""Tables of a question with one label a unit: the whole, by label, by part, by pair of raters."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from annotation.agreement.ratings import MISSING, Ratings
from annotation.agreement.released import AgainstReleased, against_released
from annotation.agreement.tables import Agreement, Coefficient, measure_agreement
from annotation.kinds.base import Level
from annotation.pages.agreement_groups import (
    DRAWN,
    MODELS,
    RESAMPLING,
    Group,
    main_group,
    parts_of,
)
from annotation.pages.figure_tables import Row, Table, coefficient, count, share
from annotation.question_answers import QuestionAnswers

MOST_PAIRS = 60
# Longer ones open on demand.
LONG = 12
GENERALISED = "generalised, since units have unequally many ratings"
PUBLISHED = (
    "The published study reports 85.2% and a kappa of 0.82 for three people on 1,298 pairs, and "
    "does not tell which of these kappas that is."
)
MEANING = (
    "Percent agreement: of two raters of a unit, how often they gave it the same label, averaged "
    "over units. Kappa, alpha and AC1 take off what chance would give: 1 is full agreement, 0 that "
    "of chance. Percent agreement and alpha rest on units with two or more ratings. Kappa and AC1 "
    "do, too, but take what chance would give from the shares of the labels in all rated units, "
    "those with one rating among them (Gwet's general form). It is the same rule in every table."
)
CITED = (
    "These rest on the units with a released label alone and are to be compared with the published "
    "ones; for the study as a whole, cite Fleiss's kappa under Agreement."
)


def measured(question: QuestionAnswers, group: Group) -> Agreement:
    return _measure(question.ratings(group.raters), question)


def whole(question: QuestionAnswers, groups: Sequence[Group], found: Sequence[Agreement]) -> Table:
    names = tuple(group.name for group in groups)
    rows = [
        Row("Percent agreement", tuple(share(each.percent) for each in found), "mean pairwise"),
        Row(
            "Fleiss's kappa",
            tuple(coefficient(each.kappa) for each in found),
            GENERALISED if any(each.generalised for each in found) else "",
            headline=True,
        ),
        Row("Krippendorff's alpha, nominal", tuple(coefficient(each.alpha) for each in found)),
        *_ordinal_row(found, question),
        Row("Gwet's AC1", tuple(coefficient(each.ac1) for each in found)),
        Row("Raters", tuple(count(each.raters) for each in found)),
        Row("Units with a rating", tuple(count(each.units) for each in found)),
        Row("Units with two or more", tuple(count(each.paired) for each in found)),
        Row("Ratings in those", tuple(count(each.pairable) for each in found), "pairable values"),
        Row(
            "Unsure or left out",
            tuple(count(question.missing(group.raters)) for group in groups),
            "missing values, in no figure",
        ),
    ]
    return Table("agreement", "Coefficients", f"{MEANING} {DRAWN}.", "Measure", names, rows)


def shares(groups: Sequence[Group], found: Sequence[Agreement]) -> Table:
    caption = "Of all ratings, how many carry each label; where one has nearly all, kappa is low."
    return Table(
        "labels",
        "Shares of the labels",
        caption,
        "Label",
        tuple(group.name for group in groups),
        [
            Row(label, tuple(share(each.shares[label]) for each in found))
            for label in found[0].shares
        ],
    )


def by_label(question: QuestionAnswers, groups: list[Group]) -> list[Table]:
    """Nothing for two labels: the agreement on either is that of the whole."""
    if len(question.labels) < 3:
        return []
    group = main_group(groups)
    ratings = question.ratings(group.raters)
    rows = [
        _part_row(label, measure_agreement(ratings.of_label(label), RESAMPLING), ordinal=False)
        for label in question.labels
    ]
    caption = f"Each label against all others, {group.of}. {DRAWN}."
    return [Table("by-label", "By label", caption, "Label", _columns(ordinal=False), rows)]


def by_part(question: QuestionAnswers, groups: list[Group]) -> list[Table]:
    group = main_group(groups)
    ratings = question.ratings(group.raters)
    return [
        _part_table(key, title, ratings, question=question, parts=parts, of=group.of)
        for key, title, parts in parts_of(question)
    ]


def by_pair(question: QuestionAnswers, groups: list[Group]) -> list[Table]:
    ratings = question.ratings(groups[-1].raters)
    given = ratings.codes != MISSING
    shared = [
        (int((given[:, one] & given[:, other]).sum()), one, other)
        for one, other in combinations(range(len(ratings.raters)), 2)
    ]
    met = sorted((each for each in shared if each[0]), key=lambda each: -each[0])
    names = [(ratings.raters[one], ratings.raters[other]) for _, one, other in met[:MOST_PAIRS]]
    if len(ratings.raters) < 3 or not names:
        return []
    ordinal = question.level == Level.ORDINAL
    rows = []
    for one, other in names:
        pair = ratings.of_raters({one, other})
        rated = (pair.codes != MISSING).any(axis=1)
        found = _measure(replace(pair, units=(), codes=pair.codes[rated]), question)
        row = _part_row(f"{one}, {other}", found, ordinal=ordinal)
        rows.append(replace(row, cells=row.cells[1:]))
    caption = (
        f"{pairs_in_words(len(names), len(met))} As above, from the ratings of these two alone: "
        f"what one of them rated alone counts for chance. {DRAWN}."
    )
    columns = ("Units by both", *_columns(ordinal=ordinal)[2:])
    title = "By pair of raters"
    return [Table("by-pair", title, caption, "Raters", columns, rows, folded=len(rows) > LONG)]


def pairs_in_words(shown: int, met: int) -> str:
    if shown < met:
        return f"The {shown} pairs with most units in common, of {met:,}."
    return "Each two raters with a unit in common, those with most of them first."


def released(question: QuestionAnswers, groups: list[Group], labels: Mapping[str, str]) -> Table:
    """Of people, or of models where no person judged. labels: unit -> what the catalogue says."""
    group = groups[0]
    found = against_released(question.ratings(group.raters), labels, RESAMPLING)
    caption = (
        f"{group.of.capitalize()} against the labels of the study's catalogue. "
        f"{_models_apart(groups)}{PUBLISHED} {CITED} {DRAWN}."
    )
    rows = _released_rows(found)
    return Table("released", "Against the released labels", caption, "Measure", ("Figure",), rows)


def _models_apart(groups: list[Group]) -> str:
    if groups[0].name == MODELS:
        return "Labels may come from such models; agreement with its own source tells nothing. "
    return "Models are left out here, for labels may come from them. " if len(groups) > 1 else ""


def _released_rows(found: AgainstReleased) -> list[Row]:
    with_one, alone = "the released label as one more rater", found.units - found.paired
    return [
        Row(
            "Majority agreement",
            (share(found.majority, found.paired),),
            "units whose majority is the released label; one without a majority is not",
        ),
        Row("Fleiss's kappa, raters alone", (coefficient(found.among, found.units),)),
        Row(f"Fleiss's kappa, {with_one}", (coefficient(found.with_released, found.units),)),
        Row(
            "Cohen's kappa, majority and released label",
            (coefficient(found.cohen, found.decided),),
            "units with a majority",
        ),
        Row("Units with a rating and a released label", (count(found.units),)),
        Row("Of them with one rating alone", (count(alone),), "one vote is no majority here"),
        Row(
            "Of them without a majority",
            (count(found.without_majority),),
            "two or more ratings; unsure is none, while Adjudication counts it as an answer",
        ),
        Row("Left out, released label not on the scale", (count(found.off_scale),)),
    ]


def _measure(ratings: Ratings, question: QuestionAnswers) -> Agreement:
    return measure_agreement(ratings, RESAMPLING, ordered=question.level == Level.ORDINAL)


def _ordinal_row(found: Sequence[Agreement], question: QuestionAnswers) -> list[Row]:
    ordinal = [each.ordinal for each in found if each.ordinal is not None]
    if not ordinal:
        return []
    order = " < ".join(question.labels)
    return [
        Row("Krippendorff's alpha, ordinal", tuple(coefficient(each) for each in ordinal), order)
    ]


def _part_table(
    key: str,
    title: str,
    ratings: Ratings,
    *,
    question: QuestionAnswers,
    parts: Mapping[str, Collection[str]],
    of: str,
) -> Table:
    ordinal = question.level == Level.ORDINAL
    found = {name: _measure(ratings.of_units(units), question) for name, units in parts.items()}
    rows = [
        _part_row(name, agreement, ordinal=ordinal)
        for name, agreement in sorted(found.items(), key=lambda each: _least(each[1].percent))
    ]
    caption = f"Units of {len(rows):,} parts, the least agreement first, {of}. {DRAWN}."
    columns, folded = _columns(ordinal), len(rows) > LONG
    return Table(f"by-{key}", title, caption, "Part", columns, rows, folded=folded, keys=True)


def _least(figure: Coefficient) -> float:
    return figure.value if isinstance(figure.value, float) else 2.0


def _columns(ordinal: bool) -> tuple[str, ...]:
    alphas = ("Alpha, nominal", "Alpha, ordinal") if ordinal else ("Alpha",)
    return ("Units rated", "By two or more", "Percent agreement", "Fleiss's kappa", *alphas, "AC1")


def _part_row(label: str, found: Agreement, *, ordinal: bool) -> Row:
    alphas = [coefficient(found.alpha)]
    if ordinal and found.ordinal is not None:
        alphas.append(coefficient(found.ordinal))
    return Row(
        label,
        (
            count(found.units),
            count(found.paired),
            share(found.percent),
            coefficient(found.kappa),
            *alphas,
            coefficient(found.ac1),
        ),
        "kappa generalised" if found.generalised else "",
    )
