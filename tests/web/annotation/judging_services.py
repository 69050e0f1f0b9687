"""Judging at the services, in forms that show a unit or were made for none."""

import uuid
from datetime import timedelta

from annotation.models import Judgement, Seat
from annotation.services import judging, seats
from annotation.services.judging import Said
from tests import studies
from tests.studies import NOW

LATER = NOW + timedelta(hours=1)


def hand_out(rater, now=NOW):
    return seats.hand_out(rater, now=now).unit


def say(label="yes", *, key=None, **more):
    return Said({"label": label}, key or uuid.uuid4(), **more)


def skip(reason="unclear", **more):
    return Said({}, uuid.uuid4(), skip_reason=reason, **more)


def judge(rater, unit, said, now=NOW):
    """Judge in a form that shows the unit."""
    return judging.judge(rater, unit, studies.shown(rater, unit, said), now=now)


def judge_and_next(rater, unit, said, now=NOW):
    return judging.judge_and_next(rater, unit, studies.shown(rater, unit, said), now=now)


def judge_unseen(rater, unit, said, now=NOW):
    """Judge in a form that was made for nothing."""
    return judging.judge(rater, unit, said, now=now)


def stored():
    return Judgement.objects.get()


def taken():
    return Seat.objects.exclude(judged_at=None).count()


def lose(rater, unit):
    """Let another rater take the seat after its time, and every other seat of the unit."""
    Seat.objects.filter(unit=unit, rater=None).delete()
    other = studies.rater(rater.study, "other")
    Seat.objects.filter(unit=unit).update(rater=other, judged_at=LATER)
