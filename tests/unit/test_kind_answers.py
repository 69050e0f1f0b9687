"""Posted forms become answers, answers become ratings, several answers become one."""

import pytest

from annotation.kinds import answers, consolidation
from annotation.kinds.base import BadAnswer, Choice, Form, Level, Question
from annotation.kinds.consolidation import Outcome

LETTERS = (Choice("a", "A"), Choice("b", "B"), Choice("c", "C"))


def one(**changes):
    return Question("q", "?", Form.ONE, Level.NOMINAL, LETTERS, **changes)


def some(least=0, most=None):
    return Question("q", "?", Form.SOME, Level.SETS, LETTERS, least=least, most=most)


def order(least=0, most=None):
    return Question("q", "?", Form.ORDER, Level.RANKS, LETTERS, least=least, most=most)


def words(least=0, most=5):
    return Question("q", "?", Form.TEXT, Level.NONE, least=least, most=most)


class Asking:
    """A kind that asks what it is given and refuses a with b."""

    key = title = guidelines = ""

    def __init__(self, *questions):
        self.asked = questions

    def check(self, snapshot):
        """Every snapshot will do."""

    def questions(self, snapshot):
        return self.asked

    def refuse(self, snapshot, answer):
        if answer.get("q") == ["a", "b"]:
            raise BadAnswer("", "A does not go with B.")

    def block(self, snapshot):
        return ""


def read(question, *values):
    return answers.read(Asking(question), {}, {"q": values})


def refusal(question, *values):
    with pytest.raises(BadAnswer) as caught:
        read(question, *values)
    return caught.value.question, str(caught.value)


@pytest.mark.parametrize(
    ("question", "values", "answer"),
    [
        (one(), ["b"], {"q": "b"}),
        (one(least=0), [], {}),
        (some(), ["c", "a"], {"q": ["c", "a"]}),
        (some(), [], {"q": []}),
        (order(), ["c", "a", "b"], {"q": ["c", "a", "b"]}),
        (words(), ["  hello  "], {"q": "hello"}),
        (words(), ["   "], {}),
        (words(), [], {}),
    ],
)
def test_each_form_is_read(question, values, answer):
    assert read(question, *values) == answer


def test_fields_that_nothing_asks_for_are_left_alone():
    assert answers.read(Asking(one()), {}, {"q": ["a"], "csrf": ["x"]}) == {"q": "a"}


def test_a_field_that_was_not_posted_is_an_empty_one():
    with pytest.raises(BadAnswer, match="Choose one."):
        answers.read(Asking(one()), {}, {})


@pytest.mark.parametrize(
    ("question", "values", "problem"),
    [
        (one(), ["d"], "'d' is none of the choices."),
        (one(), [""], "'' is none of the choices."),
        (one(), ["d" * 1000], f"'{'d' * 56}... is none of the choices."),
        (one(), [], "Choose one."),
        (one(), ["a", "b"], "Choose 1 at most; 2 are chosen."),
        (one(), ["a", "a"], "A choice was given twice."),
        (some(), ["a", "d"], "'d' is none of the choices."),
        (some(), ["a", "a"], "A choice was given twice."),
        (some(least=2), ["a"], "Choose 2 or more; 1 are chosen."),
        (some(most=2), ["a", "b", "c"], "Choose 2 at most; 3 are chosen."),
        (order(least=3), ["a", "b"], "Choose 3 or more; 2 are chosen."),
        (order(), ["a", "b", "a"], "A choice was given twice."),
        (words(), ["sixsix"], "6 characters; 5 at most."),
        (words(least=1), ["  "], "A text is needed here."),
        (words(), ["a\x00b"], "A character cannot be kept: U+0000."),
        (words(), ["a\ud800"], "A character cannot be kept: U+D800."),
        (words(), ["a", "b"], "2 texts were given; one is taken."),
        (words(least=3), ["ab"], "2 characters; 3 at least."),
    ],
)
def test_each_refusal_names_its_question_and_says_why(question, values, problem):
    assert refusal(question, *values) == ("q", problem)


def test_a_text_of_the_greatest_length_is_taken_without_the_spaces_around_it():
    assert read(words(most=5), " fives ") == {"q": "fives"}


def test_the_kind_refuses_what_does_not_go_together():
    assert refusal(some(), "a", "b") == ("", "A does not go with B.")


