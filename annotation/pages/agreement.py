"""The agreement on a study: headline, tables, chart; each process keeps them until a judgement,
a rater or a unit has changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from annotation import charts, released, study_answers
from annotation.agreement import sets
from annotation.agreement.words import REASONS
from annotation.kinds.base import Level
from annotation.models import Study
from annotation.pages import (
    agreement_labels,
    agreement_raters,
    agreement_sets,
    agreement_units,
    agreement_words,
)
from annotation.pages.agreement_groups import DRAWN, RESAMPLING, Group, groups_of, main_group
from annotation.pages.figure_tables import Row, Table, coefficient, count, reasons_in, words
from annotation.question_answers import QuestionAnswers, StudyAnswers
from annotation.study_answers import Edition
from games import drawing
from games.drawing import Canvas
from games.snapshots import snapshot

# Kinds whose questions are one measure each of the same, so that their mean is asked for.
AVERAGED = ("variable_values",)
# Of each study, held while its figures are computed.
_COMPUTING: dict[int, Lock] = {}


class NoSuchQuestion(LookupError):
    """No judgement answers a question of this name."""


@dataclass(frozen=True)
class Section:
    """chart: what its caption says, empty for none."""

    title: str
    tables: Sequence[Table]
    chart: str = ""


@dataclass(frozen=True)
class AgreementPage:
    """question: its name, empty where nothing is judged. menu: the names of all of them.

    text: the question's words, empty where they differ from unit to unit.
    extra: whether extra judgements are counted; extras: how many there are.
    reasons: (code, in a cell, in full) of what stands in the tables.
    """

    question: str
    text: str
    level: str
    menu: tuple[str, ...]
    extra: bool
    extras: int
    headline: str
    sentences: Sequence[str]
    sections: Sequence[Section]

    @property
    def tables(self) -> list[Table]:
        return [table for section in self.sections for table in section.tables]

    @property
    def reasons(self) -> list[tuple[str, str, str]]:
        return [(code, *REASONS[code]) for code in reasons_in(self.tables)]


def agreement_of(study: Study, question: str = "", *, extra: bool = False) -> AgreementPage:
    """question: its name, empty for the first. All figures are of one moment.

    Raises NoSuchQuestion.
    """
    with snapshot(), _COMPUTING.setdefault(study.pk, Lock()):
        return _page(study.pk, question, extra, study_answers.edition_of(study))


def chart_of(study: Study, question: str, *, extra: bool, size: str, theme: str) -> str | None:
    """SVG text; None where there is no such size or theme, or nothing to draw."""
    palette, width = drawing.PALETTES.get(theme), drawing.WIDTHS.get(size)
    if palette is None or width is None:
        return None
    with snapshot(), _COMPUTING.setdefault(study.pk, Lock()):
        answers = _answers(study.pk, extra, study_answers.edition_of(study))
    asked = question_of(answers, question)
    heat = agreement_units.heat_of(asked, main_group(groups_of(answers)))
    if heat is None:
        return None
    return charts.disagreement(heat.objects, heat.affordances, heat.cells, Canvas(palette, width))


def answers_for(study: Study, *, extra: bool) -> StudyAnswers:
    with snapshot(), _COMPUTING.setdefault(study.pk, Lock()):
        return _answers(study.pk, extra, study_answers.edition_of(study))


def question_of(answers: StudyAnswers, name: str) -> QuestionAnswers:
    """Raises NoSuchQuestion."""
    for question in answers.questions:
        if question.name == name:
            return question
    raise NoSuchQuestion(f"No judgement answers a question {name!r}.")


def forget() -> None:
    """Empty what this process keeps, for tests that make their own studies."""
    _page.cache_clear()
    _answers.cache_clear()


@lru_cache(maxsize=4)
def _answers(study_id: int, extra: bool, edition: Edition) -> StudyAnswers:
    return study_answers.answers_of(Study.objects.get(pk=study_id), extra=extra)


@lru_cache(maxsize=16)
def _page(study_id: int, question: str, extra: bool, edition: Edition) -> AgreementPage:
    answers = _answers(study_id, extra, edition)
    groups = groups_of(answers)
    if not question and not (answers.questions and groups):
        return _empty(answers, extra)
    asked = question_of(answers, question) if question else answers.questions[0]
    study = Study.objects.get(pk=study_id)
    labels = released.labels_of(study)
    headline, sections = _figures(asked, groups, labels)
    judged = len({unit.key for unit in asked.units.values()})
    return AgreementPage(
        question=asked.name,
        text=asked.text,
        level=asked.level,
        menu=tuple(each.name for each in answers.questions),
        extra=extra,
        extras=answers.extra,
        headline=headline[0],
        sentences=[
            *headline[1:],
            *agreement_words.mixed(groups),
            *agreement_words.basis(answers, judged, extra=extra),
            *([agreement_words.PARTS] if asked.part else []),
        ],
        sections=[
            *_overview(study.kind, answers, groups),
            *sections,
            _disputes(asked, main_group(groups), labels),
            Section("Raters", [agreement_raters.table(asked, answers, _people(groups))]),
        ],
    )


def _empty(answers: StudyAnswers, extra: bool) -> AgreementPage:
    said = agreement_words.basis(answers, 0, extra=extra)
    headline = agreement_words.NOTHING
    return AgreementPage("", "", "", (), extra, answers.extra, headline, said, [])


def _people(groups: Sequence[Group]) -> tuple[str, ...]:
    """Whose majority raters are compared with: people's, or the models' where there are none."""
    return groups[0].raters


def _figures(
    asked: QuestionAnswers, groups: list[Group], labels: Mapping[str, str]
) -> tuple[list[str], list[Section]]:
    """The headline with what explains it, and the sections of the question's level."""
    if asked.level == Level.SETS:
        return _of_sets(asked, groups)
    if asked.level == Level.RANKS:
        return _of_ranks(asked, groups)
    found = [agreement_labels.measured(asked, group) for group in groups]
    main = groups.index(main_group(groups))
    headline = [agreement_words.of_labels(groups[main], found[main])]
    if agreement_words.has_word(found[main]):
        headline.append(agreement_words.CONVENTION)
    sections = [
        Section(
            "Agreement",
            [agreement_labels.whole(asked, groups, found), agreement_labels.shares(groups, found)],
        ),
        Section(
            "Released labels",
            [agreement_labels.released(asked, groups, labels)] if labels else [],
        ),
        Section(
            "Parts and pairs",
            [
                *agreement_labels.by_label(asked, groups),
                *agreement_labels.by_part(asked, groups),
                *agreement_labels.by_pair(asked, groups),
            ],
        ),
    ]
    return headline, [section for section in sections if section.tables]


