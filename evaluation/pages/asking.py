"""The tables of asking: what questions were worth, what was asked, when the guess came, times."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from evaluation.metrics.failures import Failure, Timing
from evaluation.metrics.information import NEARLY_USELESS_BITS, PlayGain, TurnGain
from evaluation.metrics.intervals import NOTHING_COUNTED, Resampling, Undefined
from evaluation.metrics.profile import DIMENSIONS, TurnProfile
from evaluation.metrics.summary import Summary, Times
from evaluation.pages.tables import Column, Kind, Row, Table, Unit, Value, over_players
from games import belief
from games.rules import Limits

_NEARLY = f"expected gain under {NEARLY_USELESS_BITS:g} bits, useless ones included"
_FAILURES = {
    Failure.GUESSED_WRONG: "Evidence sufficient, guessed wrong",
    Failure.RAN_OUT: "Evidence sufficient, ran out of turns",
    Failure.SURE_OF_WRONG: "Sure of a wrong candidate",
    Failure.GUESSED_TOO_EARLY: "Guessed too early",
    Failure.NEVER_SUFFICIENT: "All questions spent, evidence never sufficient",
    Failure.ABORTED: "Aborted",
}
_TIMINGS = {
    Timing.TOO_EARLY: "Too early: questions were left, evidence not sufficient",
    Timing.ON_TIME: "On time: right after the answer that made it sufficient",
    Timing.TOO_LATE: "Too late: after further answers",
    Timing.FORCED: "Forced: all questions spent, evidence never sufficient",
}


def gain_tables(summary: Summary, resampling: Resampling) -> list[Table]:
    return [
        _gain_by_turn(summary, resampling),
        _gain_by_play(summary.gain_by_play, resampling),
        _idle_questions(summary, resampling),
    ]


def profile_tables(summary: Summary, resampling: Resampling) -> list[Table]:
    return [profile_table(summary.profile), _refusals(summary, resampling)]


def guess_tables(summary: Summary) -> list[Table]:
    threshold = f"the reference observer believes in the target by {belief.GUESS_THRESHOLD:.0%}"
    return [
        _share_table(
            Table(
                key="timing",
                title="When the guess came",
                caption=(
                    "Of the plays that ended with a guess. Evidence is sufficient once "
                    f"{threshold}; what it cannot read never makes it so."
                ),
                label="Case",
                columns=_SHARES,
                rows=(),
            ),
            {_TIMINGS[each]: count for each, count in summary.timings.items()},
        ),
        _share_table(
            Table(
                key="failures",
                title="How plays failed",
                caption=(
                    "Of the plays that were not solved, each in exactly one line, the first that "
                    f"holds. Evidence is sufficient once {threshold}. Sure of a wrong candidate: "
                    "at the guess it was as sure of another one, so the player, too, may have been "
                    "misled by what the answers fit best."
                ),
                label="Case",
                columns=_SHARES,
                rows=(),
            ),
            {_FAILURES[each]: count for each, count in summary.failures.items()},
        ),
    ]


def times_tables(summary: Summary) -> list[Table]:
    return [
        _seconds(summary.times),
        Table(
            key="minutes",
            title="Minutes a play",
            caption="Median, then the quartiles, from its start to its end, pauses included.",
            label="Part",
            columns=(Column("minutes", "Minutes", Unit.MINUTES),),
            rows=[Row("Whole play", (summary.times.minutes,))],
        ),
    ]


_SHARES = (Column("plays", "Plays", Unit.COUNT), Column("share", "Share", Unit.SHARE))


def _gain_by_turn(summary: Summary, resampling: Resampling) -> Table:
    return Table(
        key="gain_by_turn",
        title="Information gain by turn",
        caption=(
            "Mean over the plays still running at the turn, a forfeited turn with 0 bits; the "
            "expected gain over its answered questions. Fall of entropy: how much less open the "
            "answers left the observer, negative where they surprised it. Questions that the "
            "observer cannot read are in none of these. Own belief: the gain by what the players "
            "themselves held likely, a model by its log-probabilities, a person by the candidates "
            "crossed out, over the plays where that is known. "
            f"Intervals {over_players(resampling)}."
        ),
        label="Turn",
        columns=(
            Column("gain", "Gain", Unit.BITS),
            Column("expected_gain", "Expected gain", Unit.BITS),
            Column("entropy_drop", "Fall of entropy", Unit.BITS),
            Column("own_gain", "Gain, own belief", Unit.BITS),
        ),
        rows=[_gain_row(turn) for turn in summary.gain_by_turn],
        folded=True,
    )


def _gain_by_play(gains: PlayGain, resampling: Resampling) -> Table:
    return Table(
        key="gain_by_play",
        title="Information gain by play",
        caption=(
            "Means over plays. Gains do not add up: either may be larger. A question that the "
            "observer cannot read adds nothing to either. "
            f"Intervals {over_players(resampling)}."
        ),
        label="Figure",
        columns=(Column("value", "Bits", Unit.BITS),),
        rows=(
            Row("Total gain", (gains.total,), "over-counts contradictions"),
            Row("Net gain", (gains.net,), "KL(last belief || first belief)"),
            Row("Total gain, own belief", (gains.own_total,), "where the player's is known"),
            Row("Net gain, own belief", (gains.own_net,), "likewise"),
        ),
    )


def _idle_questions(summary: Summary, resampling: Resampling) -> Table:
    idle = summary.idle_questions
    return Table(
        key="idle_questions",
        title="Questions that could tell nothing",
        caption=(
            "Useless and nearly useless: shares of the answered questions that the observer can "
            "read, for of the others it cannot say. The others: shares of all answered ones. "
            f"Intervals {over_players(resampling)}."
        ),
        label="Question",
        columns=(Column("share", "Share", Unit.SHARE),),
        rows=(
            Row("Useless", (idle.useless,), "no answer could have moved the belief"),
            Row("Nearly useless", (idle.nearly_useless,), _NEARLY),
            Row("Repeated", (idle.repeated,), "the same property as before in the play"),
            Row("Not read", (idle.unread,), "the property table answers it for no other object"),
        ),
    )


def _gain_row(turn: TurnGain) -> Row:
    figures = (turn.gain, turn.expected, turn.entropy_drop, turn.own)
    return Row(str(turn.number), figures)


def profile_table(turns: Sequence[TurnProfile]) -> Table:
    return Table(
        key="profile",
        title="What is asked, by turn",
        caption=(
            "Shares of the answered questions of which the Checker read exactly one property; "
            "how many they are stands under Questions, how many others under Not read."
        ),
        label="Turn",
        columns=(
            *(Column(name, name.capitalize(), Unit.SHARE) for name in DIMENSIONS),
            Column("questions", "Questions", Unit.COUNT),
            Column("unread", "Not read", Unit.COUNT),
        ),
        rows=[_profile_row(turn) for turn in turns],
        folded=True,
    )


def _profile_row(turn: TurnProfile) -> Row:
    shares = (turn.shares.get(name, Undefined(NOTHING_COUNTED)) for name in DIMENSIONS)
    return Row(str(turn.number), (*shares, turn.read, turn.unread))


def _refusals(summary: Summary, resampling: Resampling) -> Table:
    refused = summary.refusals
    return Table(
        key="refusals",
        title="Refused questions",
        caption=(
            f"Of {refused.attempts:,} questions sent, answered or refused; the interval of the "
            f"rate {over_players(resampling)}. A turn is forfeited by refusal number "
            f"{Limits().attempts}. A failed question got no answer, costs nothing and is in no "
            "other figure; one that was sent again afterwards is not counted as failed."
        ),
        label="Reason",
        columns=(
            Column("questions", "Questions", Unit.COUNT),
            Column("share", "Share of all sent", Unit.SHARE),
        ),
        rows=(
            Row(
                "Refused for any reason",
                (sum(refused.by_reason.values()), refused.rate),
                kind=Kind.HEADLINE,
            ),
            *(
                Row(reason.replace("_", " "), (count, count / refused.attempts))
                for reason, count in refused.by_reason.items()
            ),
            Row("Turns forfeited", (summary.forfeits, "")),
            Row("Failed", (summary.failed, "")),
        ),
    )


def _share_table(blank: Table, counts: Mapping[str, int]) -> Table:
    """The table with a row for each count and their number in its caption."""
    total = sum(counts.values())
    rows = [Row(label, (count, _share(count, total))) for label, count in counts.items()]
    return replace(blank, caption=f"{blank.caption} n = {total:,}.", rows=rows)


def _share(count: int, total: int) -> Value:
    return count / total if total else Undefined(NOTHING_COUNTED)


def _seconds(took: Times) -> Table:
    parts = (
        ("Thinking", took.thinking, "until the first key, by the browser's stopwatch"),
        ("Typing", took.typing, "from the first key until it was sent, likewise"),
        (
            "Waiting",
            took.waiting,
            "from sent until settled, by the server's clock: Checker, Oracle, the queue, and "
            "pauses before another try",
        ),
        ("Checker", took.checker, "of the questions that it was asked about"),
        ("Oracle", took.oracle, "likewise; a stored answer is given without it"),
    )
    return Table(
        key="times",
        title="Seconds a question",
        caption=(
            "Median, then the quartiles, over questions sent, answered or refused. What was not "
            "measured is in no quartile and its number is stated. Of a question that was sent "
            "again after a failure the last sending counts."
        ),
        label="Part",
        columns=(Column("seconds", "Seconds", Unit.SECONDS),),
        rows=[Row(label, (value,), note) for label, value, note in parts],
    )
