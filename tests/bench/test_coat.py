"""All question sets of the published COAT data: how long they take and how much memory."""

import resource
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from evaluation.coat import generate
from evaluation.coat.acceptance.whole import all_checks
from evaluation.coat.generate import SetSpec
from evaluation.coat.pools import Pools
from evaluation.coat.variations import VARIATIONS, Kind
from tests.unit.coat_cases import needs_published, published, published_files

pytestmark = [pytest.mark.bench, needs_published]


def generated() -> tuple[int, float, float]:
    """How many questions, in how many seconds, with how many MB of this process at most."""
    started = time.perf_counter()
    pools = Pools(published())
    kept = [
        generate.generate(pools, SetSpec(kind, name, 5_000, 0))
        for kind in (Kind.TASK_1, Kind.TASK_2)
        for name in VARIATIONS[kind]
    ]
    seconds = time.perf_counter() - started
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return sum(len(each.questions) for each in kept), seconds, memory


def test_task_1_and_task_2_are_generated_within_30_s_and_500_mb():
    # A process of its own: what others took before is not counted.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        questions, seconds, memory = apart.submit(generated).result()
    print(f"\n{questions:,} questions: {seconds:.1f} s (limit 30), {memory:.0f} MB (limit 500)")
    assert questions == 58_976 + 69_272
    assert memory < 500


def test_all_figures_of_the_published_data_hold():
    started = time.perf_counter()
    failing = [
        each
        for each in all_checks(published(), published_files(), lambda kind: None)
        if not each.holds
    ]
    print(f"\nV1 to V24: {time.perf_counter() - started:.0f} s")
    assert failing == []
