"""Many workers at the same sheets on PostgreSQL: each is drafted once, whatever else happens."""

import random
from collections import Counter
from datetime import timedelta
from functools import partial

import pytest

from annotation import stages
from annotation.models import DraftObject, SheetRevision
from annotation.services import collect, decide, enrich, sheets
from annotation.services.sheets import SheetChanged
from annotation.stages import Kind
from games.candidates import Candidate
from games.llm.chat import ModelUnavailable
from tests import drafts, make
from tests.live.test_seats import at_once

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("postgres")]
THINGS = 30


def clock():
    return make.NOW


def version(number: float) -> str:
    return f"It is version {number}. {drafts.SHEET['description']}"


def waiting(number: int = THINGS):
    draft = drafts.draft()
    rows = [drafts.thing(draft, f"thing_{each}") for each in range(number)]
    enrich.ask_for(draft.pk)
    return draft, rows


def test_copies_of_each_message_at_once_draft_each_sheet_once():
    _, rows = waiting()
    model = drafts.Model(seconds=0.05)
    work = [partial(enrich.enrich, [row.pk], model, clock=clock) for row in rows] * 8
    random.Random(1).shuffle(work)
    handled = [each for answer in at_once(work) for each in answer]
    assert Counter(each.object_id for each in handled if each.drafted) == dict.fromkeys(
        (row.pk for row in rows), 1
    )
    assert len(model.asked) == THINGS
    assert SheetRevision.objects.count() == THINGS
    assert set(DraftObject.objects.values_list("enrichment", "revision", "tries")) == {
        ("drafted", 1, 1)
    }


def test_a_lease_that_ran_out_is_taken_by_one_worker_and_the_late_one_writes_nothing():
    _, (row,) = waiting(1)
    slow, quick = drafts.Model(seconds=1), drafts.Model()
    later = make.NOW + timedelta(hours=1)

    def take_over():
        # The slow worker has claimed it and waits for its model.
        while not slow.asked:
            pass
        return enrich.enrich([row.pk], quick, clock=lambda: later)

    late = partial(enrich.enrich, [row.pk], slow, clock=clock)
    (first,), *others = at_once([late, *[take_over] * 10])
    assert not first.drafted
    assert sum(each.drafted for answer in others for each in answer) == 1
    assert SheetRevision.objects.get().at == later


def test_a_server_that_is_gone_costs_each_object_one_try_however_many_messages_come():
    _, rows = waiting()
    model = drafts.Model(ModelUnavailable("no server"))
    at_once([partial(enrich.enrich, [row.pk], model, clock=clock) for row in rows] * 5)
    assert set(DraftObject.objects.values_list("enrichment", "tries")) == {("waiting", 1)}


def test_sweeps_at_once_hand_out_all_that_is_due():
    _, rows = waiting()
    handed = at_once([partial(enrich.hand_out, make.NOW)] * 10)
    assert {pk for some in handed for pk in some} == {row.pk for row in rows}
    assert enrich.hand_out(make.NOW) == []


def test_corrections_of_one_revision_at_once_leave_one_of_them():
    _, (row,) = waiting(1)

    def correct(number: int) -> bool:
        content = drafts.SHEET | {"description": version(number)}
        try:
            sheets.correct(
                DraftObject.objects.get(pk=row.pk),
                content,
                revision=0,
                by=f"person {number}",
                now=make.NOW,
            )
        except SheetChanged:
            return False
        return True

    assert sum(at_once(partial(correct, number) for number in range(20))) == 1
    assert SheetRevision.objects.count() == 1


def test_whatever_people_and_workers_do_at_once_each_sheet_is_its_last_revision():
    draft, rows = waiting(10)
    rng = random.Random(2)
    model = drafts.Model(seconds=0.01)

    def correct(row: DraftObject) -> None:
        row = DraftObject.objects.get(pk=row.pk)
        content = drafts.SHEET | {"description": version(rng.random())}
        try:
            sheets.correct(row, content, revision=row.revision, by="ana", now=make.NOW)
        except SheetChanged:
            assert DraftObject.objects.get(pk=row.pk).revision > row.revision

    moves = [
        correct,
        lambda row: enrich.enrich([row.pk], model, clock=clock),
        lambda row: enrich.ask_for(draft.pk),
        lambda row: decide.decide(row, stages.keep()),
        lambda row: decide.decide(row, stages.drop(Kind.OBJECT, "duplicate")),
        lambda row: enrich.hand_out(make.NOW),
    ]
    at_once(partial(rng.choice(moves), rng.choice(rows)) for _ in range(400))
    for row in DraftObject.objects.all():
        history = list(row.revisions.order_by("number"))
        assert [each.number for each in history] == list(range(1, row.revision + 1))
        assert sum(each.kind == "model" for each in history) <= 1
        if history:
            assert history[-1].content["description"] == row.description


def test_collecting_at_once_stores_each_candidate_once():
    draft = drafts.draft()
    found = [Candidate(f"x{n}", f"x{n}", {"list": "l", "line": str(n)}) for n in range(2_500)]
    at_once([partial(collect.collect, draft, Kind.OBJECT, found)] * 8)
    assert DraftObject.objects.count() == 2_500
