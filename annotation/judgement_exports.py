"""A study's export: what goes in, what is left out and how much, and the whole as a stream."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from django.db.models import Count, Min, Q

from annotation import judgement_rows, study_documents
from annotation import judgement_tables as tables
from annotation.export_texts import OpenTexts, open_texts
from annotation.judgement_rows import Selection
from annotation.kinds.registry import KINDS
from annotation.models import Rater, Study
from annotation.study_documents import StudyQuestions
from games.exporting import archive
from games.exporting.archive import Part
from games.exporting.file_formats import Format
from games.snapshots import snapshot


@dataclass(frozen=True)
class TakenIn:
    """people, models: of the raters. skips, extras, comments: of the judgements.
    questions: about the guidelines, with an answer.
    """

    units: int
    raters: int
    people: int
    models: int
    judgements: int
    skips: int
    extras: int
    comments: int
    questions: int
    changes: int
    consensus: int


@dataclass(frozen=True)
class LeftOut:
    """withdrawn_raters: gone with their judgements, whatever is asked for."""

    raters: int
    judgements: int
    comments: int
    withdrawn_raters: int


@dataclass(frozen=True)
class Summary:
    taken_in: TakenIn
    left_out: LeftOut
    open: OpenTexts

    @property
    def release(self) -> bool:
        """Whether no text in it may name a person."""
        return not self.open.total


def summary_of(selection: Selection) -> Summary:
    everything = replace(selection, left_out=True)
    raters, judged = selection.raters, _counted(selection)
    all_judged, remarks = _counted(everything), judged["comments"]
    of_kind = raters.aggregate(
        all=Count("pk"), people=Count("pk", filter=Q(kind=Rater.Kind.PERSON))
    )
    kept = remarks if selection.comments else 0
    return Summary(
        taken_in=TakenIn(
            units=selection.study.units.count(),
            raters=of_kind["all"],
            people=of_kind["people"],
            models=of_kind["all"] - of_kind["people"],
            **{**judged, "comments": kept},
            questions=selection.questions.count(),
            changes=selection.changes.count(),
            consensus=selection.consensus.count(),
        ),
        left_out=LeftOut(
            raters=everything.raters.count() - of_kind["all"],
            judgements=all_judged["judgements"] - judged["judgements"],
            comments=all_judged["comments"] - kept,
            withdrawn_raters=selection.study.raters.exclude(withdrawn_at=None).count(),
        ),
        open=open_texts(selection),
    )


def _counted(selection: Selection) -> dict[str, int]:
    return selection.judgements.aggregate(
        judgements=Count("pk"),
        skips=Count("pk", filter=~Q(skip_reason="")),
        extras=Count("pk", filter=~Q(extra="")),
        comments=Count("pk", filter=~Q(comment="")),
    )


def file_name(selection: Selection, file_format: Format) -> str:
    """It tells exports of other content apart."""
    study = selection.study
    left_out = "-left-out" if selection.left_out else ""
    comments = "" if selection.comments else "-no-comments"
    return f"{study.slug}-v{study.version}-{file_format}{left_out}{comments}.zip"


def stream(selection: Selection, file_format: Format) -> Iterator[bytes]:
    """The export as a ZIP file, all of it read from one state of the database."""
    with snapshot():
        whole = Study.objects.select_related("catalogue", "consent_text")
        current = replace(selection, study=whole.get(pk=selection.study.pk))
        asked = StudyQuestions(KINDS[current.study.kind])
        consents = current.consent_texts.order_by("pk")
        yield from archive.stream(
            _parts(current, asked),
            file_format,
            _about(current, file_format),
            documents=study_documents.documents(current.study, asked, consents),
        )


def _parts(selection: Selection, asked: StudyQuestions) -> Iterator[Part]:
    """Which questions there are is known once the units are written."""
    yield Part(tables.UNITS, judgement_rows.units(selection, asked))
    yield Part(tables.RATERS, judgement_rows.raters(selection))
    yield Part(tables.JUDGEMENTS, judgement_rows.judgements(selection, asked))
    questions, names = asked.questions(), _who_judged(selection)
    yield Part(
        tables.wide(questions, list(names.values())),
        judgement_rows.judgements_wide(selection, questions, names),
    )
    yield Part(tables.QUESTIONS, judgement_rows.questions(selection))
    known = _adjudicators(selection)
    yield Part(tables.CHANGES, judgement_rows.changes(selection, known))
    forms = {name: question.form.value for name, question in questions.items()}
    yield Part(tables.CONSENSUS, judgement_rows.consensus(selection, forms, known))


def _who_judged(selection: Selection) -> dict[int, str]:
    judged = selection.raters.filter(left_out_at=None, judgements__isnull=False)
    return dict(judged.order_by("pk").distinct().values_list("pk", "pseudonym"))


def _adjudicators(selection: Selection) -> dict[int, str]:
    """Accounts that decided, by number in the order of their first decision."""
    decided = selection.consensus.order_by()
    firsts = [
        *decided.values_list("decided_by").annotate(Min("decided_at")),
        *decided.values_list("second_by").annotate(Min("second_at")),
        *selection.changes.filter(rater=None).order_by().values_list("by").annotate(Min("at")),
    ]
    first: dict[int, datetime] = {}
    for account, at in firsts:
        if account is not None:
            first[account] = min(at, first.get(account, at))
    in_order = sorted(first, key=lambda account: (first[account], account))
    return {account: f"adjudicator {n}" for n, account in enumerate(in_order, start=1)}


def _about(selection: Selection, file_format: Format) -> dict[str, object]:
    """What datapackage.json says beside its files. No time of export: equal states, equal bytes."""
    study, summary = selection.study, summary_of(selection)
    catalogue = study.catalogue
    return {
        "name": f"{study.slug}-v{study.version}",
        "title": study.title,
        "schema_version": tables.SCHEMA_VERSION,
        "row_order": tables.ROW_ORDER,
        "release": summary.release,
        "simulated": False,
        "canary": catalogue.canary if catalogue else None,
        "filters": {
            "format": str(file_format),
            "left_out": selection.left_out,
            "comments": selection.comments,
        },
        "taken_in": asdict(summary.taken_in),
        "left_out": asdict(summary.left_out),
        "texts": {"open": summary.open.total},
        "study": {"slug": study.slug, "version": study.version, "kind": study.kind},
    }
