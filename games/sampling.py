"""Balanced games from a label table, the same for the same seed whatever the order of the input."""

from collections import Counter, deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

import numpy as np
from numpy.typing import NDArray

BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int_]

DISTRACTORS = 7
SplitBy = Literal["object", "game"]


class CannotSample(ValueError):
    """The labels do not hold as many games as were asked for; the message names the limit."""


@dataclass(frozen=True, eq=False)
class LabelTable:
    """yes, undecided: (objects, affordances); an undecided pair (not deducible) is kept out."""

    objects: tuple[str, ...]
    affordances: tuple[str, ...]
    yes: BoolArray
    undecided: BoolArray

    def __post_init__(self) -> None:
        shape = len(self.objects), len(self.affordances)
        for name, matrix in (("yes", self.yes), ("undecided", self.undecided)):
            if matrix.shape != shape:
                raise ValueError(f"`{name}` is {matrix.shape}, the keys make it {shape}.")
        for keys in (self.objects, self.affordances):
            twice = [key for key, count in Counter(keys).items() if count > 1]
            if twice:
                raise ValueError(f"{twice[0]!r} stands twice in the label table.")


@dataclass(frozen=True)
class SampledGame:
    """candidates: in the order they are shown. split: "dev" or "test"."""

    key: str
    object: str
    target: str
    candidates: tuple[str, ...]
    split: str


@dataclass(frozen=True)
class Spread:
    """How often a key occurs: the least and the most, over all keys that could occur at all."""

    least: int
    most: int


@dataclass(frozen=True)
class Balance:
    """What an author checks after sampling. chance_by_prior: how often the guess of the candidate
    that is most often a target when it is shown would be right, without any question.
    """

    targets: Spread
    distractors: Spread
    objects: Spread
    chance_by_prior: float


def sample_games(
    labels: LabelTable,
    *,
    count: int,
    seed: int,
    dev_share: float = 0.3,
    split_by: SplitBy = "object",
    distractors: int = DISTRACTORS,
    taken: Collection[tuple[str, str]] = (),
) -> tuple[SampledGame, ...]:
    """Return `count` games in which targets, distractors and objects are spread evenly.

    Each affordance is the target equally often (counts differ by at most 1); no object has the
    same target twice; objects and distractors repeat as evenly as the labels allow.
    dev_share: the share of games in the dev split. split_by: "object" keeps all games of an
        object in one split, "game" keeps the targets even in both.
    taken: (object, target) of other games, which no game here repeats; so a private set of games,
        from a seed that is kept secret, has nothing in common with a public one.
    Raises CannotSample where the labels cannot give these games.
    """
    if not 0 <= dev_share <= 1:
        raise ValueError(f"dev_share is {dev_share}; it lies from 0 to 1.")
    table, rng = _ordered(labels), Random(seed)
    false = ~table.yes & ~table.undecided
    enough = false.sum(axis=1, keepdims=True) >= distractors
    usable = table.yes & ~table.undecided & enough & ~_cells(table, taken)
    quota = _target_quota(table, usable, count=count, distractors=distractors, rng=rng)
    targets, objects = np.nonzero(spread(usable.T, quota, rng))
    order = _shuffled(len(targets), rng)
    targets, objects = targets[order], objects[order]
    others = spread(false[objects], np.full(count, distractors), rng)
    splits = _splits(targets, objects, share=dev_share, by=split_by, rng=rng)
    cells = list(zip(targets.tolist(), objects.tolist(), others, strict=True))
    shown = [_candidates(table, target, columns, rng) for target, _, columns in cells]
    keys = (f"g{number + 1:0{max(4, len(str(count)))}}" for number in range(count))
    return tuple(
        SampledGame(key, table.objects[row], table.affordances[target], candidates, split)
        for key, (target, row, _), candidates, split in zip(keys, cells, shown, splits, strict=True)
    )


def spread(allowed: BoolArray, demand: IntArray, rng: Random) -> BoolArray:
    """Choose demand[r] allowed columns in each row so that the columns are chosen evenly.

    allowed: (rows, columns), with at least demand[r] True in row r.
    No choice with these row sums has a smaller sum of squared column sums.
    """
    rows, columns = allowed.shape
    chosen = np.zeros((rows, columns), dtype=bool)
    load = np.zeros(columns, dtype=int)
    # Rows with little choice go first, so that the freer ones even out what they did.
    slack = allowed.sum(axis=1) - demand
    for row in sorted(_shuffled(rows, rng), key=lambda r: int(slack[r])):
        options = [column for column in _shuffled(columns, rng) if allowed[row, column]]
        options.sort(key=lambda column: int(load[column]))
        picked = options[: int(demand[row])]
        chosen[row, picked] = True
        load[picked] += 1
    while (path := _relieving_path(allowed, chosen)) is not None:
        _shift(allowed, chosen, path)
    return chosen


def balance(games: Sequence[SampledGame]) -> Balance:
    """Return how evenly the games use targets, distractors and objects."""
    targets = Counter(game.target for game in games)
    shown = Counter(key for game in games for key in game.candidates)
    wrong = Counter({key: shown[key] - targets[key] for key in shown})
    rate = {key: targets[key] / shown[key] for key in shown}
    # Of equal rates the first shown is guessed; the order is random, so that is fair.
    right = sum(max(game.candidates, key=rate.__getitem__) == game.target for game in games)
    return Balance(
        targets=_spread_of(targets),
        distractors=_spread_of(wrong),
        objects=_spread_of(Counter(game.object for game in games)),
        chance_by_prior=right / len(games) if games else 0.0,
    )


