"""What a model is told: all that is static first, and nothing that tells the answer."""

from dataclasses import replace

import pytest

from evaluation.coat import generate, prompts
from evaluation.coat.choices import chosen_letter, likeliest_letter
from evaluation.coat.generate import SetSpec
from evaluation.coat.labels import VALUES, Labels
from evaluation.coat.pools import Pools
from evaluation.coat.prompting import (
    PROFILES,
    AnswerForm,
    Profile,
    answer_text,
    messages,
    system_text,
)
from evaluation.coat.rendering import render
from evaluation.coat.variations import PHYSICAL, VARIATIONS, Kind
from tests.unit.coat_cases import own


def questions(kind):
    name = list(VARIATIONS[kind])[0]
    return generate.generate(Pools(own()), SetSpec(kind, name, 20, 3)).questions


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("profile", [PROFILES["letter"], PROFILES["json"]])
def test_the_static_text_comes_first_and_is_the_same_for_all_questions_of_a_kind(kind, profile):
    asked = [messages(profile, kind, render(kind, each, Labels())) for each in questions(kind)]
    assert {each[0].text for each in asked} == {system_text(profile, kind)}
    assert len({each[1].text for each in asked}) == len(asked)
    assert [message.role for message in asked[0]] == ["system", "user"]


@pytest.mark.parametrize("kind", Kind)
def test_the_user_s_message_is_the_question_as_it_is_rendered(kind):
    first = questions(kind)[0]
    shown = render(kind, first, Labels())
    assert messages(Profile(), kind, shown)[1].text == shown.whole
    moved = replace(first, answer=1 - first.answer if first.answer < 2 else 0)
    assert messages(Profile(), kind, render(kind, moved, Labels())) == messages(
        Profile(), kind, shown
    )


@pytest.mark.parametrize("kind", Kind)
def test_availability_is_explained_where_states_are_shown(kind):
    for value in ("reversible-using", "irreversible-using"):
        assert (f'"{VALUES[value]}"' in system_text(Profile(), kind)) == (kind in PHYSICAL)
    assert "in use (" not in system_text(Profile(gloss=False), kind)


def test_the_hint_is_task_2_s_alone_and_can_be_left_out():
    hint = prompts.load("single").sections["hint"]
    assert [kind for kind in Kind if hint in system_text(Profile(), kind)] == [Kind.TASK_2]
    assert hint not in system_text(Profile(hint=False), Kind.TASK_2)


def test_a_system_text_of_one_s_own_stands_in_place_of_ours():
    told = system_text(Profile(system="You run a kitchen."), Kind.TASK_0)
    assert told.startswith("You run a kitchen.\n\n")
    assert prompts.load("single").sections["system"] not in told


def test_what_counts_is_said_unless_it_is_left_out():
    sections = prompts.load("single").sections
    assert sections["weigh_objects"] in system_text(Profile(), Kind.TASK_0)
    assert sections["weigh_states"] in system_text(Profile(), Kind.FULL_IDEAL)
    assert sections["weigh_states"] not in system_text(Profile(weigh=False), Kind.FULL_IDEAL)


@pytest.mark.parametrize("form", AnswerForm)
def test_a_reply_in_the_form_that_is_asked_for_is_read(form):
    assert system_text(Profile(form), Kind.TASK_1).endswith(prompts.load("single").sections[form])
    shown = render(Kind.TASK_1, questions(Kind.TASK_1)[0], Labels())
    assert chosen_letter(answer_text(form, "C"), shown) == "C"


def test_no_example_of_a_form_names_a_letter_that_an_option_may_have():
    assert '{"answer": "X"}' in prompts.load("single").sections["json"]


def test_a_profile_s_document_tells_the_words_by_their_hashes():
    told = PROFILES["json-modular"].document()
    assert told["prompts"] == {
        "single": prompts.load("single").sha256,
        "objects": prompts.load("objects").sha256,
    }
    assert set(Profile().document()["prompts"]) == {"single"}
    assert PROFILES["letter"].document() != PROFILES["json"].document()


@pytest.mark.parametrize(
    ("logprobs", "letter"),
    [
        ({"A": -0.5, "B": -1.0}, "A"),
        ({"A": -1.0, " A": -1.0, "B": -0.5}, "A"),  # 0.37 twice against 0.61
        ({"A": -1.0, "B": -1.0}, None),
        ({"A": -1.0, "B": -1.0, "C": -0.1}, "C"),
        ({"The": -0.1, "b": -0.2, "B": -9.0}, "B"),
        ({"E": -0.1}, None),
        ({}, None),
        ({"A": -2000.0, "B": -1000.0}, "B"),
        ({"A": float("-inf")}, None),
    ],
)
def test_the_likeliest_letter_is_chosen_and_a_tie_is_no_answer(logprobs, letter):
    assert likeliest_letter(logprobs, ["A", "B", "C", "D"]) == letter
