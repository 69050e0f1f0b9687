"""The tables of the Oracle: how right it is, and how far it could tell."""

from dataclasses import dataclass

from evaluation.metrics import intervals
from evaluation.metrics.intervals import Figure, Resampling
from evaluation.metrics.telling import Answers, Telling
from evaluation.pages.tables import Column, Row, Table, Unit, over_players


@dataclass(frozen=True)
class OracleScore:
    """On blind questions about the catalogue's objects, when the campaign opened.

    cannot_tell: whether it may say so under the campaign's protocol.
    """

    questions: int
    right_forced: Figure
    answered: Figure
    right_answered: Figure
    cannot_tell: bool


def score_of(figures: dict[str, int], *, cannot_tell: bool) -> OracleScore | None:
    """figures: as a campaign keeps them; None where nothing was measured."""
    if not figures:
        return None
    asked, answered = figures["questions"], figures["answered"]
    return OracleScore(
        questions=asked,
        right_forced=intervals.share(figures["right_forced"], asked),
        answered=intervals.share(answered, asked),
        right_answered=intervals.share(figures["right_answered"], answered),
        cannot_tell=cannot_tell,
    )


def tables(score: OracleScore | None, told: Telling, resampling: Resampling) -> list[Table]:
    return [*([_score(score)] if score else []), _telling(told, resampling)]


def _score(score: OracleScore) -> Table:
    return Table(
        key="oracle_score",
        title="How right the Oracle was",
        caption=(
            f"On {score.questions:,} blind questions about the catalogue's objects, measured "
            "before the campaign opened. Wilson's 95% score intervals, which take questions as "
            "independent, though several are about one object."
        ),
        label="Figure",
        columns=(Column("share", "Share", Unit.SHARE),),
        rows=(
            Row("Right where it must answer", (score.right_forced,), "of all questions"),
            Row("Answers of itself", (score.answered,), "of all questions"),
            Row("Right where it answers of itself", (score.right_answered,), "of those"),
        ),
    )


def _telling(told: Telling, resampling: Resampling) -> Table:
    return Table(
        key="telling",
        title="How far the Oracle could tell",
        caption=(
            f"Of {told.answers:,} answers in the counted plays. Intervals of shares "
            f"{over_players(resampling)}. Success of the plays that hold some such answer and of "
            "those that hold none: Wilson's 95% score intervals, plays of one player taken as "
            "independent. Plays with more answers are likelier to hold one, so the difference is "
            "no effect of such answers alone."
        ),
        label="Kind",
        columns=(
            Column("answers", "Answers", Unit.COUNT),
            Column("share", "Share of answers", Unit.SHARE),
            Column("success_with", "Success, plays with some", Unit.SHARE),
            Column("success_without", "Success, plays with none", Unit.SHARE),
        ),
        rows=(
            _row("Forced", told.forced, "it could not tell and had to say yes or no"),
            _row("Said that it cannot tell", told.cannot_tell, "where the protocol lets it"),
            _row("Doubted", told.doubted, "by their player, while playing or afterwards"),
        ),
    )


def _row(label: str, of: Answers, note: str) -> Row:
    return Row(label, (of.count, of.share, of.success_with, of.success_without), note)
