"""What a run's page says of answers that people corrected after its plays got them."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation import touched
from evaluation.models import Run
from evaluation.pages.outcomes import OUTCOMES
from evaluation.pages.tables import Shown, Unit, show
from evaluation.touched import Touched, TouchedTurn

MOST = 200


@dataclass(frozen=True)
class TouchedPage:
    """turns: the first of them. hidden: how many more there are."""

    sentence: str
    success: Sequence[tuple[str, Shown]]
    turns: Sequence[TouchedTurn]
    hidden: int


def page_of(run: Run) -> TouchedPage | None:
    """None where no play of it holds a corrected answer."""
    found = touched.touched_of(run)
    if found is None:
        return None
    return TouchedPage(
        sentence=_sentence(found),
        success=[
            ("all", show(found.success, Unit.SHARE)),
            ("without those that hold one", show(found.without_touched, Unit.SHARE)),
            ("without those that were told otherwise", show(found.without_misled, Unit.SHARE)),
        ],
        turns=[_in_words(turn) for turn in found.turns[:MOST]],
        hidden=max(0, len(found.turns) - MOST),
    )


def _sentence(found: Touched) -> str:
    games = f"{found.plays:,} game" + ("" if found.plays == 1 else "s")
    return (
        f"{games} of this run hold an answer of the Oracle that people corrected later; "
        f"{found.misled:,} of them were told otherwise than they would be now. "
        "What was said stays as it was said."
    )


def _in_words(turn: TouchedTurn) -> TouchedTurn:
    return TouchedTurn(
        **{
            **vars(turn),
            "said": turn.said.replace("_", " "),
            "now": turn.now.replace("_", " "),
            "outcome": OUTCOMES[turn.outcome][0],
        }
    )
