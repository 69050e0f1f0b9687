"""Models of runs in a worker's process: who may hold one, and for how long."""

import asyncio
import uuid
from types import SimpleNamespace

import pytest
from celery.concurrency import get_implementation
from celery.signals import celeryd_after_setup
from django.utils import timezone

from config.celery import app
from evaluation import clients, oracle_specs, specs, tasks
from evaluation.models import Run
from evaluation.services import oracle_trials, runs
from evaluation.services.runs import RunRefused
from evaluation.specs import of_json
from games import backends
from games.llm.chat import ModelUnavailable, Reply
from games.llm.served import Backend, ServedModel
from games.management import catalogue_folders
from games.services.catalogue import import_catalogue
from tests import make, trials
from tests import runs as made_runs
from tests.lab import MINI

FOLDER = {"model": {"backend": "transformers", "folder": "owner/model"}}


@pytest.fixture
def pool():
    """Give this process a pool as a worker's start does; none again afterwards."""

    def start(name: str) -> None:
        worker = SimpleNamespace(pool_cls=get_implementation(name))
        celeryd_after_setup.send(sender="worker", instance=worker, conf=app.conf)

    yield start
    clients.work_in(None)


class Weighed:
    """Weights that make one guess after another, and fail where they are closed."""

    name = "weighed"

    def __init__(self):
        self.calls, self.closed = 0, False

    async def ready(self):
        assert not self.closed

    async def generate(self, messages, options):
        self.calls += 1
        await asyncio.sleep(0)
        if self.closed:
            raise ModelUnavailable("closed")
        return Reply("FINAL_GUESS: nothing of the kind", model=self.name, prompt_tokens=50)

    def close(self):
        self.closed = True


@pytest.fixture
def weights(monkeypatch):
    """Every set of weights that was made, by its name."""
    found: dict[str, Weighed] = {}
    monkeypatch.setattr(
        backends, "_weights", lambda served: found.setdefault(served.name, Weighed())
    )
    return found


def created(**tables) -> Run:
    import_catalogue(catalogue_folders.files_in(MINI))
    spec = of_json({"games": {"catalogue": "mini-1", "limit": 4}, **tables})
    return runs.create_run(spec, key=uuid.uuid4(), now=timezone.now())


def slice_of(run: Run) -> Run:
    tasks.play_here(run.pk)
    run.refresh_from_db()
    return run


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["threads", "prefork"])
def test_another_pool_than_solo_refuses_a_model_in_process(pool, weights, name):
    pool(name)
    run = slice_of(created(**FOLDER))
    assert (run.status, run.reason) == ("paused", "preflight")
    check = run.checked["results"][-1]
    assert check["name"] == "worker" and "not started with --pool solo" in check["sentence"]
    assert weights == {}


@pytest.mark.django_db
def test_a_run_that_began_elsewhere_is_paused_with_its_own_reason(pool, weights):
    pool("solo")
    run = slice_of(created(**FOLDER))
    assert run.sha256 and weights["owner/model"].calls
    pool("threads")
    run = slice_of(run)
    assert (run.status, run.reason) == ("paused", "wrong_pool")


@pytest.mark.django_db
def test_a_candidate_oracle_is_refused_there_too(pool, weights):
    game = made_runs.games(1)[0]
    study = trials.answer_study(game.catalogue)
    from evaluation.services import oracle_samples

    trials.asked(trials.stored(game, trials.QUESTIONS[0]), game)
    oracle_samples.sample(study, count=1, seed=1, now=make.NOW)
    spec = oracle_specs.of_json({"oracle": {"kind": "model"}, **FOLDER})
    trial = oracle_trials.create(study, spec, now=make.NOW)
    pool("threads")
    tasks.try_here(trial.pk)
    trial.refresh_from_db()
    assert (trial.status, trial.reason) == ("paused", "wrong_pool")


def test_a_server_s_model_is_played_in_every_pool(pool):
    pool("threads")
    served = ServedModel(Backend.OPENAI, "tiny", address="http://127.0.0.1:1/v1")
    assert clients.client(served).name == "tiny"


@pytest.mark.django_db
def test_another_run_s_slice_takes_the_place_of_a_model_that_nobody_uses(weights):
    first, second = created(**FOLDER), None
    slice_of(first)
    assert not weights["owner/model"].closed
    spec = specs.of_json(
        {
            "games": {"catalogue": "mini-1", "limit": 1},
            "model": {"backend": "transformers", "folder": "owner/other"},
        }
    )
    second = runs.create_run(spec, key=uuid.uuid4(), now=timezone.now())
    slice_of(second)
    assert weights["owner/other"].calls
    assert (weights["owner/model"].closed, weights["owner/other"].closed) == (True, False)


@pytest.mark.django_db
def test_a_slice_does_not_close_what_another_one_uses(weights):
    with clients.used(specs.served(of_json({"games": {"catalogue": "mini-1"}, **FOLDER}))):
        other = {"model": {"backend": "transformers", "folder": "owner/other"}}
        slice_of(created(**other))
        assert weights["owner/other"].calls
        assert not weights["owner/model"].closed


@pytest.mark.django_db
def test_a_folder_has_no_revision(tmp_path):
    model = {"backend": "transformers", "folder": str(tmp_path), "revision": "abc123"}
    with pytest.raises(RunRefused, match="A folder has no revision"):
        created(model=model)


@pytest.mark.django_db
def test_a_hub_s_name_that_is_a_folder_of_the_worker_has_none_either(
    tmp_path, monkeypatch, weights
):
    run = created(model=FOLDER["model"] | {"revision": "abc123"})
    folder = tmp_path / "owner" / "model"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    run = slice_of(run)
    assert (run.status, run.reason) == ("paused", "preflight")
    assert "A folder has no revision" in run.checked["results"][-1]["sentence"]
    assert weights == {}


def test_the_revision_of_a_spec_reaches_what_loads_it():
    spec = of_json({"games": {"catalogue": "x"}, "model": FOLDER["model"] | {"revision": "abc123"}})
    assert specs.served(spec).revision == "abc123"
