"""Adjudicators and counts at once on PostgreSQL: one decision stands, the others are told."""

import time
from functools import partial
from threading import Event

import pytest
from django.contrib.auth.models import User

from annotation.models import Change, Consensus, Judgement, Publication, Rater, Seat, Study
from annotation.services import (
    adjudicate,
    adjudicators,
    consensus,
    judging,
    leaving,
    publish,
    seats,
)
from annotation.services.adjudicate import Look, UnitChanged
from annotation.services.publish import PublishRefused
from annotation.services.seats import Closed
from games.snapshots import Overtaken, one_state
from tests import studies
from tests.live.test_seats import at_once
from tests.studies import NOW

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("postgres")]
UNITS, ADJUDICATORS = 20, 8


def tied():
    """A study whose units were judged yes and no, and its units."""
    study = studies.study(units=UNITS)
    for name, label in (("a", "yes"), ("b", "no")):
        rater = studies.rater(study, name)
        for unit in study.units.all():
            studies.judged(unit, rater, label)
    return study, list(study.units.select_related("study"))


def people():
    names = [f"adjudicator{n}" for n in range(ADJUDICATORS)]
    return User.objects.bulk_create(User(username=name, is_staff=True) for name in names)


def decide(unit, by, seen):
    try:
        reason = f"says {by.username}"
        label = "yes" if by.pk % 2 else "no"
        adjudicate.decide(unit, {"label": label}, reason, by, now=NOW, seen=seen)
    except UnitChanged:
        return False
    return True


@pytest.mark.parametrize("counted_before", [True, False])
def test_of_eight_decisions_at_once_one_stands_and_seven_are_conflicts(counted_before):
    study, units = tied()
    if counted_before:
        consensus.count(study, now=NOW)
    seen = {unit.pk: adjudicate.standing_of(unit).seen for unit in units}
    adjudicators = people()
    stored = at_once(
        partial(decide, unit, by, seen[unit.pk]) for unit in units for by in adjudicators
    )
    assert (sum(stored), len(stored)) == (UNITS, UNITS * ADJUDICATORS)
    assert Change.objects.count() == UNITS
    for row in Consensus.objects.select_related("decided_by"):
        assert row.reason == f"says {row.decided_by.username}"
        assert row.value == ("yes" if row.decided_by_id % 2 else "no")


def test_counting_meanwhile_neither_loses_nor_overwrites_a_decision():
    study, units = tied()
    by = people()[0]
    seen = {unit.pk: adjudicate.standing_of(unit).seen for unit in units}
    calls = [partial(decide, unit, by, seen[unit.pk]) for unit in units]
    counts = [partial(consensus.count, study, now=NOW) for _ in range(5)]
    at_once([*counts[:2], *calls, *counts[2:]])
    assert Consensus.objects.filter(source="adjudicated", decided_by=by).count() == UNITS
    assert Consensus.objects.count() == UNITS


def test_a_second_look_and_another_decision_at_once_leave_one_of_them_told():
    study, units = tied()
    first, second, third = people()[:3]
    for unit in units:
        decide(unit, first, adjudicate.standing_of(unit).seen)
    seen = {unit.pk: adjudicate.standing_of(unit).seen for unit in units}

    def look(unit):
        try:
            agreed = Look(True, "")
            adjudicate.second_look(unit, agreed, second, now=NOW, seen=seen[unit.pk])
        except UnitChanged:
            return False
        return True

    stored = at_once(
        call
        for unit in units
        for call in (partial(look, unit), partial(decide, unit, third, seen[unit.pk]))
    )
    assert sum(stored) == UNITS
    agreed = Consensus.objects.filter(decided_by=first, second_by=second).count()
    decided = Consensus.objects.filter(decided_by=third, second_by=None).count()
    assert agreed + decided == UNITS


def test_who_is_named_adjudicator_while_judging_says_nothing_more():
    """What a rater has stored once the naming is over is all that they ever store."""
    study = studies.study(units=60, seats_a_unit=8)
    raters = [studies.rater(study, f"r{n}") for n in range(8)]

    def work(rater):
        mine = Rater.objects.select_related("study").get(pk=rater.pk)
        try:
            seat = seats.hand_out(mine, now=NOW)
            while seat is not None:
                said = studies.shown(mine, seat.unit, studies.said())
                _, seat = judging.judge_and_next(mine, seat.unit, said, now=NOW)
        except Closed:
            pass

    def name(rater):
        while not Judgement.objects.filter(rater=rater).exists():
            pass
        adjudicators.name_adjudicator(rater, adjudicates=True, now=NOW)
        return rater.pk, Judgement.objects.filter(rater=rater).count()

    calls = [call for rater in raters for call in (partial(work, rater), partial(name, rater))]
    named = [each for each in at_once(calls) if each is not None]
    for rater_id, stored in named:
        assert Judgement.objects.filter(rater=rater_id).count() == stored
    assert len(named) == 8
    assert not Seat.objects.filter(rater__in=raters, judged_at=None).exists()


def test_no_vote_of_who_withdraws_is_stored_by_a_count_that_began_before(monkeypatch):
    study, _ = tied()
    ana = study.raters.get(pseudonym="a")
    read, has_read = consensus._outcomes, Event()

    def read_slowly(*which):
        found = read(*which)
        has_read.set()
        time.sleep(0.5)
        return found

    def withdraw():
        has_read.wait()
        leaving.withdraw(ana, now=NOW)

    monkeypatch.setattr(consensus, "_outcomes", read_slowly)
    at_once([partial(consensus.count, study, now=NOW), withdraw])
    assert [row.votes for row in Consensus.objects.all()] == [{"no": 1}] * UNITS


def test_what_is_decided_while_it_is_published_is_not_taken_for_what_was_read(monkeypatch):
    """The publication has read the old count of a unit, which does not stand any more; to see the
    decision only when it asks what is counted would be to publish the old one."""
    study, units = tied()
    consensus.count(study, now=NOW)
    by = people()[0]
    for unit in units[1:]:
        decide(unit, by, adjudicate.standing_of(unit).seen)
    studies.judged(units[0], studies.rater(study, "c"), "yes")
    read = publish.settled_units

    def read_and_decided(of):
        found = read(of)
        seen = adjudicate.standing_of(units[0]).seen
        assert at_once([partial(decide, units[0], by, seen)]) == [True]
        return found

    monkeypatch.setattr(publish, "settled_units", read_and_decided)
    with pytest.raises(PublishRefused, match="1 unit would be counted otherwise now"):
        publish.publish(study, by=None, now=NOW, leave_open=True)
    assert not Publication.objects.exists()
    monkeypatch.undo()
    assert publish.publish(study, by=None, now=NOW).number == 1


def test_who_locks_what_was_changed_since_is_told():
    study = studies.study()

    def close():
        studies.become("closed", study)

    with pytest.raises(Overtaken), one_state():
        Study.objects.get(pk=study.pk)
        at_once([close])
        Study.objects.select_for_update().get(pk=study.pk)
