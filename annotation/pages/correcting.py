"""What the corrections page says: wrong answers of the Oracle, and the plays they were said in."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from annotation.models import Correction, Study
from annotation.services import corrections
from annotation.services.consensus import uncounted, uncounted_sentence
from annotation.services.corrections import Due, Touched, Wrong
from games.models import Play, Turn
from games.rules import Answer

ROWS_A_PAGE = 50
SHOWN = 50
OUTCOMES = {
    "won": "ended, won",
    "lost": "ended, lost",
    "out_of_turns": "ended, out of turns",
    "aborted": "stopped",
    "": "going on",
}


@dataclass(frozen=True)
class TouchedTurn:
    """said: what the player was told. right: what people decided."""

    play: str
    kind: str
    turn: int
    question: str
    said: str
    right: str
    outcome: str


@dataclass(frozen=True)
class WrongAnswer:
    """stored: what players get now. source: who the right answer is from."""

    object: str
    question: str
    stored: str
    right: str
    source: str
    reason: str


@dataclass(frozen=True)
class Corrected:
    """revision: the number of the row that players get now."""

    object: str
    question: str
    was: str
    now: str
    revision: int


@dataclass(frozen=True)
class CorrectionsPage:
    """wrong: the first of those that are due. made: the first corrections.

    warning: why the votes have to be counted first; "" where they are.
    """

    due: Due
    warning: str
    wrong: Sequence[WrongAnswer]
    made: Sequence[Corrected]
    touched: Touched
    page: Page[Turn]
    turns: Sequence[TouchedTurn]


def corrections_page(study: Study, number: str | None) -> CorrectionsPage:
    found, units = corrections.due(study), uncounted(study)
    page = Paginator(corrections.touched_turns(study), ROWS_A_PAGE).get_page(number)
    return CorrectionsPage(
        due=found,
        warning=uncounted_sentence(units) if units else "",
        wrong=[_wrong(each) for each in found.wrong[:SHOWN]],
        made=[_corrected(each) for each in corrections.corrections_of(study)[:SHOWN]],
        touched=corrections.touched(study),
        page=page,
        turns=_turns(study, page),
    )


def _wrong(wrong: Wrong) -> WrongAnswer:
    unit = wrong.unit
    return WrongAnswer(
        object=unit.told("object"),
        question=unit.told("question"),
        stored=words(wrong.stored.answer),
        right=words(wrong.right),
        source=wrong.source,
        reason=unit.reason("answer"),
    )


def _corrected(made: Correction) -> Corrected:
    return Corrected(
        object=made.unit.snapshot["object"],
        question=made.unit.snapshot["question"],
        was=words(made.before.answer),
        now=words(made.after.answer),
        revision=made.after.revision,
    )


def _turns(study: Study, page: Page[Turn]) -> list[TouchedTurn]:
    rows = list(page.object_list)
    made = corrections.corrections_of(study).filter(
        before__in={turn.stored_answer_id for turn in rows}
    )
    right = {each.before_id: each.after.answer for each in made}
    return [_touched(turn, right.get(turn.stored_answer_id, "")) for turn in rows]


def _touched(turn: Turn, right: str) -> TouchedTurn:
    return TouchedTurn(
        play=_named(turn.play),
        kind=turn.play.kind,
        turn=turn.number,
        question=turn.question,
        said=words(turn.answer or turn.reason),
        right=words(right),
        outcome=OUTCOMES[turn.play.outcome],
    )


def _named(play: Play) -> str:
    """As exports name it; a free play has no campaign and no pseudonym, so its number stands."""
    campaign = play.participant.campaign
    if campaign is None:
        return f"play {play.pk} of {play.game.key}"
    return f"{campaign.slug}: {play.participant.pseudonym}/{play.game.key}"


def words(answer: str) -> str:
    return "cannot tell" if answer == Answer.CANNOT_TELL else answer
