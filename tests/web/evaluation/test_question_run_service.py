"""A run over a question set is made, tried out, compared with what it began with, and reported."""

import io
import json
import uuid

import pytest
from django.core.management import CommandError, call_command

from evaluation import run_specs
from evaluation.coat.variations import Kind
from evaluation.models import Choice, Episode, Question, QuestionSet, Run
from evaluation.services import changed_facts, runs
from evaluation.services.runs import RunRefused
from games.llm.chat import Listing, ModelRefused, Reply
from tests import asking, coat_rows, make
from tests.asking import Answerer

pytestmark = pytest.mark.django_db


@pytest.fixture
def eight(db) -> QuestionSet:
    return coat_rows.made(Kind.TASK_1, "1", size=8)


def refusals(row, **tables) -> list[str]:
    with pytest.raises(RunRefused) as refused:
        asking.run(row, **tables)
    return [problem.key for problem in refused.value.problems]


def checks(run: Run) -> dict[str, str]:
    return {each["name"]: each["state"] for each in run.checked["results"]}


def test_the_plan_is_frozen_in_rows(eight):
    run = asking.run(eight, run={"repeats": 2, "workers": 3}, questions={"limit": 5})
    assert (run.kind, run.question_set, run.protocol) == ("questions", eight, None)
    rows = list(run.episodes.order_by("number").values_list("repeat", "question"))
    assert [repeat for repeat, _ in rows] == [1] * 5 + [2] * 5
    assert [pk for _, pk in rows[:5]] == [pk for _, pk in rows[5:]]
    assert run.workers.count() == 3 and not run.players.exists()
    assert run.facts["question_set"]["sha256"] == eight.sha256
    assert run.facts["prompts"].keys() == {"single"} and run.facts["reader"] == "choice-1"


def test_the_same_key_makes_no_second_run(eight):
    spec, key = run_specs.of_json(asking.tables(eight)), uuid.uuid4()
    first = runs.create_run(spec, key=key, now=make.NOW)
    assert runs.create_run(spec, key=key, now=make.NOW) == first
    assert Episode.objects.count() == 8


def test_the_same_seed_draws_the_same_questions(eight):
    numbers = [
        list(
            asking.run(eight, run={"seed": seed}, questions={"limit": 4})
            .episodes.order_by("number")
            .values_list("question__number", flat=True)
        )
        for seed in (7, 7, 8)
    ]
    assert numbers[0] == numbers[1] != numbers[2]


def test_a_set_that_is_not_there_or_not_ready_or_too_small_is_refused(eight):
    waiting = coat_rows.queued(Kind.TASK_1, "2")
    assert refusals(QuestionSet(slug="none-of-them")) == ["questions.set"]
    assert refusals(waiting) == ["questions.set"]
    assert refusals(eight, questions={"limit": 9}) == ["questions.limit"]
    assert refusals(eight, questions={"set_up": "modular"}) == ["questions.set_up"]
    assert not Run.objects.exists()


def test_a_key_that_may_not_go_to_a_server_is_refused(eight):
    assert refusals(eight, model={"key_variable": "TINY_KEY"}) == ["model.key_variable"]


def test_a_run_is_tried_out_with_its_first_question_and_frozen(eight):
    model = Answerer(lambda call: "A")
    run = asking.play(asking.run(eight), model, tried_out=True)
    assert run.status == "complete" and run.sha256
    assert checks(run) == {
        "server": "passed", "model": "passed", "system role": "passed", "text": "passed",
        "context": "passed",
    }  # fmt: skip
    first = run.episodes.get(number=1).question
    assert asking.knows(eight)[model.calls[0].text] == first.answer
    assert run.facts["model"]["answers_as"] == "tiny"
    assert (run.checked["spent"]["calls"], len(model.calls)) == (1, 9)


def test_a_model_without_a_system_message_is_told_all_in_one(eight):
    class Plain(Answerer):
        async def generate(self, messages, options):
            if messages[0].role == "system":
                raise ModelRefused("no system", 400)
            return await super().generate(messages, options)

    run = asking.run(eight)
    # The client joins the messages once that is known; without one the run's calls are refused.
    run = asking.play(run, Plain(lambda call: "A"), tried_out=True)
    assert checks(run)["system role"] == "noted" and run.checked["system_role"] is False


