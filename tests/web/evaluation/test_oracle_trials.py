"""Candidate Oracles: each answer once, whatever happens meanwhile."""

from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from evaluation import oracle_specs
from evaluation.models import OracleTrial, TrialAnswer
from evaluation.services import oracle_samples, oracle_trials, trial_questions
from evaluation.services.oracle_trials import TrialRefused
from games import backends
from games.llm.chat import ModelRefused, ModelUnavailable, Reply
from games.llm.conversation import ContextOverflow
from games.roles import UnusableReply
from games.rules import Answer
from tests import make, runs, trials
from tests.make import FixedOracle

pytestmark = pytest.mark.django_db
SERVER = {"address": "http://127.0.0.1:1/v1", "name": "tiny"}
MODEL = oracle_specs.of_json(
    {"oracle": {"kind": "model"}, "model": {**SERVER, "key_variable": "TINY_KEY"}}
)
HOUR = timedelta(hours=1)


@pytest.fixture
def study():
    game = runs.games(1)[0]
    made = trials.answer_study(game.catalogue)
    for question in trials.QUESTIONS:
        trials.asked(trials.stored(game, question), game)
    oracle_samples.sample(made, count=3, seed=1, now=make.NOW)
    return made


def answer(trial, oracle, *, at=make.NOW, seconds=60.0) -> bool:
    timing = oracle_trials.Timing(clock=lambda: at, slice_seconds=seconds)
    return oracle_trials.answer_some(trial.pk, timing, lambda _: nullcontext(oracle))


def state(trial) -> tuple[str, str, int]:
    trial.refresh_from_db()
    return trial.status, trial.reason, trial.answers.count()


def test_every_question_is_answered_once_as_people_read_it(study):
    oracle = FixedOracle(Answer.YES, Answer.NO, Answer.CANNOT_TELL)
    trial = trials.tried(study, oracle)
    assert state(trial) == ("complete", "", 3)
    said = TrialAnswer.objects.order_by("unit").values_list("answer", "forced", "source")
    assert list(said) == [("yes", "yes", "table"), ("no", "no", "table"),
                          ("cannot_tell", "no", "table")]  # fmt: skip
    assert trial.oracle_version == oracle.version
    texts = {question.text for question in trial_questions.of(study)}
    assert texts == set(trials.QUESTIONS)


def test_the_table_answers_in_this_process(study):
    trial = oracle_trials.create(study, trials.TABLE, now=make.NOW)
    call_command("try_oracle", "answers", "1", "table", "--here")
    assert state(trial) == ("complete", "", 3)
    assert trial.oracle_version == backends.oracle(study.catalogue_id).version
    metal = trial.answers.get(unit__snapshot__question=trials.QUESTIONS[0])
    assert metal.answer == "yes"


def test_a_copy_of_a_message_asks_nothing_again(study):
    oracle = FixedOracle(*[Answer.YES] * 3)
    trial = trials.tried(study, oracle)
    assert answer(trial, oracle) is False
    assert oracle.calls == 3


def test_while_somebody_is_at_it_nobody_else_begins(study):
    trial = oracle_trials.create(study, trials.TABLE, now=make.NOW)
    held = make.NOW + timedelta(seconds=5)
    OracleTrial.objects.filter(pk=trial.pk).update(status="running", lease_until=held)
    assert answer(trial, FixedOracle()) is False
    assert state(trial) == ("running", "", 0)


def test_after_a_worker_died_another_answers_what_is_left(study):
    trial = oracle_trials.create(study, trials.TABLE, now=make.NOW)
    first = study.units.order_by("pk").first()
    TrialAnswer.objects.create(
        trial=trial, unit=first, answer="yes", forced="yes", source="table", answered_at=make.NOW
    )
    OracleTrial.objects.filter(pk=trial.pk).update(status="running", lease_until=make.NOW, tries=1)
    oracle = FixedOracle(Answer.NO, Answer.NO)
    answer(trial, oracle, at=make.NOW + HOUR)
    assert (state(trial), oracle.calls) == (("complete", "", 3), 2)


def test_what_died_or_was_never_sent_is_due_and_then_marked_as_sent(study):
    trial = oracle_trials.create(study, trials.TABLE, now=make.NOW)
    assert oracle_trials.due(make.NOW, unless_since=make.NOW - HOUR) == [trial.pk]
    assert oracle_trials.due(make.NOW, unless_since=make.NOW - HOUR) == []
    assert oracle_trials.due(make.NOW + 2 * HOUR, unless_since=make.NOW + HOUR) == [trial.pk]


def test_a_slice_that_is_over_sends_for_the_next(study):
    trial = oracle_trials.create(study, trials.TABLE, now=make.NOW)
    assert answer(trial, FixedOracle(), seconds=0) is True
    assert state(trial) == ("queued", "", 0)


