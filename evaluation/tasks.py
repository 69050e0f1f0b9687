"""Celery's edge of runs: a task takes a run's id and a place, and may arrive twice."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from celery import shared_task
from celery.signals import celeryd_after_setup, worker_shutting_down
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from evaluation import asking_desk, casting, clients, first_look, tuning_desk
from evaluation.runner import slices
from evaluation.runner.slices import House, Timing
from evaluation.services import (
    coat_askings,
    coat_question_sets,
    inducing,
    inductions,
    observing,
    oracle_trials,
    places,
    rule_scores,
    sweeping,
    tuning,
)
from evaluation.services.oracle_trials import Timing as TrialTiming
from evaluation.services.places import Message

log = logging.getLogger(__name__)
# Questions of people wait in the same queue.
OBSERVING_SECONDS = 10


@celeryd_after_setup.connect
def tell_the_pool(instance: Any, **_: object) -> None:
    """Before a pool makes processes of its own, so that they know it too."""
    clients.work_in(instance.pool_cls)


@worker_shutting_down.connect
def leave(**_: object) -> None:
    """A worker that is asked to end gives its games back, in order, within moments."""
    slices.leave()
    observing.leave()


# Acknowledged at once, for what it begins is in the rows: the sweep finds what became of it.
@shared_task(ignore_result=True, acks_late=False)
def play_run(run_id: int, place: int, sent: str = "") -> None:
    """Play a slice of the run at the place, and send for the next.

    Trial games that leave most of a slice are followed by the next one at once, so that a short
    run waits for its turn once.
    sent: when the message was; a copy of it that comes later is out of date.
    """
    began = timezone.now()
    when = datetime.fromisoformat(sent) if sent else began
    due = slices.play(Message(run_id, place, when), _house())
    quick = (timezone.now() - began).total_seconds() < settings.RUN_SLICE_SECONDS / 2
    mine = [each for each in due if quick and each.place == place]
    _send(each for each in due if each not in mine)
    for again in mine:
        _send(slices.play(again, _house()))
    _send_observer()


@shared_task(ignore_result=True)
def try_oracle(trial_id: int) -> None:
    """Have a candidate Oracle answer for a slice, and send for the next."""
    if oracle_trials.answer_some(trial_id, _trial_timing()):
        _send_trials([trial_id])


@shared_task(ignore_result=True)
def make_question_set(set_id: int) -> None:
    """Make a question set, unless it is made or another worker is at it."""
    coat_question_sets.make(set_id, timezone.now)


@shared_task(ignore_result=True)
def suggest_utilities(asking_id: int) -> None:
    """Ask a model what objects serve for a slice, and send for the next."""
    if asking_desk.ask_slice(asking_id):
        _send_askings([asking_id])


@shared_task(ignore_result=True)
def tune(model_id: int) -> None:
    """Go on with a course of tuning for a slice, and send for the next."""
    if tuning_desk.tune_slice(model_id):
        _send_tunings([model_id])


@shared_task(ignore_result=True)
def induce_rules(induction_id: int) -> None:
    """Go on with an induction of rules for a slice, and send for the next."""
    if induce_here(induction_id):
        _send_inductions([induction_id])


@shared_task(ignore_result=True)
def score_rules(scores_id: int) -> None:
    """Hold a set of rules against a catalogue's labels, unless that is done."""
    rule_scores.work_out(scores_id, now=timezone.now())


@shared_task(ignore_result=True)
def observe_plays() -> None:
    """Store what the observer makes of ended plays for some seconds, and send for the next."""
    if observing.observe_due(timezone.now, seconds=OBSERVING_SECONDS):
        _send_observer()


@shared_task(ignore_result=True)
def sweep() -> None:
    """Do what the rows say is due: messages for free places, runs and trials that nobody holds.

    Plays have ended meanwhile, which the observer has not followed.
    """
    now = timezone.now()
    _send(sweeping.sweep(now, lease_seconds=settings.RUN_LEASE_SECONDS))
    since = now - timedelta(seconds=settings.RUN_SLICE_SECONDS + settings.RUN_LEASE_SECONDS)
    _send_trials(oracle_trials.due(now, unless_since=since))
    _send_tunings(tuning.due(now, unless_since=since))
    _send_sets(coat_question_sets.due(now, unless_since=since))
    _send_askings(coat_askings.due(now, unless_since=since))
    _send_scores(rule_scores.due(now, unless_since=since))
    _send_inductions(inductions.due(now, unless_since=since))
    _send_observer()


