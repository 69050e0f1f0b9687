"""An induction that is held, or paused, while its model is asked."""

import asyncio
from contextlib import nullcontext
from datetime import timedelta
from itertools import count

import pytest

from evaluation.models import InductionCall
from evaluation.services import inducing as service
from evaluation.services import inductions
from tests import inducing, make
from tests.inducing import GoodModel, created, worked

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("goes_on", [False, True])
def test_one_paused_in_the_middle_is_free_at_once_to_be_let_go_on(goes_on):
    row, model = created(inducing.spec(affordances={"list": ["fold flat"]})), GoodModel()

    def clock():
        if len(model.calls) == 1:
            inductions.pause(row.pk)
            if goes_on:
                inductions.resume(row.pk)
        return make.NOW

    house = service.House(clock, 60.0, lambda _: nullcontext(model))
    assert service.work(row.pk, house) is goes_on
    row.refresh_from_db()
    assert (row.lease_until, InductionCall.objects.count()) == (None, 1)
    inductions.resume(row.pk)
    assert worked(row, model).status == "complete"


class SlowModel(GoodModel):
    asked_at_all = False

    async def generate(self, messages, options):
        self.asked_at_all = True
        await asyncio.sleep(0.1)
        return await super().generate(messages, options)


def at_a_slow_model(row, clock, model):
    house = service.House(clock, 60.0, lambda _: nullcontext(model), beat_seconds=0.01)
    service.work(row.pk, house)
    row.refresh_from_db()


def test_while_its_model_is_asked_it_is_held_for_a_minute_from_each_beat_on(monkeypatch):
    row = created(inducing.spec(affordances={"list": ["fold flat"]}))
    leases, renew = [], service._Work._renew

    def noted(work, *given, **fields):
        renew(work, *given, **fields)
        leases.append((work._row.lease_until - make.NOW).total_seconds())

    monkeypatch.setattr(service._Work, "_renew", noted)
    ticks = count()
    model = SlowModel()
    at_a_slow_model(row, lambda: make.NOW + timedelta(seconds=next(ticks) / 1000), model)
    calls = InductionCall.objects.count()
    assert row.status == "complete" and len(leases) > 3 * calls
    assert all(lease < 61 for lease in leases[-10:])


def test_a_reply_that_comes_after_it_was_paused_is_stored():
    row = created(inducing.spec(affordances={"list": ["fold flat"]}))
    model = SlowModel()

    def clock():
        # Its first beat, while the first call is under way.
        if model.asked_at_all and not InductionCall.objects.exists():
            inductions.pause(row.pk)
        return make.NOW

    at_a_slow_model(row, clock, model)
    assert (row.status, InductionCall.objects.count()) == ("paused", 1)