@pytest.mark.parametrize(
    ("question", "answer", "rating"),
    [
        (one(missing=frozenset("c")), {"q": "a"}, "a"),
        (one(missing=frozenset("c")), {"q": "c"}, None),
        (one(), {}, None),
        (some(), {"q": []}, []),
        (some(), {"q": ["a", "b"]}, ["a", "b"]),
        (order(), {"q": ["b", "a"]}, ["b", "a"]),
    ],
)
def test_an_answer_gives_a_rating_or_a_missing_value(question, answer, rating):
    assert answers.rating(question, answer) == rating


def consolidate(question, *given):
    return consolidation.consolidate(question, [{"q": each} for each in given])


def test_more_than_half_decide_one_choice():
    assert consolidate(one(), "a", "b", "a") == Outcome("a", {"a": 2, "b": 1}, 3)


def test_exactly_half_leaves_one_choice_open():
    outcome = consolidate(one(), "a", "a", "b", "c")
    assert outcome == Outcome(None, {"a": 2, "b": 1, "c": 1}, 4, ("a",))


def test_a_tie_leaves_one_choice_open_between_the_tied():
    assert consolidate(one(), "b", "a") == Outcome(None, {"b": 1, "a": 1}, 2, ("a", "b"))


def test_unsure_counts_among_those_who_answered_but_never_wins():
    unsure = one(missing=frozenset("c"))
    assert consolidate(unsure, "c", "c", "a").value is None
    # One a of two answers is half, not more.
    assert consolidate(unsure, "a", "c").value is None
    assert consolidate(unsure, "a", "a", "c").value == "a"


def test_who_left_a_question_out_has_no_vote():
    outcome = consolidation.consolidate(one(), [{"q": "a"}, {}, {"other": "b"}])
    assert outcome == Outcome("a", {"a": 1}, 1)


def test_each_label_of_several_needs_more_than_half():
    outcome = consolidate(some(), ["b", "a"], ["a"], ["c", "b"])
    assert outcome == Outcome(["a", "b"], {"a": 2, "b": 2, "c": 1}, 3)


def test_a_label_at_exactly_half_leaves_the_whole_set_open():
    outcome = consolidate(some(), ["a", "b"], ["a"])
    assert outcome == Outcome(None, {"a": 2, "b": 1}, 2, ("b",))


def test_empty_sets_are_answers_and_can_decide():
    assert consolidate(some(), [], [], ["a"]) == Outcome([], {"a": 1}, 3)


def test_fewer_labels_than_the_question_wants_decide_nothing():
    outcome = consolidate(some(least=1), ["a"], ["b"], ["c"])
    assert outcome == Outcome(None, {"a": 1, "b": 1, "c": 1}, 3)


def test_an_order_goes_by_the_mean_place():
    # Places from the end: c 3, 2, 3; a 2, 3, 1; b 1, 1, 2; means 8/3, 2, 4/3.
    outcome = consolidate(order(), ["c", "a", "b"], ["a", "c", "b"], ["c", "b", "a"])
    assert outcome == Outcome(["c", "a", "b"], {"a": 3, "b": 3, "c": 3}, 3)


def test_equal_mean_places_leave_an_order_open():
    outcome = consolidate(order(), ["a", "b", "c"], ["b", "a", "c"])
    assert (outcome.value, outcome.open) == (None, ("a", "b"))


def test_a_place_is_averaged_over_those_who_gave_one():
    # a alone: 1; a before b: 2 and 1; b before a: 1 and 2. Means: a 4/3, b 3/2.
    outcome = consolidate(order(), ["a"], ["a", "b"], ["b", "a"])
    assert outcome == Outcome(["b", "a"], {"a": 3, "b": 2}, 3)


def test_what_half_or_fewer_gave_a_place_is_in_no_order():
    outcome = consolidate(order(), ["a", "b"], ["a", "b"], ["a", "c", "b"], ["a", "c", "b"])
    # c by two of four. Means: a (2 + 2 + 3 + 3) / 4, b 1.
    assert outcome == Outcome(["a", "b"], {"a": 4, "b": 4, "c": 2}, 4)


def test_an_end_of_a_line_counts_as_one_character():
    assert answers.read(Asking(words()), {}, {"q": ["ab\r\ncd"]}) == {"q": "ab\ncd"}


def test_texts_are_counted_and_never_decided():
    assert consolidate(words(), "same", "same") == Outcome(None, {}, 2)


@pytest.mark.parametrize("question", [one(), some(), order(), words()])
def test_no_answers_decide_nothing(question):
    assert consolidate(question) == Outcome(None, {}, 0)
