"""The tables of asking: what questions were worth, what was asked, when the guess came, times."""

from collections.abc import Mapping

from evaluation.metrics.failures import Failure, Timing
from evaluation.metrics.information import NEARLY_USELESS_BITS, TurnGain
from evaluation.metrics.intervals import Resampling, Undefined
from evaluation.metrics.profile import DIMENSIONS, TurnProfile
from evaluation.metrics.summary import Summary
from evaluation.pages.tables import Column, Kind, Row, Table, Unit, Value, drawn
from games import belief

_NEARLY = f"expected gain under {NEARLY_USELESS_BITS:g} bits, useless ones included"
_FAILURES = {
    Failure.GUESSED_WRONG: "Evidence sufficient, guessed wrong",
    Failure.RAN_OUT: "Evidence sufficient, ran out of turns",
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
    interval = f"intervals from {drawn(resampling)} of whole players"
    return [
        Table(
            key="gain_by_turn",
            title="Information gain by turn",
            caption=(
                "Mean over the plays still running at the turn, a forfeited turn with 0 bits; "
                f"the expected gain over its answered questions; {interval}."
            ),
            label="Turn",
            columns=(
                Column("gain", "Gain", Unit.BITS),
                Column("expected_gain", "Expected gain", Unit.BITS),
            ),
            rows=[_gain_row(turn) for turn in summary.gain_by_turn],
        ),
        Table(
            key="gain_by_play",
            title="Information gain by play",
            caption=f"Means over plays; {interval}. Gains do not add up: either may be larger.",
            label="Figure",
            columns=(Column("value", "Value", Unit.BITS),),
            rows=(
                Row("Total gain", (summary.gain_by_play.total,), "over-counts contradictions"),
                Row("Net gain", (summary.gain_by_play.net,), "of the 3 bits that a game holds"),
            ),
        ),
        Table(
            key="idle_questions",
            title="Questions that could tell nothing",
            caption=f"Shares of answered questions; {interval}.",
            label="Question",
            columns=(Column("share", "Share", Unit.SHARE),),
            rows=(
                Row("Useless", (summary.useless,), "no answer could have moved the belief"),
                Row("Nearly useless", (summary.nearly_useless,), _NEARLY),
                Row("Repeated", (summary.repeats,), "the same property as before in the play"),
            ),
        ),
    ]


def profile_tables(summary: Summary, resampling: Resampling) -> list[Table]:
    refused = summary.refusals
    return [
        Table(
            key="profile",
            title="What is asked, by turn",
            caption=(
                "Shares of the answered questions whose one property the Checker read; n of them "
                "and of the others beside."
            ),
            label="Turn",
            columns=(
                *(Column(name, name.capitalize(), Unit.SHARE) for name in DIMENSIONS),
                Column("questions", "Questions", Unit.COUNT),
                Column("unread", "Not read", Unit.COUNT),
            ),
            rows=[_profile_row(turn) for turn in summary.profile],
        ),
        Table(
            key="refusals",
            title="Refused questions",
            caption=(
                f"Of {refused.attempts:,} questions sent, answered or refused; the interval of "
                f"the rate from {drawn(resampling)} of whole players. A turn is forfeited by "
                "its third refusal."
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
            ),
        ),
    ]


def guess_tables(summary: Summary) -> list[Table]:
    threshold = f"the reference observer believes in the target by {belief.GUESS_THRESHOLD:.0%}"
    return [
        _share_table(
            "timing",
            "When the guess came",
            f"Of the plays that ended with a guess. Evidence is sufficient once {threshold}.",
            {_TIMINGS[each]: count for each, count in summary.timings.items()},
        ),
        _share_table(
            "failures",
            "How plays failed",
            "Of the plays that were not solved, each in exactly one line.",
            {_FAILURES[each]: count for each, count in summary.failures.items()},
        ),
    ]


def times_tables(summary: Summary) -> list[Table]:
    took = summary.times
    seconds = (
        ("Thinking", took.thinking, "until the first key, by the browser's stopwatch"),
        ("Typing", took.typing, "from the first key until it was sent, likewise"),
        ("Waiting", took.waiting, "from sent until settled, Checker and Oracle included"),
        ("Checker", took.checker, "where it was asked"),
        ("Oracle", took.oracle, "where it was asked"),
    )
    return [
        Table(
            key="times",
            title="Seconds a question",
            caption=(
                "Median, then the quartiles, over questions sent, answered or refused. What was "
                "not measured is in no quartile and its number is stated."
            ),
            label="Part",
            columns=(Column("seconds", "Seconds", Unit.SECONDS),),
            rows=[Row(label, (value,), note) for label, value, note in seconds],
        ),
        Table(
            key="minutes",
            title="Minutes a play",
            caption="Median, then the quartiles, from its start to its end, pauses included.",
            label="Part",
            columns=(Column("minutes", "Minutes", Unit.MINUTES),),
            rows=[Row("Whole play", (took.minutes,))],
        ),
    ]


def _gain_row(turn: TurnGain) -> Row:
    return Row(str(turn.number), (turn.gain, turn.expected))


def _profile_row(turn: TurnProfile) -> Row:
    shares = (turn.shares[name] for name in DIMENSIONS)
    return Row(str(turn.number), (*shares, turn.read, turn.unread))


def _share_table(key: str, title: str, caption: str, counts: Mapping[str, int]) -> Table:
    total = sum(counts.values())
    columns = (Column("plays", "Plays", Unit.COUNT), Column("share", "Share", Unit.SHARE))
    shares: list[Value] = [
        count / total if total else Undefined("nothing_counted") for count in counts.values()
    ]
    rows = [
        Row(label, (count, share))
        for (label, count), share in zip(counts.items(), shares, strict=True)
    ]
    return Table(key, title, f"{caption} n = {total:,}.", "Case", columns, rows)
