"""Counting what stands for each unit."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation.counted import EVERYBODY
from annotation.models import Change, Consensus, Judgement, Rater
from annotation.services import consensus
from annotation.services.consensus import Counted
from tests import studies
from tests.adjudicated import LATER, count, decide, look, person, row, said, undecide
from tests.studies import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    return studies.study()


def test_units_that_somebody_answered_are_counted(study):
    said(study, u0="yyn", u1="yn-")
    assert count(study) == Counted(new=2, changed=0, kept_adjudicated=0, open=1)
    found = row(study)
    assert (found.value, found.votes, found.answered) == ("yes", {"yes": 2, "no": 1}, 3)
    tied = row(study, "u1")
    assert (tied.value, tied.open, tied.source) == (None, ["no", "yes"], "counted")
    assert Consensus.objects.filter(value__isnull=True).count() == 1
    assert not Consensus.objects.filter(unit__key="u2").exists()


def test_the_same_count_twice_changes_nothing_but_its_time(study):
    said(study, u0="yyn")
    count(study)
    before = row(study)
    assert count(study, LATER) == Counted(new=0, changed=0, kept_adjudicated=0, open=0)
    assert row(study).pk == before.pk
    assert consensus.counted_at(study) == LATER


def test_a_later_judgement_changes_what_was_counted(study):
    said(study, u0="yy-")
    count(study, NOW - timedelta(seconds=1))
    Judgement.objects.update(at=NOW - timedelta(seconds=2))
    said(study, u0="--n")
    assert consensus.uncounted(study) == 1
    assert count(study, LATER).changed == 1
    assert row(study).votes == {"yes": 2, "no": 1}


def test_what_nobody_says_any_more_is_counted_no_more(study):
    said(study, u0="yyy")
    count(study)
    Judgement.objects.all().delete()
    assert count(study) == Counted(new=0, changed=1, kept_adjudicated=0, open=0)
    assert not Consensus.objects.exists()


def test_skips_training_and_raters_who_are_left_out_do_not_count(study):
    said(study, u0="yn-", u1="y--", u2="y--")
    study.units.filter(key="u1").update(training=True)
    Rater.objects.filter(pseudonym="b").update(left_out_at=NOW, left_out_reason="bot")
    studies.judged(study.units.get(key="u0"), studies.rater(study, "d"), skip_reason="unclear")
    assert count(study).new == 2
    assert (row(study).value, row(study).answered) == ("yes", 1)


def test_models_count_where_they_are_asked_for(study):
    said(study, u0="y--")
    machine = studies.rater(study, "machine", kind=Rater.Kind.MODEL)
    studies.judged(study.units.get(key="u0"), machine, "no")
    count(study)
    assert row(study).value == "yes"
    assert count(study, kinds=EVERYBODY).changed == 1
    assert row(study).votes == {"yes": 1, "no": 1}


def test_counting_leaves_decisions_alone(study):
    said(study, u0="yyn")
    count(study)
    decide(study, "no")
    said(study, u1="yyy")
    assert count(study, LATER) == Counted(new=1, changed=0, kept_adjudicated=1, open=0)
    assert (row(study).value, row(study).reason) == ("no", "looked it up")


def test_counting_again_overwrites_decisions_only_when_asked_and_remembers_them(study):
    said(study, u0="yyn")
    decide(study, "no")
    look(study, agrees=True)
    assert count(study, LATER, again=True, by=person()).changed == 1
    found = row(study)
    assert (found.value, found.source, found.reason) == ("yes", "counted", "")
    assert (found.decided_by, found.decided_at, found.second_by) == (None, None, None)
    last = Change.objects.last()
    assert (last.old["value"], last.new["value"], last.by) == ("no", "yes", person())


def test_a_count_takes_few_queries(study, django_assert_max_num_queries):
    said(study, u0="yyn", u1="ynn", u2="yyy")
    with django_assert_max_num_queries(10):
        count(study)


def test_the_command_counts_and_names_what_it_did(study):
    said(study, u0="yyn", u1="yn-")
    out = StringIO()
    call_command("count_consensus", "vrelk", "1", stdout=out)
    assert out.getvalue() == "2 new, 0 changed, 0 adjudicated and kept, 1 open.\n"
    with pytest.raises(CommandError, match="no version 2 of a study 'vrelk'"):
        call_command("count_consensus", "vrelk", "2")


def test_counting_refreshes_the_votes_of_what_was_decided_and_nothing_else(study):
    said(study, u0="yn-")
    decide(study, "no")
    studies.judged(study.units.get(key="u0"), study.raters.get(pseudonym="c"), "yes")
    assert consensus.uncounted(study) == 1
    assert count(study, LATER).kept_adjudicated == 1
    found = row(study)
    assert (found.votes, found.answered, found.open) == ({"yes": 2, "no": 1}, 3, [])
    assert (found.value, found.source, found.reason) == ("no", "adjudicated", "looked it up")
    assert (found.decided_by, found.decided_at) == (person(), NOW)
    assert consensus.uncounted(study) == 0


def test_a_decision_stays_without_votes_once_nobody_says_anything(study):
    said(study, u0="yn-")
    decide(study, "no")
    Judgement.objects.all().delete()
    count(study, LATER)
    assert (row(study).value, row(study).votes, row(study).answered) == ("no", {}, 0)


# What is not counted


def test_an_answer_that_was_changed_is_not_counted_whatever_the_clocks_say(study):
    said(study, u0="yyn", u1="yyy")
    count(study, LATER)
    Judgement.objects.filter(unit__key="u0", rater__pseudonym="a").update(answer={"label": "no"})
    decide(study, "no", key="u1", now=LATER)
    undecide(study, key="u1")
    assert consensus.uncounted(study) == 1


def test_a_decision_in_a_study_that_was_never_counted_counts_nothing_else(study):
    said(study, u0="yyn", u1="yyn")
    decide(study, "no", now=LATER)
    assert consensus.uncounted(study) == 1


@pytest.mark.parametrize("counted", [("person",), EVERYBODY])
def test_a_count_stands_with_models_or_without(study, counted):
    said(study, u0="yyn", u1="yyn")
    machine = studies.rater(study, "machine", kind=Rater.Kind.MODEL)
    studies.judged(study.units.get(key="u0"), machine, "no")
    count(study, kinds=counted)
    assert consensus.uncounted(study) == 0
    studies.judged(study.units.get(key="u2"), study.raters.get(pseudonym="a"), "no")
    assert consensus.uncounted(study) == 1


def test_units_that_were_never_counted_stay_so_when_some_are_counted_again(study):
    said(study, u0="yn-")
    count(study)
    said(study, u0="--y", u1="yyy")
    consensus.count_units(study, list(study.units.values_list("pk", flat=True)), now=LATER)
    assert (row(study).value, row(study).counted_at) == ("yes", LATER)
    assert Consensus.objects.count() == 1
    assert consensus.uncounted(study) == 1
