"""What a volunteer sees after the last game: the own games beside programs on the same ones."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import rules, selectors
from games.models import BaselinePlay, Campaign, Participant, Play, Turn
from games.pages.board import words
from games.pages.joints import joint
from games.presets import Condition
from games.rules import Limits, TurnStatus

GREEDY, FIXED_LIST = "greedy", "fix20q"


@dataclass(frozen=True)
class ComparedGame:
    """object_name: empty where the study keeps objects hidden, as are the programs then.

    greedy, fixed_list: what the programs did on this game, None where it was not computed.
    """

    position: int
    token: UUID
    outcome: str
    questions: int
    target: str
    object_name: str
    greedy: BaselinePlay | None
    fixed_list: BaselinePlay | None

    @property
    def won(self) -> bool:
        return self.outcome == rules.Outcome.WON


@dataclass(frozen=True)
class Comparison:
    """asked: whether the study's games had questions; programs, which ask, stand beside no others.

    practice: the play of the practice game, where there was one.
    """

    headline: str
    games: Sequence[ComparedGame]
    asked: bool
    programs: bool
    objects: bool
    practice: UUID | None


def comparison_of(participant: Participant, campaign: Campaign) -> Comparison:
    """The ended study games of a volunteer whose part has ended."""
    rows = participant.plays.exclude(outcome="").order_by("assignment__position")
    ended = list(rows.select_related("assignment", "game__target", "game__physical_object"))
    plays = [play for play in ended if play.kind == Play.Kind.STUDY]
    practice = next((play.token for play in ended if play.kind == Play.Kind.PRACTICE), None)
    revealed = campaign.reveal != Campaign.Reveal.NEVER
    asked = campaign.condition == Condition.QUESTIONS
    baselines = _baselines(plays) if revealed and asked else {}
    spent = _spent(plays)
    games = [
        ComparedGame(
            position=play.assignment.position,
            token=play.token,
            outcome=play.outcome,
            questions=spent[play.pk],
            target=words(play.game.target.key),
            object_name=_object_name(play) if revealed else "",
            greedy=baselines.get((play.game_id, GREEDY)),
            fixed_list=baselines.get((play.game_id, FIXED_LIST)),
        )
        for play in plays
    ]
    programs = bool(games) and all(game.greedy and game.fixed_list for game in games)
    named = any(game.object_name for game in games)
    headline = _headline(games, asked=asked, programs=programs)
    return Comparison(headline, games, asked, programs, named, practice)


def _object_name(play: Play) -> str:
    return play.game.physical_object.name if settings.REVEAL_OBJECT else ""


def _baselines(plays: Sequence[Play]) -> dict[tuple[int, str], BaselinePlay]:
    rows = BaselinePlay.objects.filter(
        game__in=[play.game_id for play in plays], player__in=(GREEDY, FIXED_LIST)
    )
    return {(row.game_id, row.player): row for row in rows}


def _spent(plays: Sequence[Play]) -> Counter[int]:
    """Play id -> how many turns of its budget were spent."""
    limits = {play.pk: selectors.protocol_of(play.protocol_id).limits for play in plays}
    turns = defaultdict(list)
    for turn in Turn.objects.filter(play__in=plays):
        turns[turn.play_id].append(turn)
    return Counter({pk: sum(_spends(turn, limits[pk]) for turn in turns[pk]) for pk in limits})


def _spends(turn: Turn, limits: Limits) -> bool:
    answered = turn.status == TurnStatus.ANSWERED
    return answered or rules.forfeited(selectors.move_of(turn), limits)


def _headline(games: Sequence[ComparedGame], *, asked: bool, programs: bool) -> str:
    won = [game.questions for game in games if game.won]
    sentences = [
        ngettext(
            "You were right in %(won)d of %(n)d game.",
            "You were right in %(won)d of %(n)d games.",
            len(games),
        )
        % {"won": len(won), "n": len(games)}
    ]
    if won and asked:
        mean = round(sum(won) / len(won), 1)
        sentences.append(
            _("Where you were right, it took %(mean)s questions on average.") % {"mean": mean}
        )
    if programs:
        sentences.append(
            _(
                "On the same games the greedy program was right in %(greedy)d and "
                "the fixed list in %(fixed)d."
            )
            % {
                "greedy": sum(bool(game.greedy and game.greedy.won) for game in games),
                "fixed": sum(bool(game.fixed_list and game.fixed_list.won) for game in games),
            }
        )
    return joint().join(sentences)
