"""Courses of tuning in the database: made once, held by one, ended for good."""

import io
import json
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from evaluation import clients, tasks, tuning_desk
from evaluation.models import TunedModel
from evaluation.services import tuning
from evaluation.services.tuning import SILENT_SECONDS, Asked, House, TuningRefused
from evaluation.tuning import learners
from evaluation.tuning.plans import TuningPlan
from tests.studies import NOW
from tests.tuned import Killed, SmallLearner, lines

pytestmark = pytest.mark.django_db
Status = TunedModel.Status
PLAN = TuningPlan(steps=25, batch=4)


class Clock:
    """Each look at it is a second later."""

    def __init__(self):
        self.now = NOW

    def __call__(self):
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def parent(tmp_path):
    folder = tmp_path / "parent"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    return folder


def asked(parent, files=None, **fields):
    return Asked(parent, "slices", files or {"a.jsonl": lines()}, PLAN, **fields)


def house(parent, *, holder="one", build=SmallLearner, seconds=1000.0, clock=None):
    return House(
        clock=clock or Clock(),
        slice_seconds=seconds,
        lease_seconds=30,
        root=parent.parent / "tuned",
        holder=holder,
        build=build,
    )


def test_a_course_is_made_once_and_becomes_a_model(parent):
    row, new = tuning.queue(asked(parent))
    assert (row.status, row.chat_count, new) == (Status.QUEUED, 10, True)
    assert tuning.queue(asked(parent)) == (row, False)
    assert tuning.train_some(row.pk, house(parent)) is False
    row.refresh_from_db()
    assert (row.status, len(row.losses), row.versions) == (Status.READY, 25, {"small": "1"})
    assert row.slug == f"parent-tuned-{row.sha256[:8]}"
    written = json.loads((Path(row.folder) / row.slug / "config.json").read_text())
    assert written[1] == row.sha256
    assert [path.name for path in Path(row.folder).parent.iterdir()] == [row.slug]
    assert tuning.train_some(row.pk, house(parent, build=None)) is False


def test_another_seed_is_another_course_and_a_name_is_free_once(parent):
    tuning.queue(asked(parent, slug="mine"))
    other = Asked(parent, "slices", {"a.jsonl": lines()}, TuningPlan(steps=25, seed=2), "mine")
    with pytest.raises(TuningRefused, match="There is a tuned model mine already"):
        tuning.queue(other)
    assert TunedModel.objects.count() == 1


def test_bad_lines_an_empty_slice_and_no_model_are_refused(parent, tmp_path):
    with pytest.raises(TuningRefused) as refused:
        tuning.queue(asked(parent, {"a.jsonl": lines(), "b.jsonl": lines() + b"[]\n"}))
    assert [str(each) for each in refused.value.errors] == [
        "b.jsonl:11: The line holds no JSON object."
    ]
    with pytest.raises(TuningRefused, match="holds no model: it has no config.json"):
        tuning.queue(asked(tmp_path))
    assert not TunedModel.objects.exists()


def test_a_slice_ends_after_its_time_and_the_next_goes_on(parent):
    row, _ = tuning.queue(asked(parent))
    slices = 1
    while tuning.train_some(row.pk, house(parent, seconds=10)):
        row.refresh_from_db()
        assert (row.status, row.holder) == (Status.QUEUED, "")
        slices += 1
    row.refresh_from_db()
    # A look at the clock each step and each question whether it is enough: 5 or 6 steps a slice.
    assert slices in (5, 6)
    assert (row.status, len(row.losses)) == (Status.READY, 25)


def test_a_held_course_is_nobody_else_s_until_the_lease_is_over(parent):
    row, _ = tuning.queue(asked(parent))
    with pytest.raises(Killed):
        tuning.train_some(row.pk, house(parent, build=partial(SmallLearner, dies=13)))
    row.refresh_from_db()
    assert (row.status, row.holder, len(row.losses)) == (Status.RUNNING, "one", 13)
    assert tuning.due(NOW, unless_since=NOW) == []
    assert tuning.train_some(row.pk, house(parent, holder="two")) is False
    later = Clock()
    later.now += timedelta(seconds=SILENT_SECONDS)
    assert tuning.due(later.now, unless_since=NOW) == [row.pk]
    assert tuning.due(later.now, unless_since=NOW) == []
    tuning.train_some(row.pk, house(parent, holder="two", clock=later))
    row.refresh_from_db()
    assert (row.status, len(row.losses)) == (Status.READY, 25)


def test_who_lost_the_lease_changes_nothing_more(parent):
    row, _ = tuning.queue(asked(parent))

    class Overtaken(SmallLearner):
        def step(self, chats, rate):
            TunedModel.objects.filter(pk=row.pk).update(holder="two")
            return super().step(chats, rate)

    assert tuning.train_some(row.pk, house(parent, build=Overtaken)) is False
    row.refresh_from_db()
    assert (row.status, row.holder, row.losses) == (Status.RUNNING, "two", [])


