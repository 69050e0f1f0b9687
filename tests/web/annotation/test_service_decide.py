"""Keep or drop, one by one or by a file; what the database itself refuses."""

import json

import pytest
from django.db import IntegrityError, transaction

from annotation import stages
from annotation.models import DraftObject
from annotation.services import decide
from annotation.services.decide import Applied
from annotation.stages import Kind
from tests import drafts, make

pytestmark = pytest.mark.django_db


def apply(draft, *rows):
    data = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    return decide.decide_by_file(draft, data, "d.jsonl")


def keeps(key, kind="object"):
    return {"kind": kind, "key": key, "keep": True}


def test_a_file_decides_all_and_twice_is_once(draft):
    drafts.thing(draft, "a", stage="collected")
    drafts.thing(draft, "b", stage="collected")
    drafts.affordance(draft, "c", stage="dropped")
    drop = {"kind": "object", "key": "b", "keep": False, "reason": "duplicate", "note": "of a"}
    rows = [keeps("a"), drop, keeps("c", "affordance")]
    assert apply(draft, *rows) == Applied(kept=2, dropped=1, changed=3)
    assert apply(draft, *rows) == Applied(kept=2, dropped=1, changed=0)
    stored = DraftObject.objects.values_list("stage", "drop_reason", "note")
    assert list(stored) == [("kept", "", ""), ("dropped", "duplicate", "of a")]


def test_a_file_with_an_error_decides_nothing(draft):
    row = drafts.thing(draft, "a", stage="collected")
    drafts.thing(drafts.draft("other-1"), "b")
    (error,) = apply(draft, keeps("a"), keeps("b")).errors
    assert str(error) == "d.jsonl:2: key: b is no object of this draft."
    row.refresh_from_db()
    assert row.stage == "collected"


def test_a_file_takes_few_queries(draft, django_assert_max_num_queries):
    for number in range(100):
        drafts.thing(draft, f"x{number}", stage="collected")
    # The known keys of two kinds, a savepoint and its release, one update.
    with django_assert_max_num_queries(5):
        apply(draft, *(keeps(f"x{number}") for number in range(100)))


@pytest.mark.parametrize("decision", [stages.UNDONE, stages.drop(Kind.OBJECT, "duplicate")])
def test_what_is_kept_no_more_waits_for_no_sheet(draft, decision):
    row = drafts.thing(draft, enrichment="waiting", due_at=make.NOW, tries=2)
    decide.decide(row, decision)
    assert (row.enrichment, row.due_at, row.tries) == ("none", None, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"stage": "dropped", "drop_reason": ""},
        {"stage": "dropped", "drop_reason": "social"},
        {"stage": "kept", "drop_reason": "duplicate"},
        {"enrichment": "drafted"},
        {"revision": 1},
        {"due_at": make.NOW},
        {"enrichment": "failed"},
        {"error": "said"},
    ],
)
def test_the_database_refuses_a_row_that_contradicts_itself(draft, wrong):
    row = drafts.thing(draft)
    with pytest.raises(IntegrityError), transaction.atomic():
        DraftObject.objects.filter(pk=row.pk).update(**wrong)


def test_the_database_refuses_half_a_definition_and_a_key_twice(draft):
    row = drafts.affordance(draft)
    with pytest.raises(IntegrityError), transaction.atomic():
        type(row).objects.filter(pk=row.pk).update(definition="It gnorbs.")
    with pytest.raises(IntegrityError), transaction.atomic():
        drafts.affordance(draft)
