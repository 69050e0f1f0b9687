"""A run goes on only under what it was frozen with, or where a researcher says so."""

import uuid
from dataclasses import dataclass

import pytest
from django.utils import timezone

from evaluation import casting, facts, first_look, model_facts, specs, tasks
from evaluation.models import FactChange, Run
from evaluation.pages import run_card, run_page
from evaluation.services import changed_facts, control, runs
from games.llm import loop
from games.llm.chat import Listing, ModelUnavailable
from games.management import catalogue_folders
from games.services.catalogue import import_catalogue
from tests.lab import MINI

pytestmark = pytest.mark.django_db
GREEDY = {"questioner": {"kind": "greedy"}}
SERVED = {"model": {"address": "http://127.0.0.1:1/v1", "name": "tiny"}}
TEMPLATE = "{{ messages }}"


@dataclass
class Server:
    """What a model's server says of it; nobody calls the model."""

    found: Listing | Exception
    name: str = "tiny"

    async def listing(self):
        if isinstance(self.found, Exception):
            raise self.found
        return self.found

    async def generate(self, messages, options):
        raise AssertionError("a comparison calls no model")


def created(tables=GREEDY) -> Run:
    import_catalogue(catalogue_folders.files_in(MINI))
    spec = specs.of_json({"games": {"catalogue": "mini-1"}, **tables})
    return runs.create_run(spec, key=uuid.uuid4(), now=timezone.now())


def frozen(tables=GREEDY, model=None) -> Run:
    """Tried out, and running."""
    run = created(tables)
    runs.freeze(run, model or {}, checked={"passed": True})
    Run.objects.update(status="running")
    run.refresh_from_db()
    return run


def began_with(run: Run, **changed) -> Run:
    """As if the run had been frozen with these facts."""
    Run.objects.filter(pk=run.pk).update(facts={**run.facts, **changed})
    run.refresh_from_db()
    return run


def examined(run: Run) -> bool:
    went_on = first_look.examine(run, loop.wait_for)
    run.refresh_from_db()
    return went_on


def test_a_run_under_what_it_was_frozen_with_goes_on():
    run = frozen()
    assert examined(run) and run.status == "running"
    assert not FactChange.objects.exists()


def test_facts_of_the_process_are_those_of_the_worker_that_freezes_the_run(monkeypatch):
    run = created()
    here = facts.of_process()
    monkeypatch.setattr(facts, "of_process", lambda: {**here, "packages": {"Django": "9.9"}})
    runs.freeze(run, {}, checked={"passed": True})
    run.refresh_from_db()
    assert run.facts["packages"] == {"Django": "9.9"}
    assert run.facts["catalogue"]["version"] == "mini-1"


def test_another_version_of_a_package_pauses_the_run_and_says_which():
    run = frozen()
    began_with(run, packages={**run.facts["packages"], "numpy": "1.0"})
    assert not examined(run)
    assert (run.status, run.reason) == ("paused", "other_facts")
    shown = run_page.progress_of(run, timezone.now())
    numpy = facts.of_process()["packages"]["numpy"]
    assert f"packages numpy was 1.0 and is {numpy}." in shown.sentence
    assert "its card then says what changed" in shown.advice
    assert examined(began_with(run, packages=facts.of_process()["packages"]))


def test_a_researcher_may_go_on_with_it_and_the_card_says_so():
    run = frozen()
    began_with(run, python="2.7")
    assert not examined(run)
    assert changed_facts.resume(run.pk) and not changed_facts.resume(run.pk)
    run.refresh_from_db()
    assert run.status == "queued"
    assert not run_card.card_of(run)["changes"]
    assert examined(run)
    (told,) = run_card.card_of(run)["changes"]
    assert told.startswith(f"python was 2.7 and is {facts.of_process()['python']}, from ")
    assert "after 0 games" in told
    assert examined(run) and len(run_card.card_of(run)["changes"]) == 1


def test_what_was_put_back_before_it_was_played_is_not_on_the_card():
    run = frozen()
    python = run.facts["python"]
    began_with(run, python="2.7")
    assert not examined(run)
    changed_facts.resume(run.pk)
    assert examined(began_with(run, python=python))
    assert run_card.card_of(run)["changes"] == []


def test_other_prompts_are_never_mixed_in():
    run = frozen(SERVED)
    prompts = run.facts["prompts"]
    began_with(run, prompts={**prompts, "questioner": "0" * 64})
    for _ in range(2):
        assert not examined(run)
        assert (run.status, run.reason) == ("paused", "other_facts")
        shown = run_page.progress_of(run, timezone.now())
        assert "prompts questioner was 000000000000 and is " in shown.sentence
        assert "cannot stand in one figure" in shown.advice
        assert changed_facts.resume(run.pk)
        run.refresh_from_db()
    assert examined(began_with(run, prompts=prompts))
    assert run_card.card_of(run)["changes"] == []


def test_a_program_is_told_nothing_and_prompts_are_nothing_to_it():
    run = frozen()
    assert examined(began_with(run, prompts={"questioner": "0" * 64}))


def test_another_catalogue_is_never_mixed_in():
    run = frozen()
    assert not examined(began_with(run, catalogue={"version": "mini-1", "sha256": "0" * 64}))


def test_another_list_is_never_mixed_in():
    run = frozen({"questioner": {"kind": "fix20q"}})
    listed = {**run.facts["fixed_list"], "sha256": "0" * 64}
    assert not examined(began_with(run, fixed_list=listed))


@pytest.mark.parametrize(
    ("now", "fact"),
    [
        (Listing(("tiny",), 4096, "hub/other", TEMPLATE), "model root"),
        (Listing(("tiny",), 4096, "hub/tiny", "other"), "model chat_template_sha256"),
        (Listing(("tiny",), 2048, "hub/tiny", TEMPLATE), "model context"),
        (Listing(("tiny",), 4096, "hub/tiny", TEMPLATE), ""),
        (Listing(("tiny",)), ""),
        (ModelUnavailable("gone"), ""),
    ],
)
def test_the_model_at_the_server_is_looked_at_without_a_call(monkeypatch, now, fact):
    then = Listing(("tiny",), 4096, "hub/tiny", TEMPLATE)
    run = frozen(SERVED, model_facts.of_listing(then))
    monkeypatch.setattr(casting, "model_of", lambda spec, run: Server(now))
    assert examined(run) is not bool(fact)
    assert [row.fact for row in FactChange.objects.all()] == ([fact] if fact else [])


def test_workers_of_two_versions_share_a_run_once_both_are_accepted():
    run = frozen()
    began_with(run, python="2.7")
    assert not examined(run)
    changed_facts.resume(run.pk)
    assert examined(run)
    assert examined(began_with(run, python=facts.of_process()["python"]))
    assert examined(began_with(run, python="2.7"))


def test_a_paused_run_keeps_its_own_reason():
    run = frozen()
    control.pause(run.pk)
    assert not examined(began_with(run, python="2.7"))
    assert (run.reason, FactChange.objects.count()) == ("by_hand", 0)


def test_a_whole_run_is_compared_by_each_of_its_slices():
    run = created()
    tasks.play_here(run.pk)
    run.refresh_from_db()
    assert run.sha256 and run.status == "running"
    began_with(run, python="2.7")
    done = run.episodes.filter(status="done").count()
    tasks.play_here(run.pk)
    run.refresh_from_db()
    assert (run.status, run.reason) == ("paused", "other_facts")
    assert run.episodes.filter(status="done").count() == done == 3
    assert FactChange.objects.get().games_done == 3
    assert run.workers.get().holder == ""
