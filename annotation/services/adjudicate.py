"""An adjudicator decides a unit, another looks a second time, a decision is taken back.

A decision is on the unit, for its answers must go together: it fixes the questions that were open
or that it answers otherwise than counted, and all of them where it answers none otherwise.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from annotation.counted import PEOPLE, judgements_of
from annotation.kinds import answers
from annotation.kinds.base import Answer
from annotation.kinds.consolidation import Outcome, consolidate_unit
from annotation.kinds.registry import KINDS
from annotation.models import Change, Consensus, Unit
from annotation.services.consensus import as_history, counted_row, put
from games.formats.fields import UNSTORABLE
from games.formats.lines import Json

LONGEST_REASON = 2000


class BadReason(ValueError):
    """A reason or note that is missing, too long or cannot be kept; the message says which."""


class DecisionRefused(Exception):
    """Nothing was changed, as the unit stands."""


class UnitChanged(DecisionRefused):
    """The unit does not stand any more as the form showed it."""


class NothingDecided(DecisionRefused):
    """There is no decision to look at."""


class OwnDecision(DecisionRefused):
    """A second look is somebody else's."""


@dataclass(frozen=True)
class Standing:
    """rows: question -> what is stored. outcomes: question -> what the judgements give now."""

    rows: dict[str, Consensus]
    outcomes: dict[str, Outcome]

    @property
    def adjudicated(self) -> list[Consensus]:
        rows = self.rows.values()
        return [row for row in rows if row.source == Consensus.Source.ADJUDICATED]

    @property
    def values(self) -> dict[str, Json]:
        """What stands for each question: the decision, else what is counted."""
        decided = {row.question: row.value for row in self.adjudicated}
        return {name: decided.get(name, each.value) for name, each in self.outcomes.items()}

    @property
    def seen(self) -> str:
        """A mark that is another once anything of this has changed."""
        decided = [
            [row.question, row.value, row.reason, str(row.decided_at), str(row.second_at)]
            for row in self.adjudicated
        ]
        counted = [[name, each.votes, each.answered] for name, each in self.outcomes.items()]
        told = json.dumps([decided, counted], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Look:
    """What was said of a decision by who looked a second time. A disagreement has a note."""

    agrees: bool
    note: str


@dataclass(frozen=True)
class NewDecision:
    value: Json
    reason: str
    by: User
    at: datetime


def standing_of(unit: Unit) -> Standing:
    given = judgements_of(unit.study, kinds=PEOPLE).filter(unit=unit).select_related(None)
    outcomes = consolidate_unit(
        KINDS[unit.study.kind], unit.snapshot, list(given.values_list("answer", flat=True))
    )
    rows = Consensus.objects.filter(unit=unit).order_by("pk")
    return Standing({row.question: row for row in rows}, outcomes)


def decide(
    unit: Unit, answer: Answer, reason: str, by: User, *, now: datetime, seen: str
) -> Standing:
    """Store a decision; return how the unit stands. The same decision twice is one.

    answer: to all questions of the unit, as a rater's would be.
    seen: `Standing.seen` of what the form was made from.
    Raises BadAnswer, BadReason, and UnitChanged where the unit was changed meanwhile.
    """
    answers.check(KINDS[unit.study.kind], unit.snapshot, answer)
    reason = _checked("reason", reason, needed=True)
    with _held(unit) as standing:
        values = {name: answer.get(name, "") for name in standing.outcomes}
        if _decided_so(standing, values, reason, by):
            return standing
        _require(standing, seen)
        for name in _meant(standing, values):
            _store(unit, standing, name, NewDecision(values[name], reason, by, now))
    return standing_of(unit)


def second_look(unit: Unit, look: Look, by: User, *, now: datetime, seen: str) -> Standing:
    """Say whether others' decision on the unit holds; with a disagreement it is disputed.

    Raises BadReason, NothingDecided, OwnDecision and UnitChanged.
    """
    note = _checked("note", look.note, needed=not look.agrees)
    with _held(unit) as standing:
        if _looked_so(standing, look.agrees, note, by):
            return standing
        _require(standing, seen)
        for row in _to_look_at(standing, by):
            old = as_history(row)
            row.second_by, row.second_at = by, now
            row.second_agrees, row.second_note = look.agrees, note
            row.save()
            _remember(row, old, by, now)
    return standing_of(unit)


def undecide(unit: Unit, by: User, *, now: datetime, seen: str) -> Standing:
    """Take the unit's decision back: what is counted stands again. Raises UnitChanged."""
    with _held(unit) as standing:
        if not standing.adjudicated:
            return standing
        _require(standing, seen)
        for row in standing.adjudicated:
            counted = counted_row((unit.pk, row.question), standing.outcomes[row.question], now)
            _remember(counted, as_history(row), by, now)
            row.delete()
            if counted.answered or counted.value is not None:
                counted.save()
    return standing_of(unit)


@contextmanager
def _held(unit: Unit) -> Iterator[Standing]:
    """How the unit stands, which no other adjudicator changes until the block ends."""
    with transaction.atomic():
        Unit.objects.select_for_update(no_key=True).get(pk=unit.pk)
        list(Consensus.objects.select_for_update().filter(unit=unit).order_by("pk"))
        yield standing_of(unit)


def _require(standing: Standing, seen: str) -> None:
    if standing.seen != seen:
        raise UnitChanged


def _checked(name: str, text: str, *, needed: bool) -> str:
    text = text.replace("\r\n", "\n").strip()
    if needed and not text:
        raise BadReason(f"A {name} is needed.")
    if len(text) > LONGEST_REASON:
        raise BadReason(f"The {name} has {len(text)} characters; {LONGEST_REASON} at most.")
    if found := UNSTORABLE.search(text):
        raise BadReason(f"The {name} has a character that cannot be kept: U+{ord(found[0]):04X}.")
    return text


def _decided_so(standing: Standing, values: dict[str, Json], reason: str, by: User) -> bool:
    """Whether this very decision is what stands: its form was sent twice."""
    mine = {(row.reason, row.decided_by_id, row.second_at) for row in standing.adjudicated}
    return (reason, by.pk, None) in mine and standing.values == values


def _looked_so(standing: Standing, agrees: bool, note: str, by: User) -> bool:
    mine = {(row.second_agrees, row.second_note, row.second_by_id) for row in standing.adjudicated}
    return (agrees, note, by.pk) in mine


def _meant(standing: Standing, values: dict[str, Json]) -> list[str]:
    """The questions that a decision is about."""
    disputed = {row.question for row in standing.adjudicated if row.second_agrees is False}
    stands = standing.values
    meant = [name for name in values if name in disputed or values[name] != stands[name]]
    return meant or list(values)


def _store(unit: Unit, standing: Standing, name: str, decided: NewDecision) -> None:
    outcome = standing.outcomes[name]
    before = standing.rows.get(name) or counted_row((unit.pk, name), outcome, decided.at)
    row = counted_row((unit.pk, name), outcome, before.counted_at)
    row.value, row.source = decided.value, Consensus.Source.ADJUDICATED
    row.reason, row.decided_by, row.decided_at = decided.reason, decided.by, decided.at
    put([row])  # a count may have stored one meanwhile
    _remember(row, as_history(before), decided.by, decided.at)


def _to_look_at(standing: Standing, by: User) -> list[Consensus]:
    """Decisions of others that nobody has looked at."""
    fresh = [row for row in standing.adjudicated if row.second_at is None]
    if not fresh:
        raise NothingDecided
    others = [row for row in fresh if row.decided_by_id != by.pk]
    if not others:
        raise OwnDecision
    return others


def _remember(row: Consensus, old: dict[str, Json], by: User, now: datetime) -> None:
    Change.objects.create(
        unit_id=row.unit_id, question=row.question, by=by, old=old, new=as_history(row), at=now
    )
