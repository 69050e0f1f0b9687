"""The games of a revised catalogue: those that are still right, and new ones for the others."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from games import sampling
from games.formats import CatalogueContent, GameRow, labels_of
from games.labels import Label, Split
from games.rules import GameSpec

BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class Refilled:
    """content: with its games. kept, new: how many of them. fallen: games that are right no more.

    short: how many fewer there are than before, because the labels hold no more.
    """

    content: CatalogueContent
    kept: int
    new: int
    fallen: tuple[GameRow, ...]
    short: int


@dataclass(frozen=True, eq=False)
class _Table:
    """yes, no: (objects, affordances)."""

    objects: tuple[str, ...]
    affordances: tuple[str, ...]
    yes: BoolArray
    no: BoolArray


def still_right(game: GameRow, labels: Mapping[str, Mapping[str, Label]]) -> bool:
    """Whether object and candidates exist, the target is yes and the seven others are no."""
    told = labels.get(game.spec.object_key, {})
    return all(
        told.get(key) == (Label.YES if key == game.spec.target else Label.NO)
        for key in game.spec.candidates
    )


def refill(content: CatalogueContent, *, seed: int) -> Refilled:
    """Keep each game that is still right; draw as many new ones as fell away.

    The rarest targets get the new games first, and objects and distractors are spread over kept
    and new games together. The same content and seed give the same games.
    """
    labels = labels_of(content.labels)
    kept = [game for game in content.games if still_right(game, labels)]
    fallen = tuple(game for game in content.games if not still_right(game, labels))
    new = _drawn(_table(content), kept, content.games, count=len(fallen), rng=Random(seed))
    return Refilled(
        replace(content, games=(*kept, *new)),
        kept=len(kept),
        new=len(new),
        fallen=fallen,
        short=len(fallen) - len(new),
    )


def _table(content: CatalogueContent) -> _Table:
    objects = tuple(sorted(row.sheet.key for row in content.objects))
    affordances = tuple(sorted(row.key for row in content.affordances))
    labels = labels_of(content.labels)
    told = [[labels[one][key] for key in affordances] for one in objects]
    shape = len(objects), len(affordances)
    return _Table(
        objects,
        affordances,
        yes=np.array([[each == Label.YES for each in row] for row in told], bool).reshape(shape),
        no=np.array([[each == Label.NO for each in row] for row in told], bool).reshape(shape),
    )


def _drawn(
    table: _Table,
    kept: Sequence[GameRow],
    before: Sequence[GameRow],
    *,
    count: int,
    rng: Random,
) -> list[GameRow]:
    cells = _cells(table, kept, count=count, rng=rng)
    others = _distractors(table, kept, cells, rng)
    splits = _splits([table.objects[row] for row, _ in cells], before, rng)
    keys = _keys(len(cells), {game.key for game in before})
    return [
        GameRow(key, _spec(table, row, target, columns, rng), split)
        for key, (row, target), columns, split in zip(keys, cells, others, splits, strict=True)
    ]


def _cells(
    table: _Table, kept: Sequence[GameRow], *, count: int, rng: Random
) -> list[tuple[int, int]]:
    """(object, target) of the new games, none of them among the kept."""
    enough = table.no.sum(axis=1, keepdims=True) >= sampling.DISTRACTORS
    usable = table.yes & enough
    held = np.zeros((len(kept), len(table.objects)), dtype=bool)
    for place, game in enumerate(kept):
        row = table.objects.index(game.spec.object_key)
        held[place, row] = True
        usable[row, table.affordances.index(game.spec.target)] = False
    targets = Counter(game.spec.target for game in kept)
    quota = _quota([targets[key] for key in table.affordances], usable, count=count, rng=rng)
    # A kept game is a row with one choice, so that its object counts as used already.
    allowed = np.vstack([usable.T, held])
    demand = np.concatenate([quota, np.ones(len(kept), dtype=int)])
    chosen = sampling.spread(allowed, demand, rng)[: len(table.affordances)]
    cells = [(int(row), int(target)) for target, row in np.argwhere(chosen)]
    rng.shuffle(cells)
    return cells


def _quota(games: Sequence[int], usable: BoolArray, *, count: int, rng: Random) -> NDArray[np.int_]:
    """How many new games each target gets: one by one the rarest that still has an object."""
    free = usable.sum(axis=0)
    quota = np.zeros(len(games), dtype=int)
    order = list(range(len(games)))
    rng.shuffle(order)
    for _ in range(count):
        able = [at for at in order if quota[at] < free[at]]
        if not able:
            break
        quota[min(able, key=lambda at: int(games[at] + quota[at]))] += 1
    return quota


def _distractors(
    table: _Table, kept: Sequence[GameRow], cells: Sequence[tuple[int, int]], rng: Random
) -> BoolArray:
    """(new games, affordances): seven that the object lacks, spread over all games."""
    if not cells:
        return np.zeros((0, len(table.affordances)), dtype=bool)
    held = np.zeros((len(kept), len(table.affordances)), dtype=bool)
    for place, game in enumerate(kept):
        for key in game.spec.candidates:
            held[place, table.affordances.index(key)] = key != game.spec.target
    allowed = np.vstack([table.no[[row for row, _ in cells]], held])
    demand = np.concatenate([np.full(len(cells), sampling.DISTRACTORS), held.sum(axis=1)])
    return sampling.spread(allowed, demand, rng)[: len(cells)]


def _splits(objects: Sequence[str], before: Sequence[GameRow], rng: Random) -> list[Split]:
    """An object stays in the split of its games; others keep the share of dev as it was."""
    known = {game.spec.object_key: game.split for game in before}
    dev = sum(game.split == Split.DEV for game in before)
    share = dev / len(before) if before else 0.0
    for one in objects:
        known.setdefault(one, Split.DEV if rng.random() < share else Split.TEST)
    return [known[one] for one in objects]


def _keys(count: int, taken: set[str]) -> list[str]:
    """Keys that no game has had so far, so that one key never means two games."""
    free: list[str] = []
    number = 0
    while len(free) < count:
        number += 1
        if (key := f"n{number:04}") not in taken:
            free.append(key)
    return free


def _spec(table: _Table, row: int, target: int, others: BoolArray, rng: Random) -> GameSpec:
    columns = sorted([target, *np.flatnonzero(others).tolist()])
    # Sorted first, so that the order shown owes nothing to which of them is the target.
    rng.shuffle(columns)
    shown = tuple(table.affordances[column] for column in columns)
    return GameSpec(table.objects[row], shown, table.affordances[target])
