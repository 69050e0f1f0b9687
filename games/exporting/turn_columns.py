"""What every table of turns says of a turn, a person's and a model's alike."""

from games.exporting.columns import Column, Kind, seconds, text, truth, whole
from games.rules import Answer, Reason, TurnStatus

NO_ANSWER = "not answered"
_NOT_ASKED = "the Oracle was not asked"

STATUS = text("status", "What became of it.", values=tuple(s.value for s in TurnStatus))
REASON = text(
    "reason",
    "Why it was refused.",
    undefined="not refused",
    values=tuple(reason.value for reason in Reason),
)
ROLE_SECONDS = (
    seconds("checker_seconds", "How long the Checker took.", undefined="the Checker was not asked"),
    seconds(
        "oracle_seconds",
        "How long the Oracle took.",
        undefined="not asked, or the answer was stored already",
    ),
)


def answered(who: str) -> tuple[Column, ...]:
    """The answer and where it is from. who: who asked, in a word."""
    return (
        text("answer", f"What the {who} was told.", undefined=NO_ANSWER, values=("yes", "no")),
        text(
            "oracle_answer",
            "What the Oracle holds to be true.",
            undefined=_NOT_ASKED,
            values=tuple(answer.value for answer in Answer),
        ),
        text(
            "forced_answer",
            "The Oracle's yes or no where a protocol demands one.",
            undefined=_NOT_ASKED,
            values=("yes", "no"),
        ),
        truth(
            "forced",
            f"Whether the {who} was told yes or no though the Oracle could not tell.",
            undefined=NO_ANSWER,
        ),
        text("oracle_version", "Oracle that gave it.", undefined=_NOT_ASKED),
        text(
            "answer_source",
            "What gave it: a part of the Oracle; people, models or adjudication where corrected.",
            undefined=_NOT_ASKED,
        ),
        whole(
            "answer_revision",
            f"Revision of the stored answer that the {who} got; above 1 it is a correction.",
            undefined=_NOT_ASKED,
        ),
        Column(
            "answer_confidence",
            Kind.NUMBER,
            "How sure the Oracle was.",
            unit="0 to 1",
            undefined="the Oracle was not asked, or does not say",
        ),
    )
