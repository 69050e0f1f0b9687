"""Which of a catalogue's games a campaign plays: a share of each target, no object twice."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

import numpy as np

T = TypeVar("T")


@dataclass(frozen=True)
class Playable:
    """A game by its keys."""

    key: str
    object: str
    target: str


class BrokenSubset(ValueError):
    """These games break the campaign's own rules; the message says how many and by how much."""


def choose(games: Sequence[Playable], *, share: float, seed: int) -> tuple[str, ...]:
    """Return the keys of `share` of each target's games, in an order that the seed decides.

    Targets whose share is no whole number are rounded so that the total is the share of all
    games, to the nearest. The same games, share and seed give the same keys.
    Raises BrokenSubset where the games have too few objects for that, ValueError for a share
    outside (0, 1].
    """
    if not 0 < share <= 1:
        raise ValueError(
            f"A share of {_percent(share)} was asked; it lies above 0% and up to 100%."
        )
    rng, ordered = Random(seed), sorted(games, key=lambda game: game.key)
    quotas = _quotas(Counter(game.target for game in ordered), share, rng)
    slots = [target for target, quota in sorted(quotas.items()) for _ in range(quota)]
    if not slots:
        raise BrokenSubset(f"{_percent(share)} of {len(games)} games is not one game.")
    by_pair: dict[tuple[str, str], str] = {}
    for game in _shuffled(ordered, rng):
        by_pair.setdefault((game.target, game.object), game.key)
    matched = _match(slots, by_pair, rng)
    if len(matched) < len(slots):
        objects = len({game.object for game in games})
        raise BrokenSubset(
            f"{_percent(share)} of each target asks for {len(slots)} games of as many objects; "
            f"with {objects} objects only {len(matched)} games have no object twice."
        )
    return tuple(_shuffled(matched, rng))


def check(games: Sequence[Playable]) -> None:
    """Raise BrokenSubset where two of the games are one or share an object."""
    if not games:
        raise BrokenSubset("No game was chosen; a campaign needs at least one.")
    for noun, keys in (("game", [g.key for g in games]), ("object", [g.object for g in games])):
        twice = {key: count for key, count in Counter(keys).items() if count > 1}
        if twice:
            named = ", ".join(f"{key} ({count} times)" for key, count in sorted(twice.items())[:5])
            raise BrokenSubset(
                f"{len(games)} games have only {len(set(keys))} {noun}s, so not everybody could "
                f"play all of them: {named}."
            )


def _percent(share: float) -> str:
    return f"{100 * share:.4g}%"


def _quotas(counts: Counter[str], share: float, rng: Random) -> dict[str, int]:
    """Largest remainders, of equal ones those that are drawn."""
    total = round(share * counts.total())
    quotas = {target: int(share * count) for target, count in counts.items()}
    rest = {target: share * count - quotas[target] for target, count in counts.items()}
    by_rest = sorted(_shuffled(sorted(rest), rng), key=lambda target: -round(rest[target], 9))
    for target in by_rest[: total - sum(quotas.values())]:
        quotas[target] += 1
    return quotas


def _match(slots: list[str], by_pair: dict[tuple[str, str], str], rng: Random) -> list[str]:
    """As many games as can be, one a slot, no object twice."""
    # They take a quarter of a second to import, and most processes never match.
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    objects_of = defaultdict(set)
    for target, thing in by_pair:
        objects_of[target].add(thing)
    objects = _shuffled(sorted({thing for _, thing in by_pair}), rng)
    fits = np.array([[thing in objects_of[target] for thing in objects] for target in slots])
    chosen = maximum_bipartite_matching(csr_array(fits), perm_type="column")
    return [
        by_pair[target, objects[column]]
        for target, column in zip(slots, chosen.tolist(), strict=True)
        if column >= 0
    ]


def _shuffled(items: Sequence[T], rng: Random) -> list[T]:
    shuffled = list(items)
    rng.shuffle(shuffled)
    return shuffled
