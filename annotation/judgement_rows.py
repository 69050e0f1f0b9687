"""The rows of a study's export, read in their fixed order, a batch at a time.

Each table is one query or two, however many rows there are.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count, Q, QuerySet, TextField
from django.db.models.functions import Cast

from annotation import judgement_cells as cells
from annotation.counted import judgements_of, units_of
from annotation.judgement_cells import Known, Stored
from annotation.judgement_tables import wide_name
from annotation.kinds.base import Question
from annotation.models import Change, Consensus, GuidelineQuestion, Judgement, Rater, Study
from annotation.study_documents import StudyQuestions
from games.exporting.columns import Row
from games.models import ConsentText

CHUNK = 1000


@dataclass(frozen=True)
class Selection:
    """What of a study is exported.

    left_out: whether with the raters who count nowhere. comments: whether with what raters
    remarked.
    """

    study: Study
    left_out: bool = False
    comments: bool = True

    @property
    def raters(self) -> QuerySet[Rater]:
        stayed = self.study.raters.filter(withdrawn_at=None)
        return stayed if self.left_out else stayed.filter(left_out_at=None)

    @property
    def judgements(self) -> QuerySet[Judgement]:
        return Judgement.objects.filter(unit__study=self.study, rater__in=self.raters)

    @property
    def changes(self) -> QuerySet[Change]:
        of_them = Q(rater=None) | Q(rater__in=self.raters)
        return Change.objects.filter(of_them, unit__study=self.study)

    @property
    def questions(self) -> QuerySet[GuidelineQuestion]:
        """Those with an answer, which every rater of the study could read."""
        return self.study.guideline_questions.exclude(answer="").order_by("asked_at", "pk")

    @property
    def consensus(self) -> QuerySet[Consensus]:
        return Consensus.objects.filter(unit__study=self.study)

    @property
    def consent_texts(self) -> QuerySet[ConsentText]:
        """The study's, and all that a rater agreed to."""
        agreed = self.raters.exclude(agreed_at=None).values("consent_text")
        of_study = Q(pk=self.study.consent_text_id)
        return ConsentText.objects.filter(Q(pk__in=agreed) | of_study)


def units(selection: Selection, asked: StudyQuestions) -> Iterator[Row]:
    """asked: gets to know every question, so that snapshots are read once."""
    stored = selection.study.units.order_by("pk").values(*cells.UNIT, "snapshot")
    for row in stored.iterator(CHUNK):
        asked.note(row["pk"], row["snapshot"])
        yield cells.unit(selection.study, row)


def raters(selection: Selection) -> Iterator[Row]:
    consents = {text.pk: text.sha256_of("en") for text in selection.consent_texts}
    stored = selection.raters.order_by("pk").annotate(given=Count("judgements"))
    for row in stored.values(*cells.RATER, "given").iterator(CHUNK):
        yield cells.rater(selection.study, row, consents)


def judgements(selection: Selection, asked: StudyQuestions) -> Iterator[Row]:
    """asked: knows every unit by now."""
    study, by = selection.study, selection.raters.in_bulk()
    units = study.units.order_by("pk").values(*cells.UNIT).iterator(CHUNK)
    for unit, given in _beside(units, _said(selection.judgements, *cells.JUDGEMENT)):
        questions = asked.of(unit["pk"])
        place = cells.place(study, unit["key"])
        for row in given:
            rater = by[row["rater_id"]]
            if not selection.comments:
                row = {**row, "comment": ""}
            counts = cells.counts(unit, row, rater)
            yield from cells.judgement({**place, "counts": counts}, row, rater, questions)


def judgements_wide(
    selection: Selection, questions: Mapping[str, Question], names: Mapping[int, str]
) -> Iterator[Row]:
    """names: ids and pseudonyms of the raters who have a column."""
    study = selection.study
    column = {
        (rater_id, question): wide_name(question, name)
        for question in questions
        for rater_id, name in names.items()
    }
    nothing = dict.fromkeys(column.values())
    units = units_of(study).values("pk", "key").iterator(CHUNK)
    counted = judgements_of(study).filter(rater__in=list(names)).select_related(None)
    given = _said(counted, "unit_id", "rater_id")
    for unit, rows in _beside(units, given):
        answered = {
            column[row["rater_id"], question]: cells.value(value)
            for row in rows
            for question, value in row["answer"].items()
            if (row["rater_id"], question) in column
            and not cells.missing(questions[question], value)
        }
        yield {**cells.place(study, unit["key"]), **nothing, **answered}


def questions(selection: Selection) -> Iterator[Row]:
    stored = selection.questions.values(*cells.QUESTION)
    for number, row in enumerate(stored.iterator(CHUNK), start=1):
        yield cells.question(selection.study, row, number)


def changes(selection: Selection, known: Known) -> Iterator[Row]:
    stored = selection.changes.order_by("at", "pk").values(*cells.CHANGE)
    for number, row in enumerate(stored.iterator(CHUNK), start=1):
        told = cells.change(selection.study, row, known, comments=selection.comments)
        yield {"change": number, **told}


def consensus(selection: Selection, forms: Mapping[str, str], known: Known) -> Iterator[Row]:
    """forms: question -> how it is answered."""
    read = lru_cache(maxsize=1000)(json.loads)
    written = lru_cache(maxsize=1000)(lambda text: cells.as_json(json.loads(text)))
    stored = selection.consensus.order_by("unit_id", "pk")
    texts = {f"{name}_text": Cast(name, TextField()) for name in ("value", "votes", "open")}
    for row in stored.annotate(**texts).values(*cells.CONSENSUS, *texts).iterator(CHUNK):
        row["value"] = None if row["value_text"] is None else read(row["value_text"])
        row["votes"], row["open"] = written(row["votes_text"]), written(row["open_text"])
        yield cells.consensus(selection.study, row, forms, known)


def _said(judgements: QuerySet[Judgement], *fields: str) -> Iterator[dict[str, Any]]:
    """These fields and the answer, a unit's judgements after each other.

    Most answers are one of a few, so that each text is read once.
    """
    ordered = judgements.order_by("unit_id", "rater_id")
    answer_in = lru_cache(maxsize=1000)(json.loads)
    rows = ordered.annotate(said=Cast("answer", TextField())).values(*fields, "said")
    for row in rows.iterator(CHUNK):
        row["answer"] = answer_in(row.pop("said"))
        yield row


def _beside(
    units: Iterable[Stored], rows: Iterable[Stored]
) -> Iterator[tuple[Stored, Iterable[Stored]]]:
    """Units and what belongs to them, both in the order of the units' ids, walked side by side."""
    groups = groupby(rows, key=itemgetter("unit_id"))
    following = next(groups, None)
    for unit in units:
        if following and following[0] == unit["pk"]:
            yield unit, following[1]
            following = next(groups, None)
        else:
            yield unit, ()
