"""Models as raters of a study: their answers come from a file, all of them or none.

They take no seats, so that people judge as often as before, and do not lock the study.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction

from annotation import model_answers
from annotation.kinds import answers
from annotation.kinds.base import Answer, BadAnswer, Kind
from annotation.kinds.object_affordance import ObjectAffordance
from annotation.kinds.registry import KINDS
from annotation.model_answers import ModelAnswer
from annotation.models import Change, Judgement, Rater, Study, Unit
from games.formats import RowError
from games.formats.fields import shown
from games.formats.lines import Json

BATCH = 2000


@dataclass(frozen=True)
class Imported:
    """new, same: answers that were stored now, and before. elsewhere: about no unit of the study.

    errors: why nothing was stored.
    """

    raters: tuple[str, ...] = ()
    new: int = 0
    same: int = 0
    elsewhere: int = 0
    errors: tuple[RowError, ...] = ()


class NoModel(ValueError):
    """The rater is a person."""


class _Refused(Exception):
    def __init__(self, errors: Iterable[RowError]) -> None:
        super().__init__("Nothing is stored.")
        self.errors = tuple(errors)


@dataclass(frozen=True)
class _Row:
    """An answer as it would be stored."""

    unit: Unit
    answer: Mapping[str, Json]
    told: ModelAnswer


def import_answers(study: Study, data: bytes, file: str, *, now: datetime) -> Imported:
    """Store the answers to the study's units that a label pass or a file of answers holds.

    The same file twice adds nothing; another answer than the stored one is an error.
    now: the time of answers that come without one.
    """
    reading = model_answers.read_answers(data, file)
    if reading.content is None:
        return Imported(errors=reading.errors)
    if model_answers.is_pass(data) and not takes_passes(study):
        problem = f"A label pass answers pairs; the units of this study are of {study.kind}."
        return Imported(errors=(RowError(0, "", problem, file),))
    units = {unit.key: unit for unit in study.units.all()}
    told = [each for each in reading.content if each.unit in units]
    try:
        by_rater = _checked(KINDS[study.kind], units, told, file)
        with transaction.atomic():
            new = sum(
                _store(study, name, rows, file=file, now=now)
                for name, rows in sorted(by_rater.items())
            )
    except _Refused as refused:
        return Imported(errors=refused.errors)
    elsewhere = len(reading.content) - len(told)
    return Imported(tuple(sorted(by_rater)), new, len(told) - new, elsewhere)


def takes_passes(study: Study) -> bool:
    """Whether a label pass, which answers pairs, fits its units."""
    return study.kind == ObjectAffordance.key


def remove(rater: Rater) -> int:
    """Delete a model with all that it said; return how many judgements that were.

    Raises NoModel for a person, who is left out or withdraws instead.
    """
    if rater.kind != Rater.Kind.MODEL:
        raise NoModel(f"{rater} is a person.")
    with transaction.atomic():
        Rater.objects.select_for_update().filter(pk=rater.pk).first()
        gone, _ = Judgement.objects.filter(rater=rater).delete()
        Change.objects.filter(rater=rater).delete()
        Rater.objects.filter(pk=rater.pk).delete()
    return gone


def _checked(
    kind: Kind, units: Mapping[str, Unit], told: Iterable[ModelAnswer], file: str
) -> dict[str, list[_Row]]:
    """The answers as a form would give them, by rater. Raises _Refused."""
    found: dict[str, list[_Row]] = defaultdict(list)
    errors: list[RowError] = []
    for each in told:
        unit = units[each.unit]
        try:
            answer = answers.check(kind, unit.snapshot, each.answer)
            found[each.rater].append(_Row(unit, answer, each))
        except BadAnswer as error:
            where = f"answer.{error.question}" if error.question else "answer"
            errors.append(RowError(each.line, where, str(error), file))
    if errors:
        raise _Refused(errors)
    return found


def _store(study: Study, name: str, rows: list[_Row], *, file: str, now: datetime) -> int:
    """Add what is new of one model; return how much. Raises _Refused."""
    rater = _model(study, name, rows[0].told.line, file)
    stored = dict(Judgement.objects.filter(rater=rater).values_list("unit_id", "answer"))
    if errors := list(_conflicts(rows, stored, file)):
        raise _Refused(errors)
    new = [row for row in rows if row.unit.pk not in stored]
    Judgement.objects.bulk_create((_judgement(rater, row, now) for row in new), batch_size=BATCH)
    rater.judged = len(stored) + len(new)
    rater.save(update_fields=["judged"])
    return len(new)


def _model(study: Study, name: str, line: int, file: str) -> Rater:
    """The model of this name, whom no other import writes to until the transaction ends."""
    if not name.isprintable():
        raise _Refused([RowError(line, "rater", "The name has an unseen character.", file)])
    Rater.objects.get_or_create(study=study, pseudonym=name, defaults={"kind": Rater.Kind.MODEL})
    rater = Rater.objects.select_for_update().get(study=study, pseudonym=name)
    if rater.kind != Rater.Kind.MODEL:
        raise _Refused([RowError(line, "rater", f"{name} is a person in this study.", file)])
    return rater


def _conflicts(rows: Iterable[_Row], stored: Mapping[int, Answer], file: str) -> Iterator[RowError]:
    for row in rows:
        before = stored.get(row.unit.pk)
        if before is not None and before != row.answer:
            problem = (
                f"{row.told.rater} says {shown(dict(row.answer))} of {row.unit.key}; "
                f"{shown(dict(before))} is stored."
            )
            yield RowError(row.told.line, "answer", problem, file)


def _judgement(rater: Rater, row: _Row, now: datetime) -> Judgement:
    return Judgement(
        unit=row.unit,
        rater=rater,
        answer=dict(row.answer),
        comment=row.told.comment,
        extra=Judgement.Extra.LEFT_OUT if rater.left_out_at else "",
        key=uuid.uuid5(uuid.NAMESPACE_OID, f"{rater.pk} {rater.joined_at} {row.unit.pk}"),
        at=_moment(row.told.at) or now,
    )


def _moment(text: str) -> datetime | None:
    """UTC where nothing else is said."""
    if not text:
        return None
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)
