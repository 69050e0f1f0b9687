"""64 raters at once on PostgreSQL: exactly as many judgements a unit as it has seats."""

import contextlib
import random
from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.db.models import Count

from annotation.models import Judgement, Seat
from annotation.services import seats
from annotation.services.seats import Conflict
from tests import studies
from tests.live.test_seats import at_once
from tests.studies import NOW

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("postgres")]
RATERS, UNITS, OVERLAP = 64, 500, 3


def work(rater, order, *, now=NOW, abandon=0.0):
    """Judge until nothing is left; leave some of what is handed out for an hour."""
    mine, rng = order[:], random.Random(rater.pk)
    rng.shuffle(mine)
    while (seat := seats.hand_out(rater, mine, now=now)) is not None:
        if rng.random() < abandon:
            now += timedelta(hours=1)
            continue
        with contextlib.suppress(Conflict):  # another session of this rater was first
            seats.judge(rater, seat.unit, studies.said(rng.choice("ab")), now=now)


def counted():
    """How many units have how many judgements in seats."""
    rows = Judgement.objects.exclude(seat=None).values("unit").annotate(n=Count("pk"))
    return Counter(row["n"] for row in rows)


def study_of(units=60):
    return studies.study(units=units, seats_a_unit=OVERLAP)


@pytest.mark.parametrize(
    ("units", "abandon"), [(UNITS, 0.0), (100, 0.05)], ids=["steady", "time-outs"]
)
def test_a_crowd_fills_every_seat_once(units, abandon):
    study = study_of(units)
    order = studies.order(study)
    raters = [studies.rater(study, f"r{n}") for n in range(RATERS)]
    at_once(partial(work, rater, order, abandon=abandon) for rater in raters)
    assert counted() == {OVERLAP: units}
    assert not Seat.objects.filter(judged_at=None).exists()


def test_two_sessions_of_each_rater_judge_each_unit_once():
    study = study_of()
    order = studies.order(study)
    raters = [studies.rater(study, f"r{n}") for n in range(8)]
    at_once(partial(work, rater, order) for rater in raters for _ in range(2))
    assert counted() == {OVERLAP: 60}
    twice = Judgement.objects.values("unit", "rater").annotate(n=Count("pk")).filter(n__gt=1)
    assert not twice.exists()


def test_posts_to_a_finished_unit_fill_no_seat():
    study = study_of()
    order = studies.order(study)
    for name in "abc":
        work(studies.rater(study, name), order)
    late = [studies.rater(study, f"late{n}") for n in range(20)]
    unit = study.units.first()
    at_once(partial(seats.judge, rater, unit, studies.said(), now=NOW) for rater in late)
    assert counted() == {OVERLAP: 60}
    assert Judgement.objects.filter(seat=None).count() == len(late)
