"""An induction that is paused while a worker is at it."""

from contextlib import nullcontext

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
