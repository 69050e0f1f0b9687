"""The page on which a rater judges, as values: nothing on it comes from another rater."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from annotation import judgement_forms
from annotation.judgement_forms import COMMENT, WHY, Filled
from annotation.kinds.base import BadAnswer, Form
from annotation.kinds.registry import KINDS
from annotation.models import Judgement, Rater, Study, Unit
from annotation.pages import judging_words
from annotation.pages.annotators import Words
from annotation.pages.judging_questions import Asked, asked_of
from annotation.pages.judging_words import Clash, Feedback
from annotation.services.said import form_key

GONE = Words(
    "This unit is not yours to judge now",
    "Nothing was stored for it. There may be another one.",
    "Go on",
)
PLAYED = Words(
    "You played games of this catalogue",
    "Whoever played them to measure how well people do may not judge its units. Nothing was "
    "stored.",
)


@dataclass(frozen=True)
class Origin:
    """What a rater's post says of the form that it comes from.

    key: under which it is stored once. revision: of what is stored, 0 for nothing.
    draft: under which a browser keeps what is not sent yet.
    """

    key: uuid.UUID
    revision: int
    draft: str


@dataclass(frozen=True)
class Shown:
    """A unit with its form.

    problem: what is wrong with the form as a whole, with the comment, with the reason to skip.
    origin: of a rater's form; None of an adjudicator's.
    """

    unit: Unit
    template: str
    asked: tuple[Asked, ...]
    filled: Filled
    problem: str
    comment_problem: str
    skip_problem: str
    origin: Origin | None

    @property
    def at_once(self) -> bool:
        """Whether one press answers it, for there is one question with one choice."""
        return len(self.asked) == 1 and self.asked[0].question.form == Form.ONE

    @property
    def snapshot(self) -> Mapping[str, object]:
        return dict(self.unit.snapshot)

    @property
    def skips(self) -> list[tuple[str, str, str]]:
        """Value, words and key of each reason to skip it, but for what is an answer here."""
        told = any(option.mark == "unsure" for asked in self.asked for option in asked.options)
        offered = [
            (str(value), str(words))
            for value, words in Judgement.Skip.choices
            if not (told and value == Judgement.Skip.UNSURE)
        ]
        return [(value, words, str(key)) for key, (value, words) in enumerate(offered, start=1)]

    @property
    def skipped(self) -> str:
        """Why it is skipped, in words."""
        return judging_words.skip_words(self.filled.skip)

    @property
    def parts(self) -> int:
        """How many parts the keyboard goes through."""
        return sum(len(asked.groups) if asked.split else 1 for asked in self.asked)

    @property
    def has_boxes(self) -> bool:
        return any(asked.question.form == Form.SOME for asked in self.asked)

    @property
    def has_order(self) -> bool:
        return any(asked.question.form == Form.ORDER for asked in self.asked)


@dataclass(frozen=True)
class Lost:
    """What came too late to be stored. lines: none of a skip."""

    lines: tuple[judging_words.Line, ...]
    comment: str


@dataclass(frozen=True)
class Page:
    """What the judging page shows: a unit with its form, or what came of it, or no unit.

    judgement: of the unit, which its rater may change. feedback: what was expected of it.
    clash: two answers to it, with the seconds of the second. same: whether it is about the same
    thing as the unit before. note: what became of the unit before. rest: what is said without a
    unit. lost: what was sent last and not stored.
    """

    shown: Shown | None = None
    judgement: Judgement | None = None
    feedback: Feedback | None = None
    clash: Clash | None = None
    seconds: float | None = None
    same: bool = False
    note: str = ""
    rest: Words | None = None
    lost: Lost | None = None

    @property
    def shows_training(self) -> bool:
        return self.shown is not None and self.shown.unit.training


def show(
    study: Study,
    unit: Unit,
    filled: Filled,
    *,
    broken: BadAnswer | None = None,
    origin: Origin | None = None,
) -> Shown:
    """filled: what is chosen on the form as it opens. broken: what was wrong with it."""
    kind = KINDS[study.kind]
    questions = kind.questions(unit.snapshot)
    about = broken.question if broken else ""
    known = {COMMENT, WHY, *(each.name for each in questions)}
    return Shown(
        unit=unit,
        template=f"annotation/kinds/{kind.key}.html",
        asked=asked_of([each for each in questions if each.name != COMMENT], filled, broken),
        filled=filled,
        problem=str(broken) if broken and about not in known else "",
        comment_problem=str(broken) if broken and about == COMMENT else "",
        skip_problem=str(broken) if broken and about == WHY else "",
        origin=origin,
    )


def origin_of(rater: Rater, unit: Unit, revision: int = 0) -> Origin:
    """Of a new form that shows the unit to the rater."""
    draft = f"{rater.study_id}/{unit.pk}/{rater.pseudonym}/{revision}"
    return Origin(form_key(rater, unit), revision, draft)


def fresh(rater: Rater, unit: Unit) -> Shown:
    """A unit that the rater has a seat for."""
    filled = judgement_forms.opened(unit.snapshot)
    return show(rater.study, unit, filled, origin=origin_of(rater, unit))


def again(rater: Rater, judgement: Judgement) -> Shown:
    """A unit with what the rater said of it, to be changed."""
    unit, filled = judgement.unit, judgement_forms.stored(judgement)
    origin = origin_of(rater, unit, judgement.revision)
    return show(rater.study, unit, filled, origin=origin)
