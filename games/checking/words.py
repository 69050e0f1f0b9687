"""The words that the rule-based Checker knows, read once from words/checker.toml."""

import hashlib
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from rapidfuzz.distance import OSA

from games.sheets import Dimension

FOLDER = Path(__file__).parents[1] / "words"
LONGEST_PHRASE = 5
SHORTEST_REPAIRED = 4

# Endings of compounds: box shaped, palm sized, silver coloured, three legged, water resistant.
COMPOUNDS = {
    Dimension.SHAPE: "shaped like legged sided ended edged cornered pronged handled pointed tipped "
    "walled bottomed topped mouthed necked bladed stemmed rimmed headed bodied footed armed backed "
    "sleeved spouted lidded faced toothed",
    Dimension.SIZE: "sized long wide tall",
    Dimension.SURFACE: (
        "coloured colored tinted textured grained coated plated covered lined looking feeling"
    ),
    Dimension.MATERIAL: "proof resistant filled",
}
BY_COMPOUND = {ending: where for where, endings in COMPOUNDS.items() for ending in endings.split()}
MERGED_ENDINGS = frozenset(BY_COMPOUND) - {"like", "long", "wide", "tall", "looking", "feeling"}


@dataclass(frozen=True)
class Words:
    """What is known of words; `lists` holds every list of the file by section and name."""

    lists: Mapping[str, frozenset[str]]
    dimensions: Mapping[str, Dimension]
    phrases: frozenset[tuple[str, ...]]
    slips: Mapping[str, str]
    repairs: Mapping[str, tuple[str, ...]]
    known: frozenset[str]
    digest: str

    def __hash__(self) -> int:
        return hash(self.digest)

    def among(self, word: str, *names: str) -> bool:
        """Whether one of the named lists holds the word or its singular."""
        return any(form in self.lists[name] for name in names for form in (word, *singulars(word)))

    def dimension(self, word: str) -> Dimension | None:
        return _dimension(self, word)

    def is_known(self, word: str) -> bool:
        forms = (word, *bases(word), *verb_stems(word))
        return any(form in self.known for form in forms)


@cache
def load(folder: Path = FOLDER) -> Words:
    """The words of this folder; their digest changes whenever one of its two files does."""
    texts = [(folder / name).read_bytes() for name in ("checker.toml", "properties.toml")]
    rows, properties = (tomllib.loads(text.decode()) for text in texts)
    lists = {
        f"{section}.{name}": frozenset(_entries(str(text)))
        for section, named in rows.items()
        for name, text in named.items()
    }
    slips = dict(pair.split("=", 1) for pair in lists.pop("spelling.slips"))
    dimensions = _dimensions(lists)
    known = _singles(lists, without="languages.")
    for row in properties["value"]:
        for word in row["words"] if row.get("kind", "quality") == "quality" else ():
            if " " not in word and word not in known:
                dimensions.setdefault(word, Dimension(row["dimension"]))
    return Words(
        lists={name: frozenset(map(_joined, entries)) for name, entries in lists.items()},
        dimensions={_joined(word): where for word, where in dimensions.items()},
        phrases=_phrases(lists),
        slips={" ".join(wrong.split()): " ".join(right.split()) for wrong, right in slips.items()},
        repairs=_by_letter(_repairable(lists)),
        known=known | _single_words(dimensions),
        digest=hashlib.sha256(b"".join(texts)).hexdigest(),
    )


def singulars(word: str) -> tuple[str, ...]:
    """What the word may be the plural of."""
    if len(word) < 4 or not word.endswith("s") or word.endswith("ss"):
        return ()
    forms = [word[:-1]]
    if word.endswith("es"):
        forms.append(word[:-2])
    if word.endswith("ies"):
        forms.append(word[:-3] + "y")
    if word.endswith("ves"):
        forms += [word[:-3] + "f", word[:-3] + "fe"]
    return tuple(forms)


