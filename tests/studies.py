"""Studies of invented units for tests."""

import uuid
from datetime import UTC, datetime

from annotation.models import Rater, Study, Unit
from annotation.services import seats
from annotation.services.seats import Said

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def study(*, units: int = 3, seats_a_unit: int = 3, slug: str = "vrelk", **fields) -> Study:
    made = Study.objects.create(
        slug=slug,
        title="Vrelks",
        kind="object_affordance",
        guidelines="Look.",
        seats=seats_a_unit,
        seed=1,
        **{"status": Study.Status.OPEN} | fields,
    )
    rows = [Unit(study=made, key=f"u{n}", block=f"b{n // 2}", snapshot={}) for n in range(units)]
    seats.add_units(made, rows)
    return made


def rater(of: Study, name: str = "ana") -> Rater:
    return Rater.objects.create(study=of, pseudonym=name)


def order(of: Study) -> list[int]:
    return list(of.units.order_by("pk").values_list("pk", flat=True))


def said(label: str = "yes", key: uuid.UUID | None = None) -> Said:
    return Said({"label": label}, key or uuid.uuid4())
