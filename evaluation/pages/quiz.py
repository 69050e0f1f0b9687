"""A question as a person in a quiz sees it; nothing on the page tells which answer is right."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation import coat_stored
from evaluation.coat.questions import Option
from evaluation.coat.quiz_orders import order_of
from evaluation.coat.rendering import question_text
from evaluation.coat.variations import Kind
from evaluation.models import Quiz, QuizSitting
from evaluation.pages import coat_words
from evaluation.services import quizzes


@dataclass(frozen=True)
class Shown:
    """key: beside the letter, its place among the options.

    values: of a state, as far as not all options have them; none without a state.
    """

    letter: str
    key: int
    label: str
    values: Sequence[str]


@dataclass(frozen=True)
class QuizQuestion:
    """place: in the person's order, of `of`. shared: name and value of what all options have."""

    place: int
    of: int
    text: str
    options: Sequence[Shown]
    shared: Sequence[tuple[str, str]]

    @property
    def share(self) -> float:
        """Of the person's questions, how many are done."""
        return (self.place - 1) / self.of


def question_of(sitting: QuizSitting, place: int) -> QuizQuestion:
    row = sitting.quiz.question_set
    found = coat_stored.question_in(row, quizzes.question_at(sitting, place).line)
    labels = coat_stored.labels_of(row.catalogue_id)
    by_letter = found.by_letter()
    values = {letter: _values(option) for letter, option in by_letter.items()}
    shared = [len(set(column)) == 1 for column in zip(*values.values(), strict=True)]
    options = [
        Shown(
            letter,
            at,
            labels.object(option.object_name),
            [value for value, alike in zip(values[letter], shared, strict=True) if not alike],
        )
        for at, (letter, option) in enumerate(by_letter.items(), start=1)
    ]
    named = zip(coat_words.ASIDE, next(iter(values.values())), shared, strict=False)
    return QuizQuestion(
        place=place,
        of=len(sitting.numbers),
        text=question_text(Kind(row.kind), found, labels),
        options=options,
        shared=[(name, value) for name, value, alike in named if alike],
    )


def preview_of(quiz: Quiz, answered: int) -> QuizQuestion:
    """What the first person sees after the answer at that place; the first again at the end.

    Nothing is stored.
    """
    order = order_of(1, questions=quiz.questions, of=quiz.question_set.count, seed=quiz.seed)
    nobody = QuizSitting(quiz=quiz, number=1, numbers=order)
    return question_of(nobody, answered + 1 if answered < len(order) else 1)


def _values(option: Option) -> Sequence[str]:
    return coat_words.values(option.configuration.state) if option.configuration else ()
