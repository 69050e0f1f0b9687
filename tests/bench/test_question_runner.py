"""What a run over a question set costs beside its calls: 200 ms each, 64 of them at once.

Meant for PostgreSQL (DATABASE_URL); the calls are of a model in the same process.
"""

import time

import pytest

from evaluation.coat.variations import Kind
from evaluation.models import ChoiceReply
from tests import asking, coat_rows
from tests.asking import Answerer

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]
QUESTIONS, REPEATS, AT_ONCE, LATENCY_SECONDS = 200, 20, 64, 0.2
LIMIT_SHARE = 0.7


def test_a_run_over_a_question_set_keeps_its_server_busy():
    row = coat_rows.made(Kind.TASK_1, "1", size=QUESTIONS)
    run = asking.run(row, run={"repeats": REPEATS, "concurrency": AT_ONCE})
    asked = row.count * REPEATS
    model = Answerer(lambda call: "A", latency_seconds=LATENCY_SECONDS)
    began, cpu = time.monotonic(), time.process_time()
    run = asking.play(run, model, slice_seconds=120, gathering_seconds=0.005)
    seconds, busy = time.monotonic() - began, time.process_time() - cpu
    assert run.status == "complete" and ChoiceReply.objects.count() == asked
    limit = asked * LATENCY_SECONDS / AT_ONCE
    print(
        f"\n{asked:,} questions in {seconds:.1f} s, {limit / seconds:.0%} of what the server "
        f"allows; {1000 * busy / asked:.2f} ms of CPU time each, {model.most_in_flight} at once"
    )
    assert limit / seconds > LIMIT_SHARE
