"""A study from its plan to its end: made, changed, opened, closed, copied into its next version.

Each step is one conditional update, so that two who take it at once take it once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.text import slugify

from annotation.allocation import Policy
from annotation.kinds.registry import KINDS
from annotation.models import Judgement, Seat, Study, Unit
from annotation.services import seats
from annotation.study_progress import FOR_ALL
from games.models import Catalogue
from games.services.campaigns import consent_text

SLUG_LIMIT = 50
TAKEN_SLUGS = frozenset({"new"})
"""Addresses that would hide the study's own page."""
AT_ONCE = 1000
COPIED = (
    "title", "about", "guidelines", "contact", "catalogue", "seats", "policy", "seed",
    "gold_every", "reservation_seconds",
)  # fmt: skip


class StudyRefused(Exception):
    """The settings make no study, or it cannot take this step; says why.

    about: the setting that it is about, empty where it is about none.
    """

    def __init__(self, sentence: str, about: str = "") -> None:
        super().__init__(sentence)
        self.about = about


@dataclass(frozen=True)
class Settings:
    """What a researcher decides, besides the study's kind and address; `Study` says what is what.

    consent: the text that raters agree to; none yet where it is empty.
    """

    title: str
    guidelines: str
    about: str = ""
    contact: str = ""
    consent: str = ""
    catalogue: Catalogue | None = None
    seats: int = 3
    policy: Policy = Policy.SHUFFLED_BLOCKS
    seed: int = 1
    gold_every: int = 20
    reservation_seconds: int = 1800
    excludes: Sequence[Study] = ()


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
            made = Study.objects.create(slug=slug, kind=kind, **_values(settings))
            made.excludes.set(settings.excludes)
            return made
    except IntegrityError as twice:
        raise taken from twice


def change(study: Study, settings: Settings) -> None:
    """Make the study what these settings say, all of them; twice is once.

    Raises StudyRefused once it is locked, for another catalogue than its units come from, for
    another consent text once somebody agreed, and for fewer seats while raters have the others.
    """
    with transaction.atomic():
        held = Study.objects.select_for_update().get(pk=study.pk)
        values = _values(settings)
        # The first judgement may come in at this moment, which a database without locks tells
        # only by the update.
        unlocked = Study.objects.filter(pk=held.pk, locked_at=None)
        if not unlocked.update(**values):
            raise StudyRefused(
                f"{held} is locked since its first judgement. Changes go into its next version."
            )
        _require_catalogue(held, settings.catalogue)
        _require_consent(held, values["consent_text"])
        held.excludes.set(settings.excludes)
        if settings.seats != held.seats:
            _reseat(held, settings.seats)
    study.refresh_from_db()


def open_study(study: Study, *, now: datetime) -> None:
    """Let raters judge; an open one stays open. Raises StudyRefused."""
    if not study.units.exclude(FOR_ALL).exists():
        raise StudyRefused("It has no units to judge. Add some first.")
    if study.consent_text_id is None:
        raise StudyRefused("It has no consent text. Write one first.", "consent")
    draft = Study.objects.filter(pk=study.pk, status=Study.Status.DRAFT)
    if not draft.exclude(consent_text=None).update(status=Study.Status.OPEN, opened_at=now):
        _require_status(study, Study.Status.OPEN)
    study.refresh_from_db()


def close(study: Study, *, now: datetime) -> None:
    """Take no more judgements and free what raters hold; a closed one stays closed.

    Raises StudyRefused for a draft.
    """
    with transaction.atomic():
        is_open = Study.objects.filter(pk=study.pk, status=Study.Status.OPEN)
        if not is_open.update(status=Study.Status.CLOSED, closed_at=now):
            _require_status(study, Study.Status.CLOSED)
        held = Seat.objects.filter(unit__study=study.pk, judged_at=None).exclude(rater=None)
        units = Unit.objects.filter(study=study.pk)
        held.filter(unit__in=units.filter(FOR_ALL)).delete()
        held.filter(unit__in=units.exclude(FOR_ALL)).update(rater=None, reserved_until=None)
    study.refresh_from_db()


def reopen(study: Study) -> None:
    """Let raters judge again; an open one stays open. Raises StudyRefused for a draft."""
    closed = Study.objects.filter(pk=study.pk, status=Study.Status.CLOSED)
    if not closed.update(status=Study.Status.OPEN, closed_at=None):
        _require_status(study, Study.Status.OPEN)
    study.refresh_from_db()


def next_version(study: Study) -> Study:
    """A draft with all settings and units of a locked study, and none of its judgements, raters
    and invitations. A later draft that is there already is returned as it is.

    Raises StudyRefused for a study that can still be changed.
    """
    if study.locked_at is None:
        raise StudyRefused(f"{study} has no judgement yet; change it as it is.")
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


def _values(settings: Settings) -> dict[str, object]:
    values: dict[str, object] = {name: getattr(settings, name) for name in COPIED}
    text = settings.consent.strip()
    values["consent_text"] = consent_text({"en": text}) if text else None
    return values


def _require_status(study: Study, wanted: Study.Status) -> None:
    """Raises StudyRefused unless the study has come to this status by now."""
    status = Study.objects.values_list("status", flat=True).get(pk=study.pk)
    if status != wanted:
        raise StudyRefused(f"{study} is {status} by now; nothing was changed.")


def _require_catalogue(study: Study, catalogue: Catalogue | None) -> None:
    before = study.catalogue
    if before is None or before == catalogue or not study.units.exists():
        return
    sentence = f"Its units are called as {before.version} calls them; it cannot be left."
    raise StudyRefused(sentence, "catalogue")


def _require_consent(study: Study, text: object) -> None:
    agreed = study.raters.filter(agreed_at__isnull=False, withdrawn_at=None).count()
    if agreed and text != study.consent_text:
        sentence = f"Raters who agreed to the present text: {agreed}. It stays as it is."
        raise StudyRefused(sentence, "consent")


def _reseat(study: Study, wanted: int) -> None:
    units = study.units.exclude(FOR_ALL).order_by("pk")
    beyond = Seat.objects.filter(unit__in=units, number__gt=wanted)
    beyond.filter(rater=None).delete()
    if beyond.exists():
        raise StudyRefused("Raters have units open right now; close the study first.", "seats")
    numbers = range(study.seats + 1, wanted + 1)
    _insert_seats(
        Seat(unit_id=pk, number=number)
        for pk in units.values_list("pk", flat=True)
        for number in numbers
    )


def _insert_seats(rows: Iterable[Seat]) -> None:
    Seat.objects.bulk_create(rows, batch_size=AT_ONCE)


def _later_draft(study: Study) -> Study | None:
    later = Study.objects.filter(
        slug=study.slug, version__gt=study.version, status=Study.Status.DRAFT
    )
    return later.order_by("version").last()


def _copied(study: Study) -> Study:
    newest = Study.objects.filter(slug=study.slug).aggregate(Max("version"))["version__max"]
    values = {name: getattr(study, name) for name in (*COPIED, "slug", "kind", "consent_text")}
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