def _spread_of(counts: Counter[str]) -> Spread:
    return Spread(min(counts.values(), default=0), max(counts.values(), default=0))


def _ordered(labels: LabelTable) -> LabelTable:
    """The table with rows and columns in the order of their keys."""
    rows = sorted(range(len(labels.objects)), key=labels.objects.__getitem__)
    columns = sorted(range(len(labels.affordances)), key=labels.affordances.__getitem__)
    return LabelTable(
        tuple(labels.objects[row] for row in rows),
        tuple(labels.affordances[column] for column in columns),
        labels.yes[np.ix_(rows, columns)].astype(bool),
        labels.undecided[np.ix_(rows, columns)].astype(bool),
    )


def _cells(table: LabelTable, pairs: Collection[tuple[str, str]]) -> BoolArray:
    """(objects, affordances), whether the pair is among these; a pair of unknown keys is none."""
    row = {key: at for at, key in enumerate(table.objects)}
    column = {key: at for at, key in enumerate(table.affordances)}
    cells = np.zeros(table.yes.shape, dtype=bool)
    for one, key in pairs:
        if one in row and key in column:
            cells[row[one], column[key]] = True
    return cells


def _target_quota(
    table: LabelTable, usable: BoolArray, *, count: int, distractors: int, rng: Random
) -> IntArray:
    """How many games each affordance is the target of; who takes one more is drawn."""
    if count < 1 or not table.affordances:
        raise CannotSample(f"{count} games of {len(table.affordances)} affordances asked.")
    qualifying = usable.sum(axis=0)
    base, extra = divmod(count, len(table.affordances))
    able = [at for at in _shuffled(len(qualifying), rng) if qualifying[at] > base]
    asked = base if (qualifying < base).any() else base + 1
    if asked == base or len(able) < extra:
        raise CannotSample(
            "; ".join(
                f"target {table.affordances[at]}: {asked} games asked, {qualifying[at]} objects"
                f" qualify (labelled yes, and no for {distractors} others)"
                for at in np.flatnonzero(qualifying < asked).tolist()
            )
        )
    quota = np.full(len(qualifying), base)
    quota[able[:extra]] += 1
    return quota


def _relieving_path(allowed: BoolArray, chosen: BoolArray) -> list[int] | None:
    """Columns along which one choice can move from a full column to one with 2 or more less."""
    load = chosen.sum(axis=0)
    free = (allowed & ~chosen).astype(np.float32)
    step = (chosen.T.astype(np.float32) @ free) > 0
    for start in np.argsort(-load, kind="stable").tolist():
        if load[start] - load.min() < 2:
            return None
        path = _path_down(step, load, start)
        if path:
            return path
    return None


def _path_down(step: BoolArray, load: IntArray, start: int) -> list[int] | None:
    """The shortest path from start to a column with a load lower by 2 or more."""
    came_from = {start: start}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if load[here] <= load[start] - 2:
            return _walk_back(came_from, here)
        for there in np.flatnonzero(step[here]).tolist():
            if there not in came_from:
                came_from[there] = here
                waiting.append(there)
    return None


def _walk_back(came_from: dict[int, int], end: int) -> list[int]:
    path = [end]
    while came_from[path[-1]] != path[-1]:
        path.append(came_from[path[-1]])
    return path[::-1]


def _shift(allowed: BoolArray, chosen: BoolArray, path: list[int]) -> None:
    """Move one choice along the path: each column hands one row on to the next."""
    rows = [
        int(np.flatnonzero(chosen[:, here] & allowed[:, there] & ~chosen[:, there])[0])
        for here, there in zip(path, path[1:], strict=False)
    ]
    for row, here, there in zip(rows, path, path[1:], strict=False):
        chosen[row, here], chosen[row, there] = False, True


def _candidates(table: LabelTable, target: int, others: BoolArray, rng: Random) -> tuple[str, ...]:
    columns = [target, *np.flatnonzero(others).tolist()]
    # Sorted first, so that the order shown owes nothing to which of them is the target.
    columns.sort()
    rng.shuffle(columns)
    return tuple(table.affordances[column] for column in columns)


def _splits(
    targets: IntArray, objects: IntArray, *, share: float, by: SplitBy, rng: Random
) -> list[str]:
    if by == "object":
        dev = _objects_for(objects, share, rng)
        return ["dev" if at in dev else "test" for at in objects.tolist()]
    order = sorted(_shuffled(len(targets), rng), key=lambda number: int(targets[number]))
    splits = ["test"] * len(targets)
    for place, number in enumerate(order):
        # A step of the running share is a dev game: even along the targets, exact in total.
        if round((place + 1) * share) > round(place * share):
            splits[number] = "dev"
    return splits


def _objects_for(objects: IntArray, share: float, rng: Random) -> set[int]:
    """Objects, drawn at random, whose games come as near to the share as they can in that order."""
    games = Counter(objects.tolist())
    wanted = round(share * len(objects))
    chosen: set[int] = set()
    keys = sorted(games)
    for at in (keys[place] for place in _shuffled(len(keys), rng)):
        if games[at] <= wanted:
            chosen.add(at)
            wanted -= games[at]
    return chosen


def _shuffled(count: int, rng: Random) -> list[int]:
    order = list(range(count))
    rng.shuffle(order)
    return order
