"""The statements of a judging cycle, as SQL that PostgreSQL and SQLite both take.

To build them anew for each cycle took the ORM four times as long as all that is left of a cycle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from annotation.models import Rater, Study, Unit

Value = int | str | datetime | None
AT_WORK = """
    id = %s AND removed_at IS NULL AND left_out_at IS NULL AND withdrawn_at IS NULL
    AND apart_since IS NULL
    AND (agreed_at IS NOT NULL OR kind = 'model')
    AND EXISTS (SELECT 1 FROM annotation_study s WHERE s.id = study_id AND s.status = 'open')
"""
"""Of a rater who is able and whose study is open.

PostgreSQL looks at the row again when it had to wait for it.
"""
COUNTED = f"UPDATE annotation_rater SET judged = judged + 1 WHERE {AT_WORK} RETURNING judged"
LOCKED = f"SELECT id FROM annotation_rater WHERE {AT_WORK}"

FREE = "judged_at IS NULL AND (rater_id IS NULL OR reserved_until < %s)"
OPEN = "unit_id = %s AND rater_id = %s AND judged_at IS NULL"
FILLED = f"UPDATE annotation_seat SET judged_at = %s WHERE {OPEN} RETURNING id"
FIRST_FREE = f"SELECT id FROM annotation_seat WHERE unit_id = %s AND {FREE} ORDER BY number LIMIT 1"
TAKEN = f"""
    UPDATE annotation_seat SET rater_id = %s, reserved_until = %s, judged_at = %s
    WHERE id = ({FIRST_FREE} {{locking}}) AND {FREE} RETURNING id, number
"""
WORTH_TRYING = f"""
    SELECT {{what}} FROM annotation_unit u
    WHERE {{which}}
    AND (u.training OR u.gold IS NOT NULL
        OR EXISTS (SELECT 1 FROM annotation_seat WHERE unit_id = u.id AND {FREE}))
    AND NOT EXISTS (SELECT 1 FROM annotation_judgement WHERE unit_id = u.id AND rater_id = %s)
"""
BEYOND = """
    DELETE FROM annotation_seat WHERE id IN (
        SELECT id FROM annotation_seat WHERE number > %s AND rater_id IS NULL AND unit_id IN
        (SELECT u.id FROM annotation_unit u
            WHERE u.study_id = %s AND NOT u.training AND u.gold IS NULL)
        {locking})
"""


@dataclass(frozen=True)
class Taken:
    """A seat that a rater has now."""

    pk: int
    number: int


def count(rater: Rater) -> int:
    """Count one more judgement of a rater, whose row is locked from here on, and return how many
    that makes; 0 for whom may not judge."""
    rows = _rows(COUNTED, [rater.pk])
    return int(rows[0][0]) if rows else 0


def lock(rater: Rater) -> bool:
    """Lock the row of a rater; False for whom may not judge."""
    return bool(_rows(f"{LOCKED} {_locking(wait=True)}", [rater.pk]))


def fill(rater: Rater, unit: Unit, now: datetime) -> int | None:
    """The id of the seat of the unit that the rater had open, judged now; None without one."""
    rows = _rows(FILLED, [_time(now), unit.pk, rater.pk])
    return int(rows[0][0]) if rows else None


def take(
    rater: Rater,
    unit_id: int,
    now: datetime,
    *,
    until: datetime | None = None,
    judged: bool = False,
    wait: bool,
) -> Taken | None:
    """A free seat of the unit, reserved or judged; None where others have the last one.

    wait: for others who are changing a seat, instead of passing it over.
    """
    statement = TAKEN.format(locking=_locking(wait=wait))
    values = [rater.pk, _time(until), _time(now) if judged else None]
    rows = _rows(statement, [*values, unit_id, _time(now), _time(now)])
    return Taken(*rows[0]) if rows else None


def first_worth_trying(rater: Rater, unit_ids: Sequence[int], now: datetime) -> Unit | None:
    """The first of these units that has a seat to give and that the rater has not judged."""
    if not unit_ids:
        return None
    which = f"u.id IN ({', '.join(['%s'] * len(unit_ids))})"
    places = " ".join(f"WHEN %s THEN {place}" for place in range(len(unit_ids)))
    statement = WORTH_TRYING.format(what="u.*", which=which)
    found = Unit.objects.raw(
        f"{statement} ORDER BY CASE u.id {places} END LIMIT 1",
        [*unit_ids, _time(now), rater.pk, *unit_ids],
    )
    return next(iter(found), None)


def all_worth_trying(rater: Rater, now: datetime) -> set[int]:
    """The ids of all units of the study that have a seat to give and that the rater has not
    judged."""
    statement = WORTH_TRYING.format(what="u.id", which="u.study_id = %s")
    return {unit_id for (unit_id,) in _rows(statement, [rater.study_id, _time(now), rater.pk])}


def delete_beyond(study: Study, number: int) -> None:
    """Delete free seats with a higher number, of units that are judged by so many.

    One that a rater is at stays. To wait for it might be to wait in a circle, as who is at it may
    be waiting for another one that is deleted here.
    """
    with connection.cursor() as cursor:
        cursor.execute(BEYOND.format(locking=_locking(wait=False)), [number, study.pk])


def _locking(*, wait: bool) -> str:
    """How a row is locked as it is read: what turns out to be taken is passed over for the next.

    SQLite has one writer at a time and needs nothing.
    """
    if not connection.features.has_select_for_update:
        return ""
    return "FOR UPDATE" if wait else "FOR UPDATE SKIP LOCKED"


def _rows(statement: str, values: Sequence[Value]) -> list[tuple[int, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def _time(at: datetime | None) -> Value:
    """As this database compares times."""
    adapted: Value = connection.ops.adapt_datetimefield_value(at)
    return adapted
