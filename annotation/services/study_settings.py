"""What a researcher decides about a study, and changes of it until its first judgement."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction
from django.db.models import Model

from annotation.allocation import Policy
from annotation.models import FOR_ALL, Seat, Study
from annotation.services import independence, seat_rows
from games.models import Catalogue
from games.services.campaigns import consent_text

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


class ChangedMeanwhile(StudyRefused):
    """stands: the stamp of the settings that somebody else stored."""

    def __init__(self, stands: str) -> None:
        super().__init__(
            "Somebody else changed the settings since you opened this page. Look at them in "
            "another tab; to put yours in place of theirs, send them again."
        )
        self.stands = stands


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


def stamp(study: Study) -> str:
    """Which settings the study has, so that a form can say what it was opened with."""
    values = {name: getattr(study, name) for name in (*COPIED, "consent_text")}
    return _digest(values, study.excludes.all())


def change(study: Study, settings: Settings, *, seen: str | None = None) -> None:
    """Make the study what these settings say, all of them; twice is once.

    seen: the stamp of what the form was opened with, None where that does not matter.
    Raises ChangedMeanwhile where the study has other settings by now; StudyRefused once it is
    locked, for another catalogue than its units come from, for no consent text once it was
    opened, for another one once somebody agreed, for an excluded study in which its raters take
    part, and for fewer seats while raters have the others.
    """
    with transaction.atomic():
        held = Study.objects.select_for_update().get(pk=study.pk)
        values, stands = values_of(settings), stamp(held)
        if _digest(values, settings.excludes) == stands:
            return
        if seen is not None and seen != stands:
            raise ChangedMeanwhile(stands)
        _store(held, settings, values)
    study.refresh_from_db()


def _store(held: Study, settings: Settings, values: dict[str, object]) -> None:
    if held.status != Study.Status.DRAFT and values["consent_text"] is None:
        raise StudyRefused("Raters agree to a consent text first; give it one.", "consent")
    # The first judgement may come in at this moment, which a database without locks tells only by
    # the update.
    unlocked = Study.objects.filter(pk=held.pk, locked_at=None)
    if not unlocked.update(**values):
        raise StudyRefused(
            f"{held} is locked since its first judgement. Changes go into its next version."
        )
    _require_catalogue(held, settings.catalogue)
    _require_consent(held, values["consent_text"])
    _exclude(held, settings.excludes)
    if settings.seats != held.seats:
        _reseat(held, settings.seats)


def values_of(settings: Settings) -> dict[str, object]:
    values: dict[str, object] = {name: getattr(settings, name) for name in COPIED}
    text = settings.consent.strip()
    values["consent_text"] = consent_text({"en": text}) if text else None
    return values


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


def _exclude(study: Study, wanted: Sequence[Study]) -> None:
    """Raters who came before join by the same rule as those who come later."""
    before = set(study.excludes.all())
    study.excludes.set(wanted)
    if set(wanted) - before and (found := independence.broken_by(study)):
        names = ", ".join(rater.pseudonym for rater in found)
        sentence = f"Raters of this study took part in one of these: {names}. Remove them first."
        raise StudyRefused(sentence, "excludes")


def _reseat(study: Study, wanted: int) -> None:
    units = study.units.exclude(FOR_ALL).order_by("pk")
    beyond = Seat.objects.filter(unit__in=units, number__gt=wanted)
    seat_rows.delete_beyond(study, wanted)
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


def _digest(values: Mapping[str, object], excludes: Iterable[Study]) -> str:
    rows = {
        name: value.pk if isinstance(value, Model) else str(value) for name, value in values.items()
    }
    whole = [sorted(rows.items()), sorted(study.pk for study in excludes)]
    return sha256(repr(whole).encode()).hexdigest()
