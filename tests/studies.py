"""Studies of invented units for tests."""

import uuid
from dataclasses import replace
from datetime import UTC, datetime

from annotation.consent import DEFAULT
from annotation.models import Judgement, Rater, Seat, Study, Unit
from annotation.services import seats
from annotation.services.judging import Said, form_key
from games.models import ConsentText
from games.services import campaigns

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def study(*, units: int = 3, seats_a_unit: int = 3, slug: str = "vrelk", **fields) -> Study:
    """An open study, unless fields of the row say otherwise."""
    values = {"status": Study.Status.OPEN, "kind": "object_affordance"} | fields
    made = Study.objects.create(
        slug=slug,
        title="Vrelks",
        guidelines="Look.",
        seats=seats_a_unit,
        seed=1,
        **_steps_to(values["status"]) | values,
    )
    rows = [Unit(study=made, key=f"u{n}", block=f"b{n // 2}", snapshot={}) for n in range(units)]
    seats.add_units(made, rows)
    return made


def _steps_to(status: str) -> dict[str, object]:
    """What a study of this status has behind it."""
    steps: dict[str, object] = {}
    if status != Study.Status.DRAFT:
        steps |= {"consent_text": consent(), "opened_at": NOW}
    if status == Study.Status.CLOSED:
        steps["closed_at"] = NOW
    return steps


def become(status: str, of: Study | None = None) -> None:
    """Bring all studies, or this one, to a status, as the steps to it leave them."""
    rows = Study.objects.all() if of is None else Study.objects.filter(pk=of.pk)
    rows.update(status=status, **{"opened_at": None, "closed_at": None} | _steps_to(status))


def consent() -> ConsentText:
    return campaigns.consent_text({"en": DEFAULT})


def rater(of: Study, name: str = "ana", **fields) -> Rater:
    """A person who agreed, or a model, unless fields of the row say otherwise."""
    usual: dict[str, object] = {}
    if fields.get("kind") != Rater.Kind.MODEL:
        usual = {"consent_text": consent(), "agreed_at": NOW}
    if fields.get("adjudicates"):
        usual["apart_since"] = NOW
    return Rater.objects.create(study=of, pseudonym=name, **usual | fields)


def judged(unit: Unit, by: Rater, label: str = "yes", **fields) -> Judgement:
    """A judgement as it is stored once it came in; in a free seat of the unit, where one is left.

    fields: of the row, such as answer, comment, extra, skip_reason.
    """
    seat = None
    if by.kind == Rater.Kind.PERSON and not {"extra", "skip_reason"} & fields.keys():
        if unit.for_all:
            seat = Seat(unit=unit, number=by.pk)
        else:
            seat = unit.seats.filter(rater=None).order_by("number").first()
        seat.rater, seat.reserved_until, seat.judged_at = by, NOW, NOW
        seat.save()
    answer = {} if "skip_reason" in fields else {"label": label}
    values = {"answer": answer, "key": uuid.uuid4(), "at": NOW} | fields
    return Judgement.objects.create(unit=unit, rater=by, seat=seat, **values)


def order(of: Study) -> list[int]:
    return list(of.units.order_by("pk").values_list("pk", flat=True))


def said(label: str = "yes", key: uuid.UUID | None = None) -> Said:
    return Said({"label": label}, key or uuid.uuid4())


def shown(by: Rater, unit: Unit, what: Said) -> Said:
    """The same in a form that shows the unit to the rater."""
    return replace(what, key=form_key(by, unit, drawn=what.key.bytes[:8]))
