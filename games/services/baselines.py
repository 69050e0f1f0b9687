"""The baselines' plays of a catalogue's games, stored so that an ended play can show them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db import transaction

from games import fixed_list, matrices, players, pool, selectors
from games.labels import Split
from games.models import BaselinePlay, Game
from games.players import Deal, Facts, Played
from games.pool import Pool
from games.roles import Pair


@dataclass(frozen=True)
class Summary:
    """questions: the mean over all games."""

    player: str
    games: int
    won: int
    questions: float


@dataclass(frozen=True)
class GameDeal:
    game_id: int
    split: str
    deal: Deal


def score(catalogue_id: int) -> list[Summary]:
    """Play every game with OPTIMAL, greedy and FIX20Q and replace what is stored of them."""
    facts = facts_of(catalogue_id)
    deals = deals_of(catalogue_id)
    dev = [each.deal for each in deals if each.split == Split.DEV]
    fixed = fixed_list.fixed_list(facts, pool_of(catalogue_id), dev)
    played = {
        "optimal": _all(deals, lambda deal: players.play_optimal(facts, deal)),
        "greedy": _all(deals, lambda deal: players.play_greedy(facts, deal)),
        "fix20q": _all(deals, lambda deal: players.play_fixed(facts, deal, fixed)),
    }
    with transaction.atomic():
        BaselinePlay.objects.filter(game__catalogue_id=catalogue_id).delete()
        for player, plays in played.items():
            _store(player, deals, plays)
    return [_summary(player, plays) for player, plays in played.items()]


def facts_of(catalogue_id: int) -> Facts:
    return Facts(matrices.labels_of(catalogue_id).labels, pool_of(catalogue_id).answers)


@lru_cache(maxsize=8)
def pool_of(catalogue_id: int) -> Pool:
    vocabulary = selectors.vocabulary_of(catalogue_id)
    broader = {Pair(listed.dimension, listed.value): listed.broader for listed in vocabulary}
    return pool.build(list(selectors.sheets_of(catalogue_id).values()), broader)


def deals_of(catalogue_id: int) -> list[GameDeal]:
    matrix = matrices.labels_of(catalogue_id)
    column = {key: at for at, key in enumerate(matrix.affordances)}
    row = {pk: at for at, pk in enumerate(matrix.objects)}
    games = Game.objects.filter(catalogue_id=catalogue_id).select_related("target").order_by("key")
    return [
        GameDeal(
            game.pk,
            game.split,
            Deal(
                hidden=row[game.physical_object_id],
                candidates=tuple(column[key] for key in game.candidates),
                target=column[game.target.key],
            ),
        )
        for game in games
    ]


def _all(deals: Sequence[GameDeal], play: Callable[[Deal], Played]) -> list[Played]:
    return [play(each.deal) for each in deals]


def _store(player: str, deals: Sequence[GameDeal], plays: Sequence[Played]) -> None:
    BaselinePlay.objects.bulk_create(
        BaselinePlay(game_id=each.game_id, player=player, won=p.won, questions=len(p.asked))
        for each, p in zip(deals, plays, strict=True)
    )


def _summary(player: str, plays: Sequence[Played]) -> Summary:
    won = sum(played.won for played in plays)
    asked = sum(len(played.asked) for played in plays)
    return Summary(player, games=len(plays), won=won, questions=asked / len(plays))
