"""What a study's first page tells of it."""

from dataclasses import dataclass

from games import backends, selectors
from games.models import Campaign
from games.pages import boards
from games.pages.board import OracleNote
from games.presets import Condition, Protocol

# A game of about eleven questions at a reader's pace, and a control that only reads and guesses.
MINUTES_A_GAME = 7
MINUTES_WITHOUT_QUESTIONS = 1


@dataclass(frozen=True)
class Introduction:
    """games: how many a volunteer plays, without the practice game. minutes: about, for all.

    oracle: None in a control condition, which has no questions.
    definitions: whether the eight are shown with their meaning.
    """

    games: int
    minutes: int
    practice: bool
    oracle: OracleNote | None
    condition: str
    definitions: bool
    cannot_tell: bool


def introduction_of(study: Campaign) -> Introduction:
    games = study.campaign_games.count() if study.crossed else study.games_each or 0
    practice = study.practice_game_id is not None
    questions = study.condition == Condition.QUESTIONS
    each = MINUTES_A_GAME if questions else MINUTES_WITHOUT_QUESTIONS
    return Introduction(
        games=games,
        minutes=-(-(games + practice) * each // 5) * 5,
        practice=practice,
        oracle=boards.oracle_note(_protocol(study), study.catalogue_id) if questions else None,
        condition=study.condition,
        definitions=study.preset == "house" and study.condition != Condition.LABELS_ONLY,
        cannot_tell=study.preset == "house",
    )


def _protocol(study: Campaign) -> Protocol:
    """The frozen one; for a draft, the one that it would open with."""
    if study.protocol_id:
        return selectors.protocol_of(study.protocol_id)
    return backends.campaign_protocol(
        study.catalogue_id, preset=study.preset, condition=study.condition
    )
