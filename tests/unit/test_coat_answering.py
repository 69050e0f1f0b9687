"""A question being answered: the next call, or what came of it, from the replies so far."""

from math import log

import pytest

from evaluation.coat import generate, set_files
from evaluation.coat.answering import (
    Asking,
    Call,
    Heard,
    Settled,
    Stage,
    Why,
    letter_logprobs,
    next_step,
)
from evaluation.coat.labels import Labels
from evaluation.coat.modular import NoneKept
from evaluation.coat.pools import Pools
from evaluation.coat.prompting import PROFILES
from evaluation.coat.rendering import render
from evaluation.coat.stored_lines import Stored, stored_question
from evaluation.coat.variations import Kind
from tests.unit import coat_cases

LABELS = Labels()


@pytest.fixture(scope="module")
def full() -> generate.QuestionSet:
    """Three options: the right one, one of its pair's objects, one of an object of its utility."""
    spec = generate.SetSpec(Kind.FULL_MODERATE, "1-1-0", size=6, seed=1)
    return generate.generate(Pools(coat_cases.own()), spec)


@pytest.fixture(scope="module")
def stored(full) -> Stored:
    return stored_question(next(iter(set_files.set_lines(full, LABELS))))


def asking(profile: str = "letter", **fields) -> Asking:
    return Asking(Kind.FULL_MODERATE, PROFILES[profile], LABELS, **{"attempts": 2, **fields})


def answer(text: str = "", **logprobs: float) -> Heard:
    return Heard(Stage.ANSWER, text, logprobs)


def listed(*names: str) -> Heard:
    return Heard(Stage.OBJECTS, "\n".join(names))


def test_a_stored_line_is_asked_and_scored_like_the_question_it_was_made_of(full):
    lines = set_files.set_lines(full, LABELS)
    for made, line in zip(full.questions, lines, strict=True):
        back = stored_question(line)
        assert back.rendered == render(full.spec.kind, made, LABELS)
        told = [(o.object_name, o.role, o.category) for o in back.question.options]
        assert told == [(o.object_name, o.role, o.category) for o in made.options]
        assert back.question.letter == made.letter


def test_a_question_is_put_once_more_where_its_reply_is_no_answer(stored):
    first = next_step(asking(), stored, [])
    again = next_step(asking(), stored, [answer("Hm.")])
    assert isinstance(first, Call) and isinstance(again, Call)
    assert (first.attempt, again.attempt) == (1, 2) and first.messages == again.messages
    assert next_step(asking(), stored, [answer("Hm."), answer("B")]) == Settled("B")
    over = next_step(asking(), stored, [answer("Hm."), answer("A or B")])
    assert over == Settled(None, Why.NO_LETTER)


def test_two_objects_kept_are_asked_for_with_new_letters_and_mapped_back(stored):
    options = stored.question.by_letter()
    names = [LABELS.object(options[letter].object_name) for letter in ("B", "C")]
    step = next_step(asking("letter-modular"), stored, [listed(*names)])
    assert isinstance(step, Call) and step.stage == Stage.ANSWER
    assert "\nA. " in step.messages[1].text and "\nC. " not in step.messages[1].text
    assert stored.rendered.options["B"] in step.messages[1].text
    kept = "".join(k for k, o in options.items() if o.object_name != options["A"].object_name)
    found = next_step(asking("letter-modular"), stored, [listed(*names), answer("B")])
    assert isinstance(found, Settled)
    assert (found.letter, found.kept, found.why) == (kept[1], kept, None)


def test_one_object_kept_is_the_answer_without_a_second_call(stored):
    by_name: dict[str, list[str]] = {}
    for letter, option in stored.question.by_letter().items():
        by_name.setdefault(option.object_name, []).append(letter)
    name, (letter, *_) = next((n, of) for n, of in by_name.items() if len(of) == 1)
    found = next_step(asking("letter-modular"), stored, [listed(LABELS.object(name))])
    assert isinstance(found, Settled)
    assert (found.letter, found.kept, found.listed.named) == (letter, letter, (name,))


def test_no_object_kept_is_no_answer_or_all_options_go_on(stored):
    none = [Heard(Stage.OBJECTS, '{"objects": []}')]
    found = next_step(asking("letter-modular"), stored, none)
    assert isinstance(found, Settled) and (found.letter, found.why) == (None, Why.NONE_KEPT)
    rule = asking("letter-modular", none_kept=NoneKept.ALL_OPTIONS)
    step = next_step(rule, stored, none)
    assert isinstance(step, Call) and stored.rendered.whole in step.messages[1].text


def test_a_reply_that_is_no_list_is_asked_for_again_and_then_no_answer(stored):
    prose = Heard(Stage.OBJECTS, "I cannot say that.")
    again = next_step(asking("letter-modular"), stored, [prose])
    assert isinstance(again, Call) and (again.stage, again.attempt) == (Stage.OBJECTS, 2)
    over = next_step(asking("letter-modular"), stored, [prose, prose])
    assert over == Settled(None, Why.NO_LIST)


def test_the_likeliest_letter_is_the_answer_and_is_asked_for_once(stored):
    rule = asking(by_logprobs=True)
    # "A" and " A" have 0.3 and 0.25 together, more than 0.4 of B.
    tokens = {"A": log(0.3), " A": log(0.25), "B": log(0.4), "The": log(0.05)}
    found = next_step(rule, stored, [Heard(Stage.ANSWER, "B", tokens)])
    assert isinstance(found, Settled) and found.letter == "A"
    assert found.logprobs == pytest.approx({"A": log(0.55), "B": log(0.4)})
    nothing = next_step(rule, stored, [Heard(Stage.ANSWER, "B", {"The": -0.1})])
    assert nothing == Settled(None, Why.NO_LETTER, logprobs={})


def test_log_probabilities_of_the_second_stage_are_told_by_the_letters_of_the_first(stored):
    options = stored.question.by_letter()
    names = [LABELS.object(options[letter].object_name) for letter in ("B", "C")]
    rule = asking("letter-modular", by_logprobs=True)
    second = Heard(Stage.ANSWER, "A", {"A": -0.1, "B": -3.0})
    found = next_step(rule, stored, [listed(*names), second])
    assert isinstance(found, Settled)
    assert list(found.logprobs) == list(found.kept[:2]) and found.letter == found.kept[0]


def test_letters_that_are_no_option_have_no_log_probability():
    assert letter_logprobs({"D": -0.5, "A": -1.0}, "ABC") == {"A": pytest.approx(-1.0)}
