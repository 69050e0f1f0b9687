"""A rater's figures, and what each figure of the study becomes without this rater."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from annotation.agreement.coefficients import EMPTY
from annotation.kinds.answers import texts
from annotation.kinds.base import Kind, Level
from annotation.kinds.registry import KINDS
from annotation.label_passes import RaterKind
from annotation.models import Judgement, Study, Unit
from annotation.pages import (
    agreement_labels,
    agreement_raters,
    agreement_sets,
    judging_words,
    unit_names,
)
from annotation.pages.agreement_groups import Group, groups_of, raters_in_words
from annotation.pages.figure_tables import Cell, Row, Table, count, share
from annotation.pages.unit_names import Name
from annotation.question_answers import QuestionAnswers, StudyAnswers
from annotation.rater_figures import WithoutRater
from games.estimates import Undefined

MOST_REMARKS = 200
ONE_LABEL = (Level.NOMINAL, Level.ORDINAL)


@dataclass(frozen=True)
class Remark:
    """said: what the comment is about, in words: why it was skipped, or the one answer."""

    unit: Unit
    name: Name
    said: str
    comment: str


def remarks(study: Study, judgements: Iterable[Judgement]) -> list[Remark]:
    kind = KINDS[study.kind]
    return [_remark(kind, each) for each in judgements]


def skips_in_words(skips: dict[str, int]) -> str:
    """How many skips for which reason."""
    return "; ".join(f"{skips[each]:,} “{each.label}”" for each in Judgement.Skip if each in skips)


def labels_of(answers: StudyAnswers, name: str) -> list[Table]:
    """Of this rater's answers, how many carry each label, beside those of all others."""
    return [
        _labels(question, name)
        for question in answers.questions
        if question.level in (*ONE_LABEL, Level.SETS)
    ]


def against_others(answers: StudyAnswers, name: str) -> list[Table]:
    """Of each question this rater's row among all raters'."""
    people = answers.names(RaterKind.PERSON)
    found = [(each, agreement_raters.table(each, answers, people)) for each in answers.questions]
    return [
        replace(_named(table, question), rows=[row for row in table.rows if row.label == name])
        for question, table in found
    ]


def without(answers: StudyAnswers, name: str) -> list[Table]:
    """Every coefficient of every group of raters with and without this one."""
    groups = [each for of in groups_of(answers) if name in of.raters for each in _both(of, name)]
    questions = answers.questions if groups else ()
    return [_named(_whole(question, groups), question) for question in questions]


def consensus_table(found: WithoutRater) -> Table:
    rows = [
        Row("Stays as it is", (count(found.same),)),
        Row("Becomes another value", (count(found.other),), headline=True),
        Row("Becomes open", (count(found.opened),), "no majority is left", headline=True),
        Row("Open, and becomes a value", (count(found.settled),)),
        Row("Adjudicated", (count(found.adjudicated),), "does not rest on a count"),
    ]
    caption = (
        f"n = {found.questions:,} questions of units that this rater answered; counted from "
        "people's judgements, once with and once without this rater's."
    )
    return Table("consensus", "Consensus", caption, "Without this rater", ("Questions",), rows)


def _remark(kind: Kind, judgement: Judgement) -> Remark:
    if judgement.skip_reason:
        said = f"Skipped: {judging_words.skip_words(judgement.skip_reason)}"
    else:
        lines = judging_words.answered(kind, judgement.unit, judgement.answer)
        said = lines[0].said if len(lines) == 1 else ""
    return Remark(judgement.unit, unit_names.name_of(judgement.unit), said, judgement.comment)


def _labels(question: QuestionAnswers, name: str) -> Table:
    mine, others = Counter[str](), Counter[str]()
    n_mine = n_others = 0
    for given in question.given.values():
        for who, value in given.items():
            chosen = [value] if isinstance(value, str) else texts(value)
            if value is None:
                continue
            if who == name:
                mine.update(chosen)
                n_mine += 1
            else:
                others.update(chosen)
                n_others += 1
    rows = [
        Row(label, (_share(mine[label], n_mine), _share(others[label], n_others)))
        for label in question.labels
    ]
    caption = f"Of {n_mine:,} answers by this rater and {n_others:,} by all others."
    columns, long = ("This rater", "All others"), len(rows) > agreement_labels.LONG
    return _named(Table("labels", "", caption, "Label", columns, rows, folded=long), question)


def _share(chosen: int, of: int) -> Cell:
    return share(chosen / of if of else Undefined(EMPTY))


def _both(group: Group, name: str) -> Iterator[Group]:
    yield group
    others = tuple(each for each in group.raters if each != name)
    plural = {"People": "people", "Models": "models"}.get(group.name, "raters")
    yield Group(f"{group.name}, without", others, raters_in_words(len(others), plural))


def _named(table: Table, question: QuestionAnswers) -> Table:
    """With the question for a title: a study may have several."""
    told = question.text.rstrip(".?") or question.name
    return replace(table, key=f"{table.key}-{question.name}", title=told)


def _whole(question: QuestionAnswers, groups: Sequence[Group]) -> Table:
    if question.level == Level.SETS:
        found = [agreement_sets.of_sets(question, group) for group in groups]
        return agreement_sets.whole_of_sets(groups, found)
    if question.level == Level.RANKS:
        ranked = [agreement_sets.of_ranks(question, group) for group in groups]
        return agreement_sets.whole_of_ranks(groups, ranked)
    measured = [agreement_labels.measured(question, group) for group in groups]
    return agreement_labels.whole(question, groups, measured)