def enqueue(run_id: int) -> None:
    """Send for the run's workers once the transaction that made it due has committed."""
    transaction.on_commit(partial(_send_for, run_id))


def enqueue_trial(trial_id: int) -> None:
    """Send for a candidate Oracle once the transaction that made it due has committed."""
    transaction.on_commit(partial(_send_trials, [trial_id]))


def enqueue_set(set_id: int) -> None:
    """Send for a question set once the transaction that made it due has committed."""
    transaction.on_commit(partial(_send_sets, [set_id]))


def enqueue_asking(asking_id: int) -> None:
    """Send for a model's suggestions once the transaction that asked for them has committed."""
    transaction.on_commit(partial(_send_askings, [asking_id]))


def enqueue_tuning(model_id: int) -> None:
    """Send for a course of tuning once the transaction that made it due has committed."""
    transaction.on_commit(partial(_send_tunings, [model_id]))


def enqueue_induction(induction_id: int) -> None:
    """Send for an induction of rules once the transaction that made it due has committed."""
    transaction.on_commit(partial(_send_inductions, [induction_id]))


def enqueue_scores(scores_id: int) -> None:
    """Send for the scores of a set of rules once the transaction that asked has committed."""
    transaction.on_commit(partial(_send_scores, [scores_id]))


def try_here(trial_id: int) -> bool:
    """Answer one slice in this process, without a broker; whether more is to be done at once."""
    return oracle_trials.answer_some(trial_id, _trial_timing())


def induce_here(induction_id: int) -> bool:
    """Go on with an induction for one slice in this process; whether more is to be done."""
    house = inducing.House(timezone.now, settings.RUN_SLICE_SECONDS, inducing.used)
    return inducing.work(induction_id, house)


def play_here(run_id: int) -> None:
    """Play one slice in this process at the run's first place, without a broker."""
    slices.play(Message(run_id, places.FIRST, timezone.now()), _house())


def _send_for(run_id: int) -> None:
    _send(places.call([run_id], timezone.now()))


def _send(messages: Iterable[Message]) -> None:
    """Without a broker nothing is lost: the sweep sends again what the rows say is due."""
    for message in messages:
        try:
            play_run.delay(message.run_id, message.place, message.sent.isoformat())
        except OperationalError as error:
            log.warning("no message for run %s: %s", message.run_id, error)


def _send_trials(trial_ids: Iterable[int]) -> None:
    for trial_id in trial_ids:
        try:
            try_oracle.delay(trial_id)
        except OperationalError as error:
            log.warning("no message for trial %s: %s", trial_id, error)


def _send_sets(set_ids: Iterable[int]) -> None:
    for set_id in set_ids:
        try:
            make_question_set.delay(set_id)
        except OperationalError as error:
            log.warning("no message for question set %s: %s", set_id, error)


def _send_askings(asking_ids: Iterable[int]) -> None:
    for asking_id in asking_ids:
        try:
            suggest_utilities.delay(asking_id)
        except OperationalError as error:
            log.warning("no message for asking %s: %s", asking_id, error)


def _send_tunings(model_ids: Iterable[int]) -> None:
    for model_id in model_ids:
        try:
            tune.delay(model_id)
        except OperationalError as error:
            log.warning("no message for tuning %s: %s", model_id, error)


def _send_inductions(induction_ids: Iterable[int]) -> None:
    for induction_id in induction_ids:
        try:
            induce_rules.delay(induction_id)
        except OperationalError as error:
            log.warning("no message for induction %s: %s", induction_id, error)


def _send_scores(scores_ids: Iterable[int]) -> None:
    for scores_id in scores_ids:
        try:
            score_rules.delay(scores_id)
        except OperationalError as error:
            log.warning("no message for scores %s: %s", scores_id, error)


def _send_observer() -> None:
    if not observing.waiting(timezone.now()):
        return
    try:
        observe_plays.delay()
    except OperationalError as error:
        log.warning("no message for the observer: %s", error)


def _trial_timing() -> TrialTiming:
    return TrialTiming(clock=timezone.now, slice_seconds=settings.RUN_SLICE_SECONDS)


def _house() -> House:
    return House(
        timing=Timing(
            slice_seconds=settings.RUN_SLICE_SECONDS,
            lease_seconds=settings.RUN_LEASE_SECONDS,
            patience_seconds=settings.RUN_PATIENCE_SECONDS,
            pauses_seconds=settings.RUN_PAUSES_SECONDS,
        ),
        cast=casting.cast_any,
        examine=first_look.examine,
        after_trials=first_look.after_trials,
        clock=timezone.now,
        rng=Random(),
    )
