"""Adjudicators and counts at once on PostgreSQL: one decision stands, the others are told."""

from functools import partial

import pytest
from django.contrib.auth.models import User

from annotation.models import Change, Consensus
from annotation.services import adjudicate, consensus
from annotation.services.adjudicate import Conflict, Look
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
    except Conflict:
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
        except Conflict:
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
