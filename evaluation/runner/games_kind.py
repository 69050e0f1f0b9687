"""Runs of games: an episode is one game, its entries are moves, turns and answers."""

from collections.abc import Sequence
from functools import lru_cache, partial

from evaluation.models import Episode, Run, RunPlayer, StoredReply
from evaluation.runner import storing
from evaluation.runner.books import DeskBooks, Kept
from evaluation.runner.entries import Entry, Opening, Seat
from evaluation.runner.kind import Save, Surroundings
from evaluation.runner.meter import Prices, Spent, spent_on
from evaluation.runner.patience import patiently
from evaluation.runner.sitting import Sitting, Table
from evaluation.runner.storing import Terms
from evaluation.seats import Player
from games import selectors
from games.models import StoredAnswer, Turn
from games.roles import Ruling
from games.services import store
from games.services.store import AnswerKey
from games.services.turns import Seats


class GamesKind:
    """prices: of the run's models, as far as they are known."""

    def __init__(
        self, run: Run, around: Surroundings, *, player: Player, seats: Seats, prices: Prices
    ) -> None:
        protocol = selectors.protocol_of(run.protocol.pk)
        self._player = player
        self._prices = prices
        self._patience_seconds = around.patience_seconds
        self._checker_version = seats.checker.version
        self._terms = Terms(run.protocol.pk, seats.oracle.version, protocol.cannot_tell)
        self._participants = dict(
            RunPlayer.objects.filter(run=run).values_list("repeat", "participant_id")
        )
        self._table = Table(
            seats=seats,
            protocol=protocol,
            sheets=selectors.sheets_of(run.catalogue.pk).__getitem__,
            books=DeskBooks(around.desk, self, seats.checker, rulings_of(seats.checker.version)),
            clock=around.clock,
            new_key=around.new_key,
        )

    def opened(self, rows: Sequence[Episode]) -> list[Opening]:
        begun = [row.play_id for row in rows if row.play_id]
        turns: dict[int, list[Turn]] = {}
        for turn in Turn.objects.filter(play__in=begun).order_by("play", "number", "attempt"):
            turns.setdefault(turn.play_id, []).append(turn)
        whys: dict[int, list[str]] = {}
        replies = StoredReply.objects.filter(play__in=begun).order_by("play", "sequence")
        for play_id, why in replies.values_list("play_id", "why"):
            whys.setdefault(play_id, []).append(why)
        return [
            self._opening(row, turns.get(row.play_id or 0, []), whys.get(row.play_id or 0, []))
            for row in rows
        ]

    def sit(self, opening: Opening, save: Save) -> Sitting:
        return Sitting(opening, self._table, save)

    def save(self, entries: Sequence[Entry], *, again: bool) -> list[bool]:
        return storing.save_all(entries, self._terms, again=again)

    def spent(self, entry: Entry) -> Spent:
        calls = [spent_on(call, self._prices.roles) for call in entry.calls]
        said = [spent_on(entry.reply, self._prices.player)] if entry.reply else []
        return sum([*calls, *said], Spent())

    def answers(self, keys: Sequence[AnswerKey]) -> list[StoredAnswer | None]:
        """What is stored of them. To be called on the thread, as `rulings`."""
        asked = partial(store.known_answers, keys, self._terms.oracle_version)
        known = patiently(asked, self._patience_seconds)
        return [known.get(key) for key in keys]

    def rulings(self, questions: Sequence[str]) -> list[Ruling | None]:
        asked = partial(store.known_rulings, questions, self._checker_version)
        known = patiently(asked, self._patience_seconds)
        return [known.get(question) for question in questions]

    def _opening(self, row: Episode, turns: list[Turn], whys: list[str]) -> Opening:
        game_id = row.game_id
        assert game_id is not None  # an episode of a run of games
        seat = Seat(
            episode_id=row.pk,
            tries=row.tries,
            game_id=game_id,
            participant_id=self._participants[row.repeat],
            play_id=row.play_id,
            replies=len(whys),
        )
        questioner = self._player.questioner(game_id, row.repeat)
        return Opening(seat, selectors.frozen_game(game_id), questioner, turns, whys, row.refused)


@lru_cache(maxsize=4)
def rulings_of(checker_version: str) -> Kept[str, Ruling]:
    """What this process knows of a Checker's rulings: one text is always ruled alike."""
    return Kept()
