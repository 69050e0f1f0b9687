"""A question set is made whole and once, though the worker that makes it is killed."""

import pytest

from tests.lab import Lab, eventually

pytestmark = pytest.mark.live
ASK = """
from django.core.management import call_command
from evaluation import tasks
from evaluation.coat.generate import SetSpec
from evaluation.coat.variations import Kind
from evaluation.models import CoatCatalogue
from evaluation.services import coat_question_sets
from evaluation.services.coat_question_sets import SetWish
call_command("import_coat", "own")
spec = SetSpec(Kind.FULL_MODERATE, "1-1-1", size=20_000, seed=1)
row = coat_question_sets.create(SetWish(CoatCatalogue.objects.get(), spec))
tasks.enqueue_set(row.pk)
"""
LATER = """
from django.utils import timezone
from evaluation import tasks
from evaluation.models import QuestionSet
QuestionSet.objects.filter(status="making").update(lease_until=timezone.now())
tasks.sweep()
"""
STATE = (
    "__import__('evaluation.models').models.QuestionSet.objects"
    ".values_list('status', 'count', 'tries').get()"
)
QUESTIONS = "__import__('evaluation.models').models.Question.objects.count()"


def test_a_set_whose_worker_is_killed_is_made_by_another(lab: Lab):
    lab.shell(ASK)
    doomed = lab.start_worker()
    eventually(lambda: "'making'" in lab.rows(STATE), within=60)
    lab.kill(doomed)
    assert (lab.rows(STATE), lab.rows(QUESTIONS)) == ("('making', 0, 1)", "0")
    lab.start_worker()
    lab.shell(LATER)  # the lease has run out
    eventually(lambda: "'ready'" in lab.rows(STATE), within=90)
    count = lab.rows(QUESTIONS)
    assert lab.rows(STATE) == f"('ready', {count}, 2)"
    assert int(count) > 10_000
