"""An adjudicator's decision, a second look, and what is taken back."""

import pytest
from django.db import IntegrityError, transaction

from annotation.kinds.base import BadAnswer
from annotation.models import Change, Consensus
from annotation.services import adjudicate
from annotation.services.adjudicate import BadReason, Look, NothingDecided, OwnDecision, UnitChanged
from tests import studies
from tests.adjudicated import LATER, count, decide, look, of_kind, person, row, said, undecide, unit
from tests.studies import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    return studies.study()


# decide


def test_a_decision_has_its_value_reason_author_and_history(study):
    said(study, u0="yn-")
    count(study)
    decide(study, "yes", "  it floats\r\nwith ease ")
    found = row(study)
    assert (found.value, found.source, found.open) == ("yes", "adjudicated", ["no", "yes"])
    assert (found.reason, found.decided_by) == ("it floats\nwith ease", person())
    (change,) = Change.objects.all()
    assert (change.old["value"], change.new["value"], change.by) == (None, "yes", person())
    assert (change.rater, change.question, change.at) == (None, "label", NOW)


def test_a_unit_that_was_never_counted_or_answered_can_be_decided(study):
    decide(study, "no", key="u2")
    assert (row(study, "u2").value, row(study, "u2").answered) == ("no", 0)


def test_the_same_decision_twice_is_one(study):
    said(study, u0="yn-")
    seen = adjudicate.standing_of(unit(study)).seen
    decide(study, "yes", seen=seen)
    decide(study, "yes", seen=seen, now=LATER)
    assert (row(study).decided_at, Change.objects.count()) == (NOW, 1)


def test_a_decision_on_what_somebody_else_decided_meanwhile_is_a_conflict(study):
    said(study, u0="yn-")
    seen = adjudicate.standing_of(unit(study)).seen
    decide(study, "yes", seen=seen)
    with pytest.raises(UnitChanged):
        decide(study, "no", by="other", seen=seen)
    assert (row(study).value, row(study).decided_by) == ("yes", person())


def test_a_judgement_that_came_in_meanwhile_is_a_conflict(study):
    said(study, u0="yn-")
    seen = adjudicate.standing_of(unit(study)).seen
    said(study, u0="--n")
    with pytest.raises(UnitChanged):
        decide(study, "yes", seen=seen)
    assert not Consensus.objects.exists()


def test_what_was_counted_can_be_confirmed(study):
    said(study, u0="yyn")
    count(study)
    decide(study, "yes")
    assert (row(study).value, row(study).source) == ("yes", "adjudicated")


@pytest.mark.parametrize(
    ("reason", "problem"),
    [
        (" \n", "A reason is needed."),
        ("x" * 2001, "The reason has 2001 characters; 2000 at most."),
        ("a\x00b", r"The reason has a character that cannot be kept: U\+0000."),
    ],
)
def test_a_decision_needs_a_reason_that_can_be_kept(study, reason, problem):
    with pytest.raises(BadReason, match=problem):
        decide(study, "yes", reason)
    assert not Consensus.objects.exists()


def test_a_reason_of_the_greatest_length_is_taken(study):
    decide(study, "yes", "x" * 2000)
    assert len(row(study).reason) == 2000


@pytest.mark.parametrize("label", ["perhaps", "", None])
def test_a_decision_is_held_to_the_form_of_the_question(study, label):
    with pytest.raises(BadAnswer):
        decide(study, label)
    assert not Consensus.objects.exists()


def test_of_several_questions_those_are_decided_that_were_open_or_are_answered_otherwise():
    study = of_kind("object_filter")
    agreed = {"discrete": "yes", "hidden_mechanism": "no"}
    for name, hidden in (("a", "yes"), ("b", "no")):
        given = {"discrete": "yes", "hidden_mechanism": hidden}
        studies.judged(unit(study), studies.rater(study, name), answer=given)
    count(study)
    seen = adjudicate.standing_of(unit(study)).seen
    adjudicate.decide(unit(study), agreed, "seen", person(), now=NOW, seen=seen)
    sources = dict(Consensus.objects.values_list("question", "source"))
    assert sources == {"discrete": "counted", "hidden_mechanism": "adjudicated"}


def test_a_text_that_the_decision_leaves_out_is_decided_as_none():
    study = of_kind("affordance_definition")
    change = {"verdict": "change", "definition": "d", "conditions": "c"}
    snapshot = {"affordance": "roll", "definition": "It rolls.", "conditions": ""}
    study.units.update(snapshot=snapshot)
    studies.judged(unit(study), studies.rater(study, "a"), answer=change)
    seen = adjudicate.standing_of(unit(study)).seen
    adjudicate.decide(unit(study), {"verdict": "keep"}, "ok", person(), now=NOW, seen=seen)
    values = dict(Consensus.objects.values_list("question", "value"))
    assert values == {"verdict": "keep", "definition": "", "conditions": ""}
    assert adjudicate.standing_of(unit(study)).values == {**values, "reason": ""}


# second_look


def test_somebody_else_agrees_with_a_decision(study):
    decide(study, "yes")
    look(study, agrees=True)
    found = row(study)
    assert (found.second_by, found.second_agrees) == (person("second"), True)
    assert Change.objects.last().new["second_agrees"] is True


def test_a_second_look_is_not_the_deciders_own(study):
    decide(study, "yes")
    with pytest.raises(OwnDecision):
        look(study, agrees=True, by="researcher")
    assert row(study).second_by is None


def test_the_database_refuses_a_second_look_by_the_decider(study):
    decide(study, "yes")
    with pytest.raises(IntegrityError), transaction.atomic():
        Consensus.objects.update(second_by=person(), second_agrees=True, second_at=NOW)


def test_a_disagreement_has_a_note_and_another_decision_settles_it(study):
    decide(study, "yes")
    with pytest.raises(BadReason, match="A note is needed"):
        look(study, agrees=False)
    look(study, agrees=False, note="it sinks")
    assert (row(study).second_agrees, row(study).second_note) == (False, "it sinks")
    decide(study, "yes", "it floats after all", by="third")
    assert (row(study).second_agrees, row(study).decided_by) == (None, person("third"))


def test_a_second_look_twice_is_one_and_nothing_undecided_is_looked_at(study):
    with pytest.raises(NothingDecided):
        look(study, agrees=True)
    decide(study, "yes")
    look(study, agrees=True)
    look(study, agrees=True)
    assert Change.objects.count() == 2
    with pytest.raises(NothingDecided):
        look(study, agrees=True, by="third")


def test_a_look_at_another_decision_than_stands_is_a_conflict(study):
    decide(study, "yes")
    found = unit(study)
    seen = adjudicate.standing_of(found).seen
    decide(study, "no", "no after all", now=LATER)
    with pytest.raises(UnitChanged):
        adjudicate.second_look(found, Look(True, ""), person("second"), now=LATER, seen=seen)


# undecide


def test_a_decision_that_is_taken_back_leaves_what_is_counted_and_its_history(study):
    said(study, u0="yyn")
    decide(study, "no")
    undecide(study)
    found = row(study)
    assert (found.value, found.source, found.decided_by) == ("yes", "counted", None)
    assert [each.new["value"] for each in Change.objects.all()] == ["no", "yes"]


def test_a_decision_on_a_unit_that_nobody_answered_is_taken_back_without_a_trace_in_the_counts(
    study,
):
    decide(study, "no")
    undecide(study)
    undecide(study)
    assert not Consensus.objects.exists()
    assert Change.objects.count() == 2
