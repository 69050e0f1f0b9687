"""The replay of a play, or of two beside each other, at one turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from evaluation import replaying, run_words, turn_steps
from evaluation.models import Episode, Run, StoredReply
from evaluation.pages import replay_lines
from evaluation.pages.outcomes import OUTCOMES
from evaluation.pages.replay_lines import TurnLine
from evaluation.pages.tables import Unit, number
from evaluation.replaying import Replayed
from evaluation.spec_values import QuestionerKind
from evaluation.turn_steps import Distribution
from games.models import Campaign, Play

BESIDE = 20


@dataclass(frozen=True)
class Bar:
    """A candidate's share of a belief. height: of its small bar, as text of a number."""

    key: str
    share: float
    own: float | None
    is_target: bool
    guessed: bool

    @property
    def percent(self) -> str:
        """Text, for a number would be written as the reader's language has it."""
        return f"{100 * self.share:.1f}"

    @property
    def own_percent(self) -> str:
        return f"{100 * (self.own or 0):.1f}"


@dataclass(frozen=True)
class Side:
    """One play. who: its player, as a researcher may know it. bars: at the turn that is shown.

    after: the turn after which its beliefs are shown, in words. bound: it knows the object.
    further: a model's replies behind no turn, its guess. own: whether the player's own belief is
        known at all.
    """

    play: Play
    who: str
    where: str
    after: str
    bound: bool
    address: str
    target: str
    guessed: str
    outcome: str
    mark: str
    fault: str
    lines: Sequence[TurnLine]
    further: Sequence[StoredReply]
    bars: Sequence[Bar]
    own: bool
    gained: str
    name: str
    description: str


@dataclass(frozen=True)
class Other:
    play_id: int
    who: str
    outcome: str


@dataclass(frozen=True)
class ReplayPage:
    """at: the turn of the budget after which beliefs are shown, from 0 to last.

    problem: why nothing stands beside it though it was asked for.
    """

    sides: Sequence[Side]
    at: int
    last: int
    others: Sequence[Other]
    problem: str
    same_game: bool

    @property
    def before(self) -> int:
        return max(self.at - 1, 0)

    @property
    def after(self) -> int:
        return min(self.at + 1, self.last)

    @property
    def beside(self) -> int | None:
        return self.sides[1].play.pk if len(self.sides) > 1 else None


def page_of(play: Play, said: Mapping[str, str]) -> ReplayPage:
    """said: turn and beside, as the address has them. Without a turn the last one is shown."""
    other, problem = _beside(play, said.get("beside", ""))
    found = [replaying.replay(each) for each in (play, other) if each]
    last = max(each.last for each in found)
    turn = said.get("turn", "")
    at = min(int(turn), last) if turn.isascii() and turn.isdigit() else last
    return ReplayPage(
        sides=[_side(each, at) for each in found],
        at=at,
        last=last,
        others=[_other(each) for each in replaying.others_on(play, BESIDE)],
        problem=problem,
        same_game=len({each.play.game_id for each in found}) == 1,
    )


def _beside(play: Play, said: str) -> tuple[Play | None, str]:
    """(the other play, or why there is none); neither where none was asked for."""
    if not said:
        return None, ""
    if not (said.isascii() and said.isdigit()) or len(said) > 15:
        return None, "A play to stand beside this one is named by its number."
    if int(said) == play.pk:
        return None, "A play cannot stand beside itself."
    other = replaying.find(int(said))
    return other, "" if other else f"There is no play {said} to stand beside this one."


def who_of(play: Play) -> str:
    """The run's player with its repeat, or a person's pseudonym."""
    run = _run(play)
    if run:
        repeat = play.episode.repeat
        return f"{run.player}, repeat {repeat}" if repeat > 1 else run.player
    return play.participant.pseudonym or "a free player"


def _side(found: Replayed, at: int) -> Side:
    play, spec = found.play, found.game.spec
    run, campaign = _run(play), play.participant.campaign
    outcome, mark = OUTCOMES[play.outcome]
    held = turn_steps.held_after(found.steps, at, found.trace.start)
    fault = play.episode.fault if run else ""
    return Side(
        play=play,
        who=who_of(play),
        where=_where(run, campaign, who_of(play)),
        after=_after(found, at),
        bound=bool(run and run.spec.get("questioner", {}).get("kind") == QuestionerKind.OPTIMAL),
        address=_address(play),
        target=spec.target,
        guessed=play.guessed,
        outcome=outcome,
        mark=mark,
        fault=run_words.FAULTS.get(fault, ""),
        lines=list(replay_lines.lines_of(found, at)),
        further=replay_lines.further(found),
        bars=_bars(found, held, found.own_after(at)),
        own=any(step.own for step in found.steps) or found.own_start is not None,
        gained=number(found.trace.net_gain, Unit.BITS),
        name=found.sheet.name,
        description=found.sheet.description,
    )


def _where(run: Run | None, campaign: Campaign | None, who: str) -> str:
    """What it was played in, named by more than its player."""
    if run:
        return "its run" if run.title == who else run.title
    return campaign.name if campaign else "free play"


def _after(found: Replayed, at: int) -> str:
    if found.last >= at:
        return f"after turn {at}"
    return f"in the end, after turn {found.last}"


def _run(play: Play) -> Run | None:
    episode: Episode | None = getattr(play, "episode", None)
    return episode.run if episode else None


def _address(play: Play) -> str:
    run, campaign = _run(play), play.participant.campaign
    if run:
        return reverse("runs:run", args=[run.slug])
    return reverse("campaigns:campaign", args=[campaign.slug]) if campaign else ""


def _bars(found: Replayed, held: Distribution, own: Distribution | None) -> list[Bar]:
    spec = found.game.spec
    return [
        Bar(
            key=candidate,
            share=held[at],
            own=own[at] if own else None,
            is_target=candidate == spec.target,
            guessed=candidate == found.play.guessed,
        )
        for at, candidate in enumerate(spec.candidates)
    ]


def _other(play: Play) -> Other:
    return Other(play.pk, who_of(play), OUTCOMES[play.outcome][0])