def test_a_context_that_is_too_small_for_the_longest_question_pauses_the_run(eight):
    model = Answerer(lambda call: "A", found=Listing(("tiny",), 150))
    run = asking.play(asking.run(eight), model, tried_out=True)
    assert (run.status, run.reason) == ("paused", "preflight")
    assert checks(run)["context"] == "failed" and len(model.calls) == 1


def test_log_probabilities_that_do_not_come_pause_the_run(eight):
    run = asking.run(eight, questions={"scoring": "logprobs"})
    run = asking.play(run, Answerer(lambda call: "A"), tried_out=True)
    assert checks(run)["log-probabilities"] == "failed" and run.reason == "preflight"


def test_a_run_by_log_probabilities_takes_the_likeliest_letter(eight):
    said = Reply("B", "tiny", 90, 1, first_logprobs={"A": -0.2, " B": -2.0})
    run = asking.run(eight, questions={"scoring": "logprobs"})
    model = Answerer(lambda call: said)
    run = asking.play(run, model, tried_out=True)
    assert run.status == "complete"
    choice = run.episodes.get(number=1).choice
    assert (choice.letter, choice.logprobs) == ("A", pytest.approx({"A": -0.2, "B": -2.0}))
    assert {(c.options.max_tokens, c.options.top_logprobs) for c in model.calls[2:]} == {(1, 20)}


def test_a_modular_run_asks_for_the_objects_first():
    full = coat_rows.made(Kind.FULL_MODERATE, "2-1-0", size=4)
    all_named = Answerer(
        lambda call: call.text.split("Objects:\n")[1].replace("- ", "") if call.lists else "A"
    )
    run = asking.run(full, questions={"set_up": "modular"})
    run = asking.play(run, all_named, tried_out=True)
    assert run.status == "complete"
    choice = run.episodes.get(number=1).choice
    assert (choice.letter, choice.kept, choice.calls) == ("A", "ABCD", 2)
    assert set(run.facts["prompts"]) == {"single", "objects"}
    assert checks(run)["list"] == "passed"
    # One call of each stage before the run, then two for each of the four questions.
    assert len(all_named.calls) == 2 + 8


def test_a_first_stage_that_is_no_list_is_noted_before_the_run():
    full = coat_rows.made(Kind.FULL_MODERATE, "2-1-0", size=4)
    run = asking.run(full, questions={"set_up": "modular", "retries": 0})
    run = asking.play(run, Answerer(lambda call: "I cannot say."), tried_out=True)
    assert checks(run)["list"] == "noted" and run.status == "complete"
    assert set(Choice.objects.values_list("why", flat=True)) == {"no_list"}


def test_both_models_are_tried_out_and_frozen():
    full = coat_rows.made(Kind.FULL_MODERATE, "2-1-0", size=4)
    run = asking.run(
        full, questions={"set_up": "modular"}, stage_model={**asking.MODEL, "name": "lister"}
    )
    nothing = Answerer(lambda call: '{"objects": []}', "lister")
    run = asking.play(run, Answerer(lambda call: "A"), nothing, tried_out=True)
    assert run.status == "complete" and checks(run)["stage model: list"] == "passed"
    assert run.facts["stage_model"]["answers_as"] == "lister"
    assert run.episodes.get(number=1).choice.why == "none_kept"


def test_a_set_whose_questions_changed_pauses_the_run_until_it_is_put_back(eight):
    run = asking.run(eight)
    run = asking.play(run, Answerer(lambda call: "A"), tried_out=True, slices_at_most=1)
    row = Question.objects.get(question_set=eight, number=8)
    Question.objects.filter(pk=row.pk).update(line=row.line.replace("mass", "Mass"))
    run = asking.play(run, model := Answerer(lambda call: "A"), tried_out=True)
    assert (run.status, run.reason, model.calls) == ("paused", "other_facts", [])
    (change,) = changed_facts.waiting_of(run)
    assert change.fact == "question_set sha256" and not change.comparable
    Question.objects.filter(pk=row.pk).update(line=row.line)
    assert changed_facts.resume(run.pk)
    assert asking.play(run, model, tried_out=True).status == "complete"


