"""A study from its plan to its end: made, changed, opened, closed, copied into its next version.

Each step is one conditional update, so that two who take it at once take it once.
"""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.text import slugify

from annotation.kinds.registry import KINDS
from annotation.models import FOR_ALL, Judgement, Rater, Seat, Study, Unit
from annotation.services import questions, seats
from annotation.services.study_settings import (
    COPIED,
    ChangedMeanwhile,
    Settings,
    StudyRefused,
    change,
    values_of,
)

__all__ = [
    "ChangedMeanwhile", "Settings", "StudyRefused", "change", "close", "create", "delete",
    "next_version", "open_study", "reopen",
]  # fmt: skip
SLUG_LIMIT = 50
TAKEN_SLUGS = frozenset({"new", "join", "reset"})
"""Addresses that would hide the study's own page."""


def create(settings: Settings, *, kind: str, slug: str = "") -> Study:
    """Store a draft. slug: of its address; empty for one made of the title. Raises StudyRefused."""
    if kind not in KINDS:
        raise StudyRefused(f"There is no kind {kind!r}; there are {', '.join(KINDS)}.", "kind")
    slug = slug or slugify(settings.title)[:SLUG_LIMIT].strip("-")
    if not slug:
        sentence = "Give the study a short address of letters, digits and hyphens."
        raise StudyRefused(sentence, "slug")
    taken = StudyRefused(f"There is a page at the address {slug!r} already.", "slug")
    if slug in TAKEN_SLUGS or Study.objects.filter(slug=slug).exists():
        raise taken
    try:
        with transaction.atomic():
            made = Study.objects.create(slug=slug, kind=kind, **values_of(settings))
            made.excludes.set(settings.excludes)
            return made
    except IntegrityError as twice:
        raise taken from twice


def open_study(study: Study, *, now: datetime) -> None:
    """Let raters judge; an open one stays open. Raises StudyRefused."""
    if not study.units.exclude(FOR_ALL).exists():
        raise StudyRefused("It has no units to judge. Add some first.")
    if study.consent_text_id is None:
        raise StudyRefused("It has no consent text. Write one first.", "consent")
    if not study.contact.strip():
        sentence = "It names nobody whom raters can write to. Name somebody in its settings first."
        raise StudyRefused(sentence, "contact")
    draft = Study.objects.filter(pk=study.pk, status=Study.Status.DRAFT)
    if (
        not draft.exclude(consent_text=None)
        .exclude(contact="")
        .update(status=Study.Status.OPEN, opened_at=now)
    ):
        _require_status(study, Study.Status.OPEN)
    study.refresh_from_db()


def close(study: Study, *, now: datetime) -> None:
    """Take no more judgements and free what raters hold; a closed one stays closed.

    Raises StudyRefused for a draft.
    """
    is_open = Study.objects.filter(pk=study.pk, status=Study.Status.OPEN)
    if not is_open.update(status=Study.Status.CLOSED, closed_at=now):
        _require_status(study, Study.Status.CLOSED)
    # Not in one transaction with the above: a judgement holds its rater while it locks the study.
    # Twice: what read that the study is open, and waited for the first time, ends before the
    # second.
    _free_open_seats(study)
    _free_open_seats(study)
    study.refresh_from_db()


def reopen(study: Study) -> None:
    """Let raters judge again; an open one stays open. Raises StudyRefused for a draft."""
    closed = Study.objects.filter(pk=study.pk, status=Study.Status.CLOSED)
    if not closed.update(status=Study.Status.OPEN, closed_at=None):
        _require_status(study, Study.Status.OPEN)
    study.refresh_from_db()


def require_locked(study: Study) -> None:
    """Raises StudyRefused for a study that can still be changed: it needs no next version."""
    if study.locked_at is None:
        raise StudyRefused(f"{study} has no judgement yet; change it as it is.")


def next_version(study: Study) -> Study:
    """A draft with all settings and units of a locked study, and none of its judgements, raters
    and invitations; answered questions stand in its guidelines. A later draft that is there
    already is returned as it is.

    Raises StudyRefused for a study that can still be changed.
    """
    require_locked(study)
    try:
        with transaction.atomic():
            Study.objects.select_for_update().get(pk=study.pk)
            return _later_draft(study) or _copied(study)
    except IntegrityError:
        # Somebody else made the same version meanwhile.
        if (made := _later_draft(study)) is None:
            raise
        return made


def delete(study: Study) -> None:
    """Raises StudyRefused for a study that was opened once, or has judgements."""
    with transaction.atomic():
        drafts = Study.objects.select_for_update().filter(
            pk=study.pk, status=Study.Status.DRAFT, locked_at=None
        )
        draft = drafts.first()
        if draft is None or Judgement.objects.filter(unit__study=draft).exists():
            raise StudyRefused(f"{study} is no draft without judgements; it stays.")
        draft.delete()


def _require_status(study: Study, wanted: Study.Status) -> None:
    """Raises StudyRefused unless the study has come to this status by now."""
    status = Study.objects.values_list("status", flat=True).get(pk=study.pk)
    if status != wanted:
        raise StudyRefused(f"{study} is {status} by now; nothing was changed.")


def _free_open_seats(study: Study) -> None:
    """Free what raters hold, once each has ended what they are at."""
    with transaction.atomic():
        list(Rater.objects.select_for_update().filter(study=study.pk).order_by("pk"))
        # No join: an update that waited looks again at the seat's own row alone.
        units = Unit.objects.filter(study=study.pk)
        seats.free(Seat.objects.filter(unit__in=units, rater__isnull=False, judged_at=None))


def _later_draft(study: Study) -> Study | None:
    later = Study.objects.filter(
        slug=study.slug, version__gt=study.version, status=Study.Status.DRAFT
    )
    return later.order_by("version").last()


def _copied(study: Study) -> Study:
    newest = Study.objects.filter(slug=study.slug).aggregate(Max("version"))["version__max"]
    values = {name: getattr(study, name) for name in (*COPIED, "slug", "kind", "consent_text")}
    values["guidelines"] = questions.guidelines_with_answers(study)
    made = Study.objects.create(version=newest + 1, **values)
    made.excludes.set(study.excludes.all())
    seats.add_units(
        made,
        [
            Unit(
                study=made,
                key=unit.key,
                block=unit.block,
                snapshot=unit.snapshot,
                gold=unit.gold,
                training=unit.training,
            )
            for unit in study.units.order_by("pk")
        ],
    )
    return made
