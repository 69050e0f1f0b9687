"""The pool of threads wakes the worker's loop, which else sleeps for a second."""

import time

import pytest
from celery.concurrency import get_implementation
from kombu.asynchronous import Hub

import config.celery  # noqa: F401  # which names the pool

PATIENCE_SECONDS = 30


@pytest.fixture
def hub():
    made = Hub()
    yield made
    made.close()


@pytest.fixture
def pool():
    made = get_implementation("threads")(limit=1)
    made.start()
    yield made
    made.stop()


def test_a_task_that_ended_wakes_the_loop(hub: Hub, pool):
    pool.register_with_event_loop(hub)
    pool.apply_async(lambda: None)
    began = time.monotonic()
    assert hub.poller.poll(PATIENCE_SECONDS)
    assert time.monotonic() < began + PATIENCE_SECONDS


def test_the_loop_listens_again_after_it_was_reset(hub: Hub, pool):
    pool.register_with_event_loop(hub)
    hub.reset()
    pool.register_with_event_loop(hub)
    pool.apply_async(lambda: None)
    assert hub.poller.poll(PATIENCE_SECONDS)


def test_many_ends_are_heard_at_once(hub: Hub, pool):
    pool.register_with_event_loop(hub)
    results = [pool.apply_async(lambda: None) for _ in range(500)]
    for result in results:
        result.wait()
    (pair,) = hub.poller.poll(PATIENCE_SECONDS)
    reader, arguments = hub.readers[pair[0]]
    reader(*arguments)
    assert not hub.poller.poll(0)