def test_a_set_that_changed_before_its_run_began_is_found_in_the_pre_flight(eight):
    run = asking.run(eight)
    Question.objects.filter(question_set=eight, number=8).update(line="{}\n")
    run = asking.play(run, Answerer(lambda call: "A"), tried_out=True)
    assert (run.reason, checks(run)) == ("preflight", {"question set": "failed"})


def test_a_model_that_answers_under_another_name_pauses_the_run(eight):
    run = asking.run(eight, run={"concurrency": 1})
    asking.play(run, Answerer(lambda call: "A"), tried_out=True, slices_at_most=1)
    other = Answerer(lambda call: Reply("A", "tiny-2", 90, 1))
    run = asking.play(run, other, tried_out=True)
    assert (run.status, run.reason) == ("paused", "other_facts")


def test_the_command_takes_a_spec_of_questions_and_prints_its_figures(eight, tmp_path):
    spec = tmp_path / "spec.toml"
    tables = asking.tables(eight)
    spec.write_text(
        "\n".join(
            f"[{name}]\n" + "\n".join(f"{key} = {json.dumps(v)}" for key, v in table.items())
            for name, table in tables.items()
        )
    )
    out = io.StringIO()
    with asking.answered_by(tiny=Answerer(asking.right(eight))):
        call_command("run_evaluation", str(spec), "--workers-inline", stdout=out)
    run = Run.objects.get()
    assert f"{run.slug}: 8 questions." in out.getvalue()
    # Eight of eight: Wilson's interval begins at 8 / (8 + 1.96^2) = 0.676.
    accuracy = "accuracy: 100.0% (67.6% to 100.0%) of 8 questions; by chance 20.0%"
    assert accuracy in out.getvalue()
    out = io.StringIO()
    call_command("run_status", run.slug, stdout=out)
    assert f"8 of 8 questions done\ntiny on {eight.slug}: task-1" in out.getvalue()
    assert accuracy in out.getvalue()


def test_commands_about_games_name_a_run_of_questions_as_what_it_is(eight):
    run = asking.run(eight)
    with pytest.raises(CommandError, match=f"No run of games.*{run.slug}"):
        call_command("reread_run", run.slug)


def test_a_second_model_that_answers_under_another_name_pauses_the_run_until_accepted():
    full = coat_rows.made(Kind.FULL_MODERATE, "2-1-0", size=6)
    run = asking.run(
        full,
        run={"concurrency": 1},
        questions={"set_up": "modular"},
        stage_model={**asking.MODEL, "name": "lister"},
    )
    answers = Answerer(lambda call: "A")
    same = Answerer(lambda call: '{"objects": []}', "lister")
    asking.play(run, answers, same, tried_out=True, slices_at_most=1)
    other = Answerer(lambda call: Reply('{"objects": []}', "lister-2", 90, 1), "lister")
    run = asking.play(run, answers, other, tried_out=True)
    (change,) = changed_facts.waiting_of(run)
    assert (change.fact, change.found) == ("stage_model answers_as", "lister-2")
    assert change.comparable and changed_facts.resume(run.pk)
    assert asking.play(run, answers, other, tried_out=True).status == "complete"


def test_a_model_of_a_suite_answers_a_question_set(eight, tmp_path, sent_runs):
    spec = tmp_path / "spec.toml"
    spec.write_text(f'[questions]\nset = "{eight.slug}"\n')
    chosen = ("--suite", "affordance20q-2026", "--model", "phi-4", "--address", "http://gpu1/v1")
    call_command("run_evaluation", str(spec), *chosen, stdout=io.StringIO())
    run = Run.objects.get()
    assert sent_runs == [run.pk] and run.kind == "questions"
    assert run.spec["model"]["address"] == "http://gpu1/v1" and "questioner" not in run.spec


def test_a_spec_that_is_wrong_makes_no_run_and_says_all_that_is(eight, tmp_path):
    spec = tmp_path / "spec.toml"
    spec.write_text(f'[questions]\nset = "{eight.slug}"\nscoring = "guess"\n[games]\n')
    with pytest.raises(CommandError) as raised:
        call_command("run_evaluation", str(spec), stdout=io.StringIO())
    said = str(raised.value)
    assert "games: A run over a question set has no such table; leave it out." in said
    assert "questions.scoring" in said and "model.address" in said
    assert not Run.objects.exists()
