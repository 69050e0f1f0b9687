"""A random sample of a catalogue's pairs for people to judge, without any label in sight."""

import json
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from annotation.label_passes import Pair
from games.formats import CatalogueContent


def draw(pairs: Sequence[Pair], *, count: int, seed: int) -> list[Pair]:
    """`count` pairs, each as likely as any other; object by object, so that a description is
    read once, the objects in an order of the seed's.

    Raises ValueError for more pairs than there are.
    """
    if not 0 < count <= len(pairs):
        raise ValueError(f"{count} pairs asked of {len(pairs)}.")
    rng = Random(seed)
    drawn = rng.sample(sorted(pairs), count)
    objects = sorted({pair.object_key for pair in drawn})
    rng.shuffle(objects)
    place = {key: at for at, key in enumerate(objects)}
    return sorted(drawn, key=lambda pair: place[pair.object_key])


def sample_lines(content: CatalogueContent, pairs: Sequence[Pair]) -> bytes:
    """A JSON line a pair, under a number, with all that a rater sees: no label, name or key."""
    objects = {row.sheet.key: row.sheet.description for row in content.objects}
    affordances = {row.key: row for row in content.affordances}
    return _lines(
        {
            "pair": number,
            "description": objects[pair.object_key],
            "definition": affordances[pair.affordance].definition,
            "conditions": affordances[pair.affordance].conditions,
        }
        for number, pair in enumerate(pairs, 1)
    )


def key_lines(pairs: Sequence[Pair]) -> bytes:
    """A JSON line a pair: which object and affordance its number stands for."""
    return _lines(
        {"pair": number, "object": pair.object_key, "affordance": pair.affordance}
        for number, pair in enumerate(pairs, 1)
    )


def _lines(rows: Iterable[Mapping[str, object]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
