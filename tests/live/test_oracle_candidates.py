"""The packaged small model as a candidate Oracle, alone and behind the table."""

import os
from pathlib import Path

import pytest
from django.utils import timezone

from evaluation import oracle_specs, tasks
from evaluation.models import OracleTrial
from evaluation.services import oracle_samples, oracle_trials
from games.rules import Answer
from tests import make, runs, trials

pytestmark = [pytest.mark.live, pytest.mark.django_db]


@pytest.fixture(scope="module")
def folder() -> Path:
    found = (Path(os.environ.get("MODELS_DIR", "var/models")) / "smollm2-135m").resolve()
    if not (found / "config.json").is_file():
        reason = f"{found} holds no model: run make models"
        pytest.fail(reason) if os.environ.get("REQUIRE_LIVE") == "1" else pytest.skip(reason)
    return found


@pytest.fixture
def study():
    game = runs.games(1)[0]
    made = trials.answer_study(game.catalogue)
    for question in trials.QUESTIONS:
        trials.asked(trials.stored(game, question), game)
    oracle_samples.sample(made, count=3, seed=1, now=make.NOW)
    return made


def try_here(study, kind: str, folder: Path) -> OracleTrial:
    place = {"backend": "transformers", "folder": str(folder)}
    spec = oracle_specs.of_json({"oracle": {"kind": kind, "margin": 0}, "model": place})
    trial = oracle_trials.create(study, spec, now=timezone.now())
    while tasks.try_here(trial.pk):
        pass
    trial.refresh_from_db()
    return trial


def test_three_candidates_answer_the_same_questions(study, folder):
    table = oracle_trials.create(study, trials.TABLE, now=timezone.now())
    tasks.try_here(table.pk)
    model, chain = (try_here(study, kind, folder) for kind in ("model", "chain"))
    table.refresh_from_db()
    assert {trial.status for trial in (table, model, chain)} == {"complete"}
    assert {trial.answers.count() for trial in (table, model, chain)} == {3}
    asked = model.answers.get(unit__snapshot__question=trials.QUESTIONS[0])
    assert asked.answer in (Answer.YES, Answer.NO) and asked.source == "model"
    assert 0.5 <= asked.confidence <= 1
    certain = chain.answers.get(unit__snapshot__question=trials.QUESTIONS[0])
    assert (certain.answer, certain.source) == ("yes", "table")
