"""A campaign's counted plays as the figures take them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from django.db.models import Count, Q, QuerySet

from evaluation import own_beliefs, reading
from evaluation.metrics.plays import EndedPlay
from evaluation.own_beliefs import Crossing, OwnGains
from evaluation.reading import GameFacts, PlayRow, Setting
from games import counted, selectors
from games.labels import Decided, Raters
from games.models import (
    AffordanceLabel,
    BaselinePlay,
    Campaign,
    Doubt,
    Game,
    Mark,
    Participant,
    Turn,
)


@dataclass(frozen=True)
class Edition:
    """What counted plays are at one time; equal editions have equal figures.

    sha256: of the plays and, of a campaign, of who has played all games. doubts: of their
        answers, which players may raise after a play has ended.
    """

    plays: int
    sha256: str
    doubts: int = 0


@dataclass(frozen=True)
class LabelFacts:
    """drafted_by_model: labels that a model drafted and no people confirmed."""

    labels: int
    drafted_by_model: int


@dataclass(frozen=True)
class BaselineResult:
    player: str
    game: str
    won: bool
    questions: int


# In the order of PlayRow's fields.
_PLAY_FIELDS = (
    "pk",
    "participant__pseudonym",
    "game_id",
    "outcome",
    "guessed",
    "started_at",
    "ended_at",
    "assignment__position",
)


def edition_of(campaign: Campaign) -> Edition:
    """Two queries; an ended play never changes but for doubts, so its key stands for it."""
    rows = counted.plays_of(campaign).order_by("pk").values_list("pk", "participant__outcome")
    whole = list(rows.iterator(chunk_size=2000))
    doubts = Doubt.objects.filter(turn__play__in=counted.plays_of(campaign).values("pk")).count()
    return Edition(len(whole), sha256(repr(whole).encode()).hexdigest(), doubts)


def complete_players(campaign: Campaign) -> frozenset[str]:
    """The pseudonyms of those who played all games that they were given."""
    complete = campaign.participants.filter(outcome=Participant.Outcome.COMPLETED)
    return frozenset(complete.values_list("pseudonym", flat=True))


def ended_plays(campaign: Campaign) -> list[EndedPlay]:
    """The counted plays in the order they were begun; the turns are streamed.

    Four queries, and one for every thousand plays.
    """
    if campaign.protocol_id is None:
        return []
    setting, plays = _setting(campaign, campaign.protocol_id), _plays(campaign)
    chosen = counted.plays_of(campaign).values("pk")
    crossings = _crossings(Mark.objects.filter(play__in=chosen))

    def own(play: PlayRow, spent: int) -> OwnGains:
        candidates = setting.games[play.game_id].spec.candidates
        crossed = crossings.get(play.pk, [])
        return own_beliefs.gains(own_beliefs.of_crossings(crossed, candidates, spent=spent))

    turns = Turn.objects.filter(play__in=chosen)
    return reading.ended_plays(plays, turns, replace(setting, own=own))


def bare_plays(campaign: Campaign) -> list[EndedPlay]:
    """The same without their questions and own beliefs (reading.bare_plays)."""
    if campaign.protocol_id is None:
        return []
    setting = _setting(campaign, campaign.protocol_id)
    return reading.bare_plays(_plays(campaign), Turn.objects.all(), setting)


def games_of(campaign: Campaign) -> Mapping[int, GameFacts]:
    return reading.facts_of(Game.objects.filter(pk__in=campaign.campaign_games.values("game")))


def labels_of(campaign: Campaign) -> LabelFacts:
    rows = AffordanceLabel.objects.filter(physical_object__catalogue=campaign.catalogue_id)
    drafted = Count("pk", filter=Q(decided=Decided.DRAFT, raters=Raters.MODEL))
    return LabelFacts(**rows.aggregate(labels=Count("pk"), drafted_by_model=drafted))


def baselines_of(campaign: Campaign) -> list[BaselineResult]:
    """What the players that are no persons and no models did on the campaign's games."""
    games = campaign.campaign_games.values("game")
    rows = BaselinePlay.objects.filter(game__in=games).order_by("player", "game__key")
    return [
        BaselineResult(*row) for row in rows.values_list("player", "game__key", "won", "questions")
    ]


def _plays(campaign: Campaign) -> list[PlayRow]:
    rows = counted.plays_of(campaign).order_by("pk").values_list(*_PLAY_FIELDS)
    return [PlayRow(*row) for row in rows]


def _setting(campaign: Campaign, protocol_id: int) -> Setting:
    return Setting(games_of(campaign), selectors.protocol_of(protocol_id).limits)


def _crossings(marks: QuerySet[Mark]) -> Mapping[int, list[Crossing]]:
    """Play id -> its marks in the order they were made."""
    rows = marks.order_by("pk").values_list("play_id", "affordance", "crossed_out", "after_turn")
    found: dict[int, list[Crossing]] = {}
    for play_id, affordance, out, after in rows.iterator(chunk_size=2000):
        found.setdefault(play_id, []).append(Crossing(affordance, out, after))
    return found