def test_a_server_that_is_away_is_asked_later_and_keeps_what_was_said(study):
    trial = oracle_trials.create(study, trials.TABLE, now=make.NOW)
    away = ModelUnavailable("away", retry_after_seconds=30)
    answer(trial, FixedOracle(Answer.YES, away, Answer.NO))
    assert state(trial) == ("queued", "", 2)
    assert trial.due_at == make.NOW + timedelta(seconds=30)
    assert answer(trial, FixedOracle(), at=make.NOW) is False
    answer(trial, FixedOracle(Answer.YES), at=trial.due_at)
    assert state(trial) == ("complete", "", 3)


def test_a_server_that_stays_away_pauses_it_and_it_goes_on_once_resumed(study):
    trial = oracle_trials.create(study, trials.TABLE, now=make.NOW)
    for attempt in range(6):
        answer(trial, FixedOracle(*[ModelUnavailable("away")] * 3), at=make.NOW + attempt * HOUR)
    assert state(trial) == ("paused", "no_reply", 0)
    assert (oracle_trials.resume(trial.pk), oracle_trials.resume(trial.pk)) == (True, False)
    answer(trial, FixedOracle(*[Answer.NO] * 3))
    assert state(trial) == ("complete", "", 3)


def test_a_refusal_pauses_it_and_its_words_stay_in_the_log(study, caplog):
    trial = trials.tried(study, FixedOracle(*[ModelRefused("no credit at splindow", 402)] * 3))
    assert state(trial) == ("paused", "model_refused", 0)
    assert "splindow" in caplog.text


def test_a_missing_key_pauses_it(study, monkeypatch, allowed_keys):
    monkeypatch.delenv("TINY_KEY", raising=False)
    trial = oracle_trials.create(study, MODEL, now=make.NOW)
    timing = oracle_trials.Timing(clock=lambda: make.NOW, slice_seconds=60)
    assert oracle_trials.answer_some(trial.pk, timing) is False
    assert state(trial) == ("paused", "model_refused", 0)


def test_a_key_that_may_not_go_to_the_server_makes_no_trial(study):
    with pytest.raises(TrialRefused, match="TINY_KEY is not sent to http://127.0.0.1:1"):
        oracle_trials.create(study, MODEL, now=make.NOW)
    assert not OracleTrial.objects.exists()


def test_replies_without_a_yes_or_no_are_stored_as_unusable(study):
    reply = Reply("Well\x00...", model="tiny")
    trial = trials.tried(
        study, FixedOracle(UnusableReply("no", (reply,)), ContextOverflow("long"), Answer.YES)
    )
    assert state(trial) == ("complete", "", 3)
    said = trial.answers.order_by("unit").values_list("answer", "source", "said")
    assert list(said) == [("", "unusable", "Well\ufffd..."), ("", "too_long", ""),
                          ("yes", "table", "")]  # fmt: skip


def test_another_version_answers_nothing_of_the_rest(study):
    trial = oracle_trials.create(study, trials.TABLE, now=make.NOW)
    OracleTrial.objects.filter(pk=trial.pk).update(oracle_version="table-older")
    answer(trial, FixedOracle())
    assert state(trial) == ("paused", "other_version", 0)


def test_a_study_tries_each_oracle_once(study):
    one, again = (oracle_trials.create(study, trials.TABLE, now=make.NOW) for _ in range(2))
    assert one == again


def test_a_question_that_went_with_its_player_is_not_asked(study):
    gone, *others = study.units.order_by("pk")
    gone.snapshot["question"] = "[removed]"
    gone.save()
    asked = [question.unit_id for question in trial_questions.of(study)]
    assert asked == [unit.pk for unit in others] and len(asked) == 2


def test_without_questions_nothing_is_tried():
    empty = trials.answer_study(make.catalogue())
    with pytest.raises(TrialRefused, match="Draw its sample first"):
        oracle_trials.create(empty, trials.TABLE, now=make.NOW)


@pytest.mark.parametrize(
    "tables",
    [
        {"oracle": {"kind": "table"}},
        {"oracle": {"kind": "model", "margin": 0.5}, "model": SERVER},
        {"oracle": {"kind": "chain", "structured": False}, "model": SERVER},
        {"oracle": {"kind": "chain"}, "model": {"backend": "transformers", "folder": "/m/smol"}},
    ],
)
def test_the_printed_settings_build_the_very_oracle_that_was_tried(study, settings, tables):
    spec = oracle_specs.of_json(tables)
    trial = oracle_trials.create(study, spec, now=make.NOW)
    for name, value in oracle_specs.settings_of(spec):
        read = {"ORACLE_MARGIN": float, "STRUCTURED_REPLIES": lambda said: said == "1"}
        setattr(settings, name, read.get(name, str)(value))
    backends.forget()
    with oracle_trials.oracle_of(trial) as tried:
        assert backends.oracle(study.catalogue_id).version == tried.version


def test_the_command_names_what_is_wrong_in_a_file(study, tmp_path):
    file = tmp_path / "oracle.toml"
    file.write_text("[oracle]\nmood = 1\n")
    with pytest.raises(CommandError, match="oracle.mood: This key is unknown"):
        call_command("try_oracle", "answers", "1", str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("try_oracle", "answers", "1", str(tmp_path / "none.toml"))
    assert not OracleTrial.objects.exists()
