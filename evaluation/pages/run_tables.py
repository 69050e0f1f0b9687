"""The tables of a run's figures that a campaign has not: repeats, endings, candidates."""

from collections.abc import Sequence

from evaluation import run_words
from evaluation.metrics.confusion import Confusion
from evaluation.metrics.endings import Ending, Endings, TurnsBin
from evaluation.metrics.intervals import NOTHING_COUNTED, Resampling, Undefined
from evaluation.metrics.summary import Summary
from evaluation.pages import success
from evaluation.pages.outcomes import words_of
from evaluation.pages.success import Design
from evaluation.pages.tables import Column, Kind, Row, Table, Unit, Value, drawn, over_plays

_SHARES = (Column("plays", "Plays", Unit.COUNT), Column("share", "Share", Unit.SHARE))


def scores(summary: Summary, resampling: Resampling, design: Design) -> Table:
    """All plays, then each repeat where there are several."""
    columns = success.columns_for(design)
    repeats = summary.by_repeat if len(summary.by_repeat) > 1 else {}
    over_objects = (summary.rate_over_objects, *[""] * (len(columns) - 1))
    return Table(
        key="success",
        title="Success and turns",
        caption=(
            "Aborted plays count as not solved. Rates with Wilson's 95% score interval, which "
            "takes plays as independent; below it the same rate with an interval from "
            f"{drawn(resampling)} of the {summary.objects:,} hidden objects with all their plays. "
            f"Turns: intervals {over_plays(resampling)}."
        ),
        label="Plays",
        columns=columns,
        rows=[
            success.score_row(
                "All plays", success.scored(summary.pooled), columns, kind=Kind.HEADLINE
            ),
            Row("All plays, objects resampled", over_objects, "plays of one object are alike"),
            *(
                success.score_row(f"Repeat {number}", success.scored(each), columns)
                for number, each in repeats.items()
            ),
        ],
    )


def endings(found: Endings) -> Table:
    total = sum(found.counts.values())
    faults = ", ".join(
        f"{plays:,} {run_words.FAULTS.get(fault, fault or 'for a reason that was not stored')}"
        for fault, plays in found.faults.items()
    )
    return Table(
        key="endings",
        title="How plays ended",
        caption=f"Every ended play in exactly one line, n = {total:,}.",
        label="Ending",
        columns=_SHARES,
        rows=[
            Row(
                words_of(ending).capitalize(),
                (plays, _share(plays, total)),
                faults if ending == Ending.ABORTED else "",
            )
            for ending, plays in found.counts.items()
        ],
    )


def turns(bins: Sequence[TurnsBin]) -> Table:
    return Table(
        key="turns",
        title="Turns that plays spent",
        caption="Plays by the turns of the budget that they spent, answered and forfeited alike.",
        label="Turns",
        columns=tuple(
            Column(ending, words_of(ending).capitalize(), Unit.COUNT) for ending in Ending
        ),
        rows=[Row(str(each.turns), tuple(each.counts[e] for e in Ending)) for each in bins],
        folded=True,
    )


def parts(summary: Summary, resampling: Resampling, design: Design) -> tuple[Table, Table, Table]:
    """By affordance, by number of required properties, by game."""
    affordances, properties, games = success.parts_tables(summary, resampling, design=design)
    return affordances, properties, games


def candidates(confusion: Confusion) -> Table:
    return Table(
        key="candidates",
        title="How often each candidate is guessed",
        caption=(
            "Of the plays that offered it, guess or no guess, with Wilson's 95% score interval. "
            "An affordance that is often guessed where it is not the target draws wrong guesses."
        ),
        label="Affordance",
        columns=(
            Column("as_target", "Guessed where it is the target", Unit.SHARE),
            Column("as_distractor", "Guessed where it is not", Unit.SHARE),
        ),
        rows=[
            Row(each.affordance.replace("_", " "), (each.as_target, each.as_distractor))
            for each in confusion.candidates
        ],
        folded=len(confusion.candidates) > success.FOLDED_FROM,
    )


def _share(count: int, total: int) -> Value:
    return count / total if total else Undefined(NOTHING_COUNTED)
