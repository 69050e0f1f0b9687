"""What is sound in form but weak in a catalogue: leaks, idle values, twins, lopsided games."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from games.formats import CatalogueContent, broader_values, labels_of
from games.labels import Label
from games.rules import GameSpec
from games.sheets import Dimension, ObjectSheet, Property

# Words of an affordance's key that say nothing by themselves.
SMALL_WORDS = frozenset(
    ("a", "an", "and", "apart", "around", "as", "at", "away", "be", "by", "down", "for", "from")
    + ("in", "into", "it", "its", "of", "off", "on", "onto", "open", "or", "out", "over", "the")
    + ("through", "to", "under", "up", "with", "without")
)
ENDINGS = ("ing", "ed", "es", "s", "e")
WORDS = re.compile(r"[a-z0-9]+")
SHARE_LEAST, SHARE_MOST = 0.15, 0.60
SHARE_SAID = f"{SHARE_LEAST:.0%} to {SHARE_MOST:.0%}"
SENTENCE_END = re.compile(r"[.!?;]\s")


@dataclass(frozen=True)
class Finding:
    """kind: what sort of weakness; subject: the key that has it; text: a sentence about it."""

    kind: str
    subject: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.subject}: {self.text}"


@dataclass(frozen=True)
class AffordanceCount:
    """How the labels of one affordance fall, and how many games have it as their target."""

    key: str
    yes: int
    no: int
    not_deducible: int
    games: int

    @property
    def share(self) -> float:
        """The share of objects that have it, of all objects; 0 where there are none."""
        total = self.yes + self.no + self.not_deducible
        return self.yes / total if total else 0.0


def affordance_counts(content: CatalogueContent) -> tuple[AffordanceCount, ...]:
    """A count for each affordance, in the order of their keys."""
    told: dict[str, Counter[Label]] = defaultdict(Counter)
    for labels in labels_of(content.labels).values():
        for key, label in labels.items():
            told[key][label] += 1
    games = Counter(game.spec.target for game in content.games)
    return tuple(
        AffordanceCount(
            key,
            yes=told[key][Label.YES],
            no=told[key][Label.NO],
            not_deducible=told[key][Label.NOT_DEDUCIBLE],
            games=games[key],
        )
        for key in sorted(row.key for row in content.affordances)
    )


def findings(content: CatalogueContent) -> tuple[Finding, ...]:
    """Every weakness that is worth a look, by kind."""
    return (
        *_one_sided_affordances(content),
        *_rare_or_common_affordances(content),
        *_idle_values(content),
        *_named_objects(content),
        *_told_affordances(content),
        *_twins(content),
        *_lopsided_games(content),
        *_repeated_games(content),
    )


def _one_sided_affordances(content: CatalogueContent) -> Iterator[Finding]:
    for count in affordance_counts(content):
        if not count.yes:
            yield Finding("no positive", count.key, "No object has it, so it is never a target.")
        if not count.no:
            yield Finding("no negative", count.key, "No object lacks it: it is never a distractor.")


def _rare_or_common_affordances(content: CatalogueContent) -> Iterator[Finding]:
    for count in affordance_counts(content):
        if count.yes and count.no and not SHARE_LEAST <= count.share <= SHARE_MOST:
            text = f"{count.share:.1%} of the objects have it, outside {SHARE_SAID}."
            yield Finding("share", count.key, text)


def _idle_values(content: CatalogueContent) -> Iterator[Finding]:
    """Values that fewer than two objects have, listed or by a narrower value."""
    broader = {(row.dimension, row.value): row.broader for row in content.vocabulary}
    objects: Counter[tuple[Dimension, str]] = Counter()
    for row in content.objects:
        listed = {(found.dimension, found.value) for found in row.sheet.properties}
        wider = {
            (dimension, above)
            for dimension, value in listed
            for above in broader_values(dimension, value, broader)
        }
        objects.update(listed | wider)
    for dimension, value in sorted(broader):
        if objects[dimension, value] < 2:
            text = "Only one object has it." if objects[dimension, value] else "No object has it."
            yield Finding("idle value", f"{dimension}:{value}", text)


def _named_objects(content: CatalogueContent) -> Iterator[Finding]:
    """Objects whose description holds their name, or the noun at its end."""
    for row in content.objects:
        words = WORDS.findall(row.sheet.description.casefold())
        name = WORDS.findall(row.sheet.name.casefold())
        told = [phrase for phrase in (name, name[-1:]) if phrase and _stand_in(words, phrase)]
        if told:
            text = f"The description says {' '.join(told[0])!r}."
            yield Finding("name told", row.sheet.key, text)


def _told_affordances(content: CatalogueContent) -> Iterator[Finding]:
    """Descriptions with a sentence that holds all the words of an affordance but small ones."""
    stems = {row.key: _stems_of_key(row.key) for row in content.affordances}
    for row in content.objects:
        sentences = SENTENCE_END.split(row.sheet.description.casefold())
        spoken = [frozenset(map(stem, WORDS.findall(sentence))) for sentence in sentences]
        for key, wanted in stems.items():
            if any(wanted <= said for said in spoken):
                text = f"A sentence of the description has the words of {key}."
                yield Finding("affordance told", row.sheet.key, text)


def _twins(content: CatalogueContent) -> Iterator[Finding]:
    """Objects with the same properties of which an affordance holds for one and not the other."""
    labels = labels_of(content.labels)
    alike: dict[frozenset[Property], list[ObjectSheet]] = defaultdict(list)
    for row in content.objects:
        alike[row.sheet.properties].append(row.sheet)
    for sheets in alike.values():
        for one, other in combinations(sorted(sheets, key=lambda sheet: sheet.key), 2):
            theirs = labels[other.key]
            apart = [k for k, label in labels[one.key].items() if theirs[k] != label]
            if apart:
                measured = "the same" if one.measures == other.measures else "other"
                text = (
                    f"{other.key} has the same properties, {measured} measures and other labels"
                    f" for {', '.join(sorted(apart))}."
                )
                yield Finding("twins", one.key, text)


def _lopsided_games(content: CatalogueContent) -> Iterator[Finding]:
    """Targets that have more games than the rarest target by more than one."""
    counts = affordance_counts(content) if content.games else ()
    least = min((count.games for count in counts if count.yes), default=0)
    for count in counts:
        if count.games > least + 1:
            text = f"It is the target of {count.games} games, another one of {least}."
            yield Finding("lopsided games", count.key, text)


def _repeated_games(content: CatalogueContent) -> Iterator[Finding]:
    """Games that ask the same of the same object among the same candidates as an earlier one."""
    first: dict[GameSpec, str] = {}
    for game in content.games:
        same = replace(game.spec, candidates=tuple(sorted(game.spec.candidates)))
        earlier = first.setdefault(same, game.key)
        if earlier != game.key:
            yield Finding("repeated game", game.key, f"It is the same game as {earlier}.")


def stem(word: str) -> str:
    """The word without its ending: fold, folds, folded and folding have one stem.

    A rough cut that can take two words for one; it is meant for lists that a person looks over.
    """
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def _stems_of_key(key: str) -> frozenset[str]:
    words = [word for word in key.split("_") if word not in SMALL_WORDS]
    return frozenset(map(stem, words or key.split("_")))


def _stand_in(words: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether the phrase stands in the words, its last word in the plural or not."""
    size = len(phrase)
    last = {phrase[-1], f"{phrase[-1]}s", f"{phrase[-1]}es"}
    return any(
        list(words[at : at + size - 1]) == list(phrase[:-1]) and words[at + size - 1] in last
        for at in range(len(words) - size + 1)
    )