def test_three_processes_without_a_step_are_enough(parent):
    row, _ = tuning.queue(asked(parent))
    clock = Clock()
    for _ in range(3):
        with pytest.raises(Killed):
            dying = partial(SmallLearner, dies=0)
            tuning.train_some(row.pk, house(parent, build=dying, clock=clock))
        clock.now += timedelta(seconds=SILENT_SECONDS)
    assert tuning.train_some(row.pk, house(parent, clock=clock)) is False
    row.refresh_from_db()
    assert row.status == Status.FAILED
    assert row.reason.startswith("It was taken up 3 times and came no step further")
    assert tuning.again(row.pk) is True
    tuning.train_some(row.pk, house(parent, clock=clock))
    row.refresh_from_db()
    assert (row.status, row.reason) == (Status.READY, "")


def test_another_parent_than_at_first_is_not_tuned(parent):
    row, _ = tuning.queue(asked(parent))
    (parent / "config.json").write_text('{"layers": 3}')
    tuning.train_some(row.pk, house(parent))
    row.refresh_from_db()
    assert row.status == Status.FAILED
    assert row.reason == f"What lies in {parent} is not what was there when this was made."


def tune(*args):
    told = io.StringIO()
    call_command("tune", *map(str, args), stdout=told, stderr=told)
    return told.getvalue()


@pytest.fixture
def slice_file(tmp_path, settings):
    settings.VAR_DIR = tmp_path / "var"
    file = tmp_path / "slice.jsonl"
    file.write_bytes(lines())
    return file


def test_the_command_tunes_here_and_says_where_the_model_lies(parent, slice_file, monkeypatch):
    monkeypatch.setattr(learners, "lora", SmallLearner)
    said = tune(slice_file, "--base", parent, "--name", "mine", "--steps", 3, "--here")
    row = TunedModel.objects.get(slug="mine")
    assert said.splitlines() == [
        f"step 1: loss {row.losses[0]:.4f}",
        f"step 2: loss {row.losses[1]:.4f}",
        f"step 3: loss {row.losses[2]:.4f}",
        f"mine: ready after 3 steps and {row.seconds:,.0f} s,"
        f" loss {row.losses[0]:.4f} to {row.losses[2]:.4f}.",
        str(slice_file.parent / "var" / "tuned" / "mine" / "mine"),
    ]
    again = tune(slice_file, "--base", parent, "--name", "mine", "--steps", 3, "--here")
    assert again.splitlines() == said.splitlines()[-2:]


def test_the_command_sends_for_a_worker(
    parent, slice_file, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(tasks.tune, "delay", sent.append)
    with django_capture_on_commit_callbacks(execute=True):
        said = tune(slice_file, "--base", parent, "--name", "mine")
    row = TunedModel.objects.get()
    assert (said, sent) == ("mine: queued, 0 of 40 steps.\n", [row.pk])
    monkeypatch.setattr(learners, "lora", SmallLearner)
    tasks.tune(row.pk)
    row.refresh_from_db()
    assert (row.status, len(row.losses)) == (Status.READY, 40)


def test_where_the_libraries_are_missing_it_says_how_to_have_them(parent, slice_file, monkeypatch):
    def missing(base, plan):
        raise learners.NotInstalled(
            "No module named 'peft'; `make models` installs what is needed."
        )

    monkeypatch.setattr(learners, "lora", missing)
    with pytest.raises(CommandError, match="No module named 'peft'; `make models` installs"):
        tune(slice_file, "--base", parent, "--here")
    assert TunedModel.objects.get().status == Status.FAILED


def test_a_worker_with_other_models_in_its_memory_does_not_tune(parent, slice_file, monkeypatch):
    tune(slice_file, "--base", parent, "--name", "mine")
    monkeypatch.setattr(clients, "_pool", object)
    tuning_desk.tune_slice(TunedModel.objects.get().pk)
    row = TunedModel.objects.get()
    assert (row.status, row.losses) == (Status.FAILED, [])
    assert "was not started with --pool solo" in row.reason


def test_the_command_names_what_is_wrong_with_the_slice_and_the_plan(parent, slice_file, tmp_path):
    with pytest.raises(CommandError, match="steps: 0 is out of 1 to 100000. rank: 999"):
        tune(slice_file, "--base", parent, "--steps", 0, "--rank", 999)
    with pytest.raises(CommandError, match="holds no file that ends in .jsonl"):
        tune(parent, "--base", parent)
    with pytest.raises(CommandError, match="a name has letters, digits, - and _ only"):
        tune(slice_file, "--base", parent, "--name", "a b")
    assert not TunedModel.objects.exists()