@lru_cache(maxsize=4096)
def bases(word: str) -> tuple[str, ...]:
    """What the word may be a form of: plural, comparative, -ish, -ly, un- or non-."""
    forms = list(singulars(word))
    for ending in ("er", "est", "ish", "ly", "ness", "y", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            forms += [stem + "e"] if _needs_doubling(stem, ending) else [stem, stem + "e"]
            if stem[-1] == "i":
                forms.append(stem[:-1] + "y")
            if stem[-1] == stem[-2]:
                forms.append(stem[:-1])
    for beginning in ("un", "non", "semi", "multi"):
        if word.startswith(beginning) and len(word) - len(beginning) >= 4:
            forms.append(word.removeprefix(beginning))
    return tuple(forms)


def verb_stems(word: str) -> tuple[str, ...]:
    """What the word may be the -ing form of: making, cutting."""
    stem = word.removesuffix("ing")
    if stem == word or len(stem) < 3:
        return ()
    return (stem, stem + "e", stem[:-1]) if stem[-1] == stem[-2] else (stem, stem + "e")


def _needs_doubling(stem: str, ending: str) -> bool:
    """Whether the stem would double its last letter before the ending: big, bigger."""
    short = re.fullmatch("[^aeiou]*[aeiou][^aeiouwxy]", stem)
    return bool(short) and ending in ("er", "est", "ish", "ed", "y")


def join_phrases(tokens: Iterable[str], words: Words) -> list[str]:
    """The tokens with each known phrase joined to one: stainless steel -> stainless_steel."""
    waiting = list(tokens)
    joined: list[str] = []
    while waiting:
        size = next(
            (
                size
                for size in range(min(LONGEST_PHRASE, len(waiting)), 1, -1)
                if tuple(waiting[:size]) in words.phrases
            ),
            1,
        )
        joined.append("_".join(waiting[:size]))
        del waiting[:size]
    return joined


@lru_cache(maxsize=8192)
def repaired(word: str, words: Words) -> str:
    """The word, or the one property word that it is a misspelling of."""
    if len(word) < SHORTEST_REPAIRED or not word.isalpha() or words.is_known(word):
        return word
    allowed = 1 if len(word) < 8 else 2
    nearest, best = word, (allowed + 1, False)
    for candidate in words.repairs.get(word[0], ()):
        if abs(len(candidate) - len(word)) <= allowed:
            distance = OSA.distance(word, candidate, score_cutoff=allowed)
            rank = (distance, candidate[-1] != word[-1])
            if distance <= allowed and rank < best:
                nearest, best = candidate, rank
    return nearest


@lru_cache(maxsize=8192)
def _dimension(words: Words, word: str) -> Dimension | None:
    if word in words.dimensions:
        return words.dimensions[word]
    if "_" in word and word.rsplit("_", 1)[1] in BY_COMPOUND:
        return BY_COMPOUND[word.rsplit("_", 1)[1]]
    refused = ("refused.function_words", "refused.not_physical", "refused.category_nouns")
    if words.among(word, *refused, "refused.hidden", "verbs.actions"):
        return None
    found = (words.dimensions.get(form) for form in bases(word))
    return next((where for where in found if where), None)


def _dimensions(lists: Mapping[str, frozenset[str]]) -> dict[str, Dimension]:
    """Parts and nouns first, so that the adjectives and materials outrank them."""
    order = (
        ("shape.parts", Dimension.SHAPE),
        ("surface.nouns", Dimension.SURFACE),
        ("shape.nouns", Dimension.SHAPE),
        ("size.nouns", Dimension.SIZE),
        ("material.nouns", Dimension.MATERIAL),
        ("shape.adjectives", Dimension.SHAPE),
        ("surface.colours", Dimension.SURFACE),
        ("surface.adjectives", Dimension.SURFACE),
        ("size.adjectives", Dimension.SIZE),
        ("material.adjectives", Dimension.MATERIAL),
    )
    return {word: where for name, where in order for word in lists[name]}


def _repairable(lists: Mapping[str, frozenset[str]]) -> set[str]:
    names: tuple[str, ...] = (
        "material.nouns",
        "material.adjectives",
        "shape.adjectives",
        "shape.parts",
        "shape.nouns",
    )
    names += ("size.adjectives", "size.nouns", "surface.adjectives", "surface.colours")
    frame = {"made", "does", "have", "bigger", "smaller", "larger", "longer", "heavier", "lighter"}
    frame |= {
        "object",
        "surface",
        "shape",
        "shaped",
        "than",
        "contain",
        "used",
        "taller",
        "shorter",
    }
    frame |= {"colour", "weigh", "there", "thicker", "thinner", "wider", "feel", "could", "would"}
    words = {word for name in (*names, "surface.nouns") for word in lists[name]}
    plurals = {word + "s" for word in lists["shape.parts"] if len(word) > 3}
    return {word for word in words | frame | plurals if word.isalpha() and len(word) > 3}


def _by_letter(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for word in sorted(words):
        found[word[0]].append(word)
    return {letter: tuple(begun) for letter, begun in found.items()}


def _phrases(lists: Mapping[str, frozenset[str]]) -> frozenset[tuple[str, ...]]:
    apart = ("languages.", "spelling.")
    return frozenset(
        tuple(entry.split())
        for name, entries in lists.items()
        if not name.startswith(apart)
        for entry in entries
        if " " in entry
    )


def _singles(lists: Mapping[str, frozenset[str]], *, without: str) -> frozenset[str]:
    kept = [entries for name, entries in lists.items() if not name.startswith(without)]
    return _single_words(entry for entries in kept for entry in entries)


def _single_words(entries: Iterable[str]) -> frozenset[str]:
    return frozenset(word for entry in entries for word in re.split("[ _]", entry))


def _entries(text: str) -> list[str]:
    return [entry for entry in (" ".join(part.split()) for part in text.split(",")) if entry]


def _joined(entry: str) -> str:
    return entry.replace(" ", "_")
