"""A rater's order of a study's units, and how far they are, as a process keeps it."""

from array import array

import pytest

from annotation import orders
from annotation.models import Judgement, Study, Unit
from annotation.services import judging, seats
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db


def keys(study, rater):
    names = dict(study.units.values_list("pk", "key"))
    return [names[unit] for unit in orders.walk_of(rater).units]


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
    got = [blocks[unit] for unit in orders.walk_of(studies.rater(study)).units]
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
    orders.walk_of(ana)
    with django_assert_num_queries(0):
        orders.walk_of(ana)


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
    order = list(orders.walk_of(ana).units)
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
    _, following = judging.judge_and_next(
        ana, held, studies.shown(ana, held, studies.said()), now=NOW
    )
    assert following.unit_id == walk.units[41]


def test_at_the_end_what_is_left_behind_comes_in_order():
    study = studies.study(units=30)
    ana = studies.rater(study)
    order = list(orders.walk_of(ana).units)
    for unit in Unit.objects.filter(pk__in=order[2:]):
        studies.judged(unit, ana)
    orders.walk_of(ana).go_on_after(order[-1])
    got = []
    while (seat := seats.hand_out(ana, now=NOW)) is not None:
        said = studies.shown(ana, seat.unit, studies.said())
        judging.judge(ana, seat.unit, said, now=NOW)
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


def test_a_players_question_is_read_anew_each_time():
    ana = studies.rater(studies.study(locked_at=NOW, kind="oracle_answer"))
    unit = seats.hand_out(ana, now=NOW).unit
    assert orders.held_unit(ana, unit.pk) is None


def test_a_unit_that_can_still_change_is_not_kept():
    ana = studies.rater(studies.study())
    assert orders.held_unit(ana, seats.hand_out(ana, now=NOW).unit_id) is None


def test_units_that_a_kept_order_lacks_make_it_anew():
    study = studies.study(units=1)
    ana = studies.rater(study)
    judged_unit = seats.hand_out(ana, now=NOW).unit
    judging.judge(ana, judged_unit, studies.shown(ana, judged_unit, studies.said()), now=NOW)
    orders.walk_of(ana).settled = True
    add(study, "late")
    assert seats.hand_out(ana, now=NOW).unit.key == "late"


def test_an_order_that_lacks_all_that_is_left_ends_the_search(monkeypatch):
    ana = studies.rater(studies.study(units=1))
    monkeypatch.setattr(orders, "walk_of", lambda rater: orders.Walk(array("q"), ()))
    assert seats.hand_out(ana, now=NOW) is None


def test_settings_that_change_while_the_first_judgement_comes_in_make_another_order():
    study = studies.study(units=20, policy="shuffled")
    ana = studies.rater(study)
    unit = seats.hand_out(ana, now=NOW).unit
    Study.objects.update(policy="as_given")
    judging.judge_and_next(ana, unit, studies.shown(ana, unit, studies.said()), now=NOW)
    assert list(orders.walk_of(fresh(ana)).units) == studies.order(study)


def test_the_kept_unit_is_the_one_that_was_asked_for_while_the_next_is_handed_out():
    first, second = Unit(pk=1), Unit(pk=2)

    class Moving(orders.Walk):
        """Another request hands out the next unit once this one has looked at the first."""

        looked_at = 0

        def __getattribute__(self, name):
            if name != "held":
                return super().__getattribute__(name)
            self.looked_at += 1
            return first if self.looked_at == 1 else second

    ana = studies.rater(studies.study(locked_at=NOW))
    orders._walks[ana.pk] = Moving(array("q", [1, 2]), (), settled=True)
    assert orders.held_unit(ana, 1) == first
