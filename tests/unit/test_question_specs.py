"""The spec of a run over a question set, and everything that is wrong with one at once."""

import pytest

from evaluation import question_specs, run_specs, specs
from evaluation.coat.prompting import AnswerForm
from evaluation.question_spec_values import QuestionRunSpec, Scoring, SetUp
from evaluation.spec_tables import SpecError

MODEL = {"address": "http://127.0.0.1:1/v1", "name": "tiny"}
TOML = b"""
[run]
title = "Task 1 once"
repeats = 5

[questions]
set = "own-task-1-1"
limit = 50
profile = "json"

[model]
address = "http://127.0.0.1:1/v1"
name = "tiny"
"""


def spec(**tables) -> QuestionRunSpec:
    known = {"questions": {"set": "own"}, "model": MODEL}
    return question_specs.of_json(
        {name: {**known.get(name, {}), **tables.get(name, {})} for name in {**known, **tables}}
    )


def problems(**tables) -> list[str]:
    with pytest.raises(SpecError) as raised:
        spec(**tables)
    return [problem.key for problem in raised.value.problems]


def test_a_table_of_questions_tells_the_two_kinds_apart():
    read = run_specs.read_toml(TOML)
    assert isinstance(read, QuestionRunSpec)
    assert (read.run.player, read.run.repeats, read.questions.limit) == ("tiny", 5, 50)
    assert (read.questions.answer, read.questions.set_up) == (AnswerForm.JSON, SetUp.SINGLE)
    of_games = {"games": {"catalogue": "open-1"}, "model": MODEL}
    assert isinstance(run_specs.of_json(of_games), specs.RunSpec)


def test_what_is_written_out_reads_back_as_it_was():
    whole = spec(
        questions={"profile": "letter-modular", "weigh": False, "none_kept": "all-options"},
        stage_model={**MODEL, "name": "lister"},
        sampling={"temperature": 0.5},
        price={"input": 1, "output": 2},
        limits={"cost": 3},
    )
    assert question_specs.of_json(specs.as_json(whole)) == whole


def test_a_spec_is_deterministic_and_short_unless_it_says_otherwise():
    usual = spec()
    assert (usual.sampling.temperature, usual.sampling.answer_tokens) == (0, 100)
    assert question_specs.deviations(usual) == []


def test_what_is_not_as_usual_is_said():
    told = question_specs.deviations(
        spec(
            questions={"hint": False, "system": "Be quick.", "retries": 0},
            sampling={"temperature": 0.7, "answer_tokens": 5},
        )
    )
    assert told == [
        "The temperature is 0.7, not 0.",
        "An answer has at most 5 tokens, not 100.",
        "Retries for a reply without an answer: 0, not 2.",
        "The prompt leaves out hint.",
        "The prompt begins with a text of its own.",
    ]
    by_logprobs = question_specs.deviations(spec(questions={"scoring": "logprobs"}))
    assert by_logprobs[0].startswith("The likeliest letter")


def test_all_that_is_wrong_is_named_at_once():
    found = problems(
        questions={"set": "", "scoring": "guess", "retries": 99, "colour": "red"},
        games={"catalogue": "open-1"},
        sampling={"questioner_tokens": 5},
        limits={"cost": 3},
        stage_model=MODEL,
    )
    assert found == [
        "games",
        "questions.set",
        "questions.scoring",
        "questions.retries",
        "questions.colour",
        "sampling.questioner_tokens",
        "limits.cost",
        "stage_model",
    ]


@pytest.mark.parametrize(
    ("model", "questions", "key"),
    [
        ({"profile": "gemini"}, {"scoring": "logprobs"}, "questions.scoring"),
        ({"profile": "vllm-thinking"}, {"scoring": "logprobs"}, "questions.scoring"),
        ({}, {"scoring": "logprobs", "answer": "json"}, "questions.scoring"),
        ({}, {"none_kept": "all-options"}, "questions.none_kept"),
        ({}, {"profile": "json", "answer": "letter"}, "questions.profile"),
        ({}, {"profile": "poem"}, "questions.profile"),
    ],
)
def test_what_does_not_fit_together_is_refused(model, questions, key):
    assert problems(model=model, questions=questions) == [key]


def test_a_paid_model_without_a_limit_of_cost_waits_for_its_researcher():
    assert spec(model={"profile": "gemini"}).run.hold
    assert not spec().run.hold


def test_the_second_model_is_served_as_its_own_table_says():
    both = spec(questions={"set_up": "modular"}, stage_model={**MODEL, "name": "lister"})
    checked = {"passed": True, "system_role": True, "stage_model": {"passed": True}}
    checked["stage_model"]["system_role"] = False
    assert question_specs.served(both, "model", checked).system_role
    lister = question_specs.served(both, "stage_model", checked)
    assert (lister.name, lister.system_role) == ("lister", False)


def test_scoring_is_by_text_unless_it_says_otherwise():
    assert spec().questions.scoring == Scoring.TEXT
