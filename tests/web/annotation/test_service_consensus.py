"""Counting what stands for each unit."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation.judged import EVERYBODY
from annotation.models import Change, Consensus, Judgement, Rater
from annotation.services import consensus
from annotation.services.consensus import Counted
from tests import studies
from tests.adjudicated import LATER, count, decide, look, person, row, said
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
    count(study)
    said(study, u0="--n")
    assert consensus.judgements_since(study, NOW - timedelta(seconds=1)) == 3
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
    with pytest.raises(CommandError, match="There is no study vrelk 2"):
        call_command("count_consensus", "vrelk", "2")
