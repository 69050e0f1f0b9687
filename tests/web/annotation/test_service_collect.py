"""Candidates into a draft, once each."""

import pytest

from annotation.models import DraftAffordance, DraftObject
from annotation.services import collect
from annotation.services.collect import Collected
from annotation.stages import Kind
from games.candidates import Candidate, SameKey
from tests import drafts

pytestmark = pytest.mark.django_db


def some(*keys):
    return [Candidate(key, key, {"list": "x", "line": "1"}) for key in keys]


def test_a_second_run_changes_nothing(draft):
    assert collect.collect(draft, Kind.OBJECT, some("a", "b")) == Collected(2, 2)
    before = list(DraftObject.objects.values())
    there = (SameKey("a", "a", "a"), SameKey("b", "b", "b"))
    assert collect.collect(draft, Kind.OBJECT, some("a", "b")) == Collected(2, 0, there)
    assert list(DraftObject.objects.values()) == before


def test_what_is_there_stays_as_it_is(draft):
    row = drafts.thing(draft, "a", stage="dropped", note="mine")
    collect.collect(draft, Kind.OBJECT, some("a", "b"))
    row.refresh_from_db()
    assert (row.stage, row.note, row.origin) == ("dropped", "mine", drafts.OWN)
    assert DraftObject.objects.get(key="b").stage == "collected"


def test_objects_and_affordances_and_drafts_do_not_mix(draft):
    other = drafts.draft("other-1")
    collect.collect(draft, Kind.AFFORDANCE, some("a"))
    collect.collect(other, Kind.AFFORDANCE, some("a"))
    assert (DraftAffordance.objects.count(), DraftObject.objects.count()) == (2, 0)


def test_a_run_that_stopped_goes_on(draft, monkeypatch):
    monkeypatch.setattr(collect, "CHUNK", 2)
    told: list[Collected] = []

    def broken_at_five():
        yield from some("a", "b", "c", "d", "e")
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        collect.collect(draft, Kind.OBJECT, broken_at_five(), progress=told.append)
    assert told == [Collected(2, 2), Collected(4, 4)]
    done = collect.collect(draft, Kind.OBJECT, some(*"abcdef"))
    assert (done.read, done.added) == (6, 2)
    assert [each.key for each in done.there] == [*"abcd"]


def test_a_chunk_takes_two_statements(draft, django_assert_max_num_queries):
    # What is there, and the insert in its savepoint.
    with django_assert_max_num_queries(4):
        collect.collect(draft, Kind.OBJECT, some(*(f"x{n}" for n in range(40))))
