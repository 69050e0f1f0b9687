"""Model replies read strictly: what a reply does not say plainly is not read into it."""

from games.replies.checker import checker_ruling
from games.replies.letter import choice_letter
from games.replies.oracle import names_object, oracle_answer
from games.replies.questioner import (
    READER,
    QuestionerReply,
    questioner_move,
    read_questioner,
)

__all__ = [
    "READER",
    "QuestionerReply",
    "checker_ruling",
    "choice_letter",
    "names_object",
    "oracle_answer",
    "questioner_move",
    "read_questioner",
]
