"""The thing that a question compares with, and how large one it is."""

from dataclasses import dataclass

from games.lexicon import Lexicon, Yardstick
from games.table.leftover import is_more_than_a_yardstick

RELATIVE_SIZE = {
    "large": 1.25, "big": 1.25, "huge": 1.6, "small": 0.75, "little": 0.75, "tiny": 0.5,
    "mini": 0.6, "giant": 1.6, "smallish": 0.85, "medium": 1.0,
}  # fmt: skip


@dataclass(frozen=True)
class Found:
    """factor: how much larger a "large" or a "small" one is than the usual one.

    sure: whether the words around it leave it that thing.
    """

    yardstick: Yardstick
    factor: float
    sure: bool


def find_yardstick(words: tuple[str, ...], lexicon: Lexicon) -> Found | None:
    """The thing that these words compare with: the longest phrase, of several the last.

    "A person's arm" is an arm; a sheet of paper ends its phrase before "of".
    """
    best: tuple[int, int] | None = None
    for start in range(len(words)):
        for end in range(start + 1, min(start + 6, len(words)) + 1):
            if words[start:end] in lexicon.yardsticks:
                cut = start > 0 and words[start - 1] == "of" and best is not None
                size = (end - start, start)
                if not cut and (best is None or size >= (best[1] - best[0], best[0])):
                    best = start, end
    if best is None:
        return None
    start, end = best
    around = (*words[:start], *words[end:])
    return Found(
        yardstick=lexicon.yardsticks[words[start:end]],
        factor=next((RELATIVE_SIZE[word] for word in around if word in RELATIVE_SIZE), 1.0),
        sure=not is_more_than_a_yardstick(words, start, end),
    )