def _of_sets(asked: QuestionAnswers, groups: list[Group]) -> tuple[list[str], list[Section]]:
    found = [agreement_sets.of_sets(asked, group) for group in groups]
    main = groups.index(main_group(groups))
    whole = agreement_sets.whole_of_sets(groups, found)
    labels = agreement_sets.labels_of_sets(groups, found)
    return [agreement_words.of_sets(groups[main], found[main])], [
        Section("Agreement", [whole, labels]),
        *_parts_of_lists(asked, groups),
    ]


def _of_ranks(asked: QuestionAnswers, groups: list[Group]) -> tuple[list[str], list[Section]]:
    found = [agreement_sets.of_ranks(asked, group) for group in groups]
    main = groups.index(main_group(groups))
    return [agreement_words.of_ranks(groups[main], found[main])], [
        Section("Agreement", [agreement_sets.whole_of_ranks(groups, found)]),
        *_parts_of_lists(asked, groups),
    ]


def _parts_of_lists(asked: QuestionAnswers, groups: list[Group]) -> list[Section]:
    tables = [*agreement_sets.by_part(asked, groups), *agreement_sets.by_pair(asked, groups)]
    return [Section("Parts and pairs", tables)] if tables else []


def _disputes(asked: QuestionAnswers, group: Group, labels: Mapping[str, str]) -> Section:
    disputed = agreement_units.most_disputed(asked, group, labels)
    heat = agreement_units.heat_of(asked, group)
    if heat is None:
        return Section("Where raters disagree", [disputed])
    objects, affordances = charts.WIDE
    table = agreement_units.heat_table(heat, objects=objects, affordances=affordances)
    shown = f"{len(table.rows)} of {len(heat.objects):,} objects and {len(table.columns)} of "
    caption = (
        f"How often two raters of a unit differ, in percent, {group.of}, {len(heat.cells):,} units "
        f"with two or more ratings. {shown}{len(heat.affordances):,} affordances, those with most "
        "disagreement on average first, on a phone fewer; a field is empty where fewer than two "
        "raters judged the object for the affordance."
    )
    return Section("Where raters disagree", [table, disputed], caption)


def _overview(kind: str, answers: StudyAnswers, groups: list[Group]) -> list[Section]:
    """Every question with its main measure, where there are several."""
    if len(answers.questions) < 2:
        return []
    group = main_group(groups)
    rows = [_main_measure(question, group) for question in answers.questions]
    if kind in AVERAGED:
        given = [question.sets(group.raters) for question in answers.questions]
        mean = sets.jaccard_over(given, RESAMPLING)
        cells = (coefficient(mean), words(f"{len(given)} questions"))
        rows.append(Row("Mean of these", cells, "mean pairwise Jaccard", headline=True))
    caption = f"Each question with its first measure, {group.of}. {DRAWN}."
    columns = ("Figure", "Units by two or more")
    return [
        Section(
            "All questions",
            [Table("questions", "First measure of each", caption, "Question", columns, rows)],
        )
    ]


def _main_measure(question: QuestionAnswers, group: Group) -> Row:
    if question.level == Level.SETS:
        chosen = agreement_sets.of_sets(question, group)
        cells = (coefficient(chosen.jaccard), count(chosen.paired))
        return Row(question.name, cells, "mean pairwise Jaccard")
    if question.level == Level.RANKS:
        ranked = agreement_sets.of_ranks(question, group)
        return Row(
            question.name, (coefficient(ranked.kendall_w), count(ranked.paired)), "Kendall's W"
        )
    found = agreement_labels.measured(question, group)
    return Row(question.name, (coefficient(found.kappa), count(found.paired)), "Fleiss's kappa")
