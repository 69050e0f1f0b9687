"""A rater's order of a study's units, and how far they are, as a process keeps it."""

import pytest

from annotation import orders
from annotation.models import Judgement, Study, Unit
from annotation.services import judging, seats
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db


def keys(study, rater):
    names = dict(study.units.values_list("pk", "key"))
    return [names[unit] for unit in orders.order_of(rater)]


def add(study, key, **fields):
    seats.add_units(study, [Unit(study=study, key=key, snapshot={}, **fields)])


def fresh(rater):
    """The rater as the next request reads it."""
    return type(rater).objects.select_related("study").get(pk=rater.pk)


def test_training_comes_first_and_gold_after_every_few_others():
    study = studies.study(units=4, policy="as_given", gold_every=2)
    add(study, "g1", gold={"label": "yes"})
    add(study, "t", gold={"label": "no"}, training=True)
    assert keys(study, studies.rater(study)) == ["t", "u0", "u1", "g1", "u2", "u3"]


def test_the_policy_and_the_seed_of_the_study_and_the_pseudonym_make_the_order():
    study = studies.study(units=20, policy="shuffled")
    ana = studies.rater(study, "ana")
    first = keys(study, ana)
    assert sorted(first) == sorted(study.units.values_list("key", flat=True))
    assert first != keys(study, studies.rater(study, "ben"))
    Study.objects.update(seed=2)
    assert keys(study, fresh(ana)) != first


def test_units_of_a_block_stand_together():
    study = studies.study(units=20)
    blocks = dict(study.units.values_list("pk", "block"))
    got = [blocks[unit] for unit in orders.order_of(studies.rater(study))]
    assert all(got[at] == got[at + 1] for at in range(0, 20, 2))


def test_units_that_are_added_before_the_lock_are_seen():
    study = studies.study(units=2, policy="as_given")
    ana = studies.rater(study)
    assert keys(study, ana) == ["u0", "u1"]
    add(study, "u2")
    assert keys(study, ana) == ["u0", "u1", "u2"]


def test_an_order_kept_from_before_the_lock_is_looked_at_once_more():
    study = studies.study(units=1)
    ana = studies.rater(study)
    assert keys(study, ana) == ["u0"]
    add(study, "late")
    Study.objects.update(locked_at=NOW)
    assert sorted(keys(study, fresh(ana))) == ["late", "u0"]


def test_the_order_in_a_locked_study_takes_no_query(django_assert_num_queries):
    ana = studies.rater(studies.study(locked_at=NOW))
    orders.order_of(ana)
    with django_assert_num_queries(0):
        orders.order_of(ana)


def test_only_some_orders_are_kept(monkeypatch):
    monkeypatch.setattr(orders, "KEPT", 2)
    study = studies.study(locked_at=NOW)
    ana, ben, cai = (studies.rater(study, name) for name in ("ana", "ben", "cai"))
    walks = {who.pk: orders.walk_of(who) for who in (ana, ben, cai)}
    assert orders.walk_of(cai) is walks[cai.pk]
    assert orders.walk_of(ana) is not walks[ana.pk]


def test_another_process_goes_on_behind_what_was_judged_last():
    study = studies.study(units=40)
    ana = studies.rater(study)
    order = list(orders.order_of(ana))
    studies.judged(Unit.objects.get(pk=order[20]), ana)
    orders.forget()
    assert seats.hand_out(ana, now=NOW).unit_id == order[21]


def test_a_process_that_was_left_behind_catches_up_with_the_judged_unit():
    study = studies.study(units=60)
    ana = studies.rater(study)
    walk = orders.walk_of(ana)
    seat = seats.hand_out(ana, now=NOW)
    walk.go_on_after(walk.units[40])
    held = Unit.objects.get(pk=walk.units[40])
    seats.release(ana)
    held.seats.filter(number=1).update(rater=ana, reserved_until=NOW)
    walk.at, walk.last = 1, seat.unit_id
    _, following = judging.judge_and_next(ana, held, studies.said(), now=NOW)
    assert following.unit_id == walk.units[41]


def test_at_the_end_what_is_left_behind_comes_in_order():
    study = studies.study(units=30)
    ana = studies.rater(study)
    order = list(orders.order_of(ana))
    for unit in Unit.objects.filter(pk__in=order[2:]):
        studies.judged(unit, ana)
    orders.walk_of(ana).go_on_after(order[-1])
    got = []
    while (seat := seats.hand_out(ana, now=NOW)) is not None:
        judging.judge(ana, seat.unit, studies.said(), now=NOW)
        got.append(seat.unit_id)
    assert (got, Judgement.objects.filter(rater=ana).count()) == (order[:2], 30)


def test_the_unit_that_was_handed_out_is_kept_once_the_study_is_locked(django_assert_num_queries):
    study = studies.study(locked_at=NOW)
    ana, ben = studies.rater(study, "ana"), studies.rater(study, "ben")
    unit = seats.hand_out(ana, now=NOW).unit
    with django_assert_num_queries(0):
        assert orders.held_unit(ana, unit.pk).snapshot == unit.snapshot
        assert orders.held_unit(ana, unit.pk) is not orders.held_unit(ana, unit.pk)
        assert orders.held_unit(ana, unit.pk + 1) is orders.held_unit(ben, unit.pk) is None


def test_a_unit_that_can_still_change_is_not_kept():
    ana = studies.rater(studies.study())
    assert orders.held_unit(ana, seats.hand_out(ana, now=NOW).unit_id) is None
