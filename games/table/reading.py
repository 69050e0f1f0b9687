"""A question read into a probe, by the words of the lexicon and a catalogue's vocabulary."""

import re
from dataclasses import replace
from itertools import pairwise

from games.lexicon import Kind, Lexicon, plural
from games.sheets import Dimension
from games.table import mentions
from games.table.asking import STOP, Asked, understand, without_simile
from games.table.comparing import read_figures
from games.table.counting import WORDS as NUMBERS
from games.table.counting import read_count, singular
from games.table.hits import Hit, find_hits, part_names, places_used
from games.table.leftover import HARMLESS, unread
from games.table.probe import (
    All,
    AnyOf,
    Counted,
    Doubt,
    Not,
    Probe,
    Scope,
    Unread,
)
from games.table.scales import LESS, MORE
from games.table.scales import WORDS as SIZES
from games.table.spelling import Speller
from games.table.tapering import read_taper
from games.table.valuing import RIVALS, Valuer, joined

# With these words a question asks for more than a word can answer by being mentioned.
FOREIGN = frozenset({"like", "as", "than", "use", "used", "find", "cost", "old", "age"})
EXISTS = re.compile(
    r"^(?:(?:does|do|did) (?:it|they|the \w+) (?:have|bear|carry|show|feature|include|contain"
    r"|sport|come with)"
    r"|has it|have they|it has|is there|are there|with|any|has (?:the|its)|there is|there are)\b"
)
DECORATED = re.compile(r"\b(?:decorated|adorned|trimmed|marked|embellished) with\b")
# Words that say little, but that must be known when they are misspelled.
COMMON = (
    "basically", "completely", "slightly", "actually", "really", "mostly", "entirely", "material",
    "surface", "colour", "shape", "object", "anything", "something", "partly", "fully", "quite",
)  # fmt: skip
PERFECTLY = re.compile(r"\b(?:perfectly|absolutely|dead|completely|totally|fully|quite) ")
# "Both ends" asks for more than an end does.
BOTH = re.compile(
    r"\b(?:both|each|either|every|all)(?: of)?(?: its| the)? (?:\w+ )?"
    r"(ends|sides|faces|end|side|face|edges|handles|legs)\b"
)
COUNTS = frozenset(NUMBERS) | {"several", "many", "multiple"}


class Reader:
    """Reads questions with one lexicon; vocabulary: None where every value of it is decided."""

    def __init__(self, lexicon: Lexicon, vocabulary: frozenset[str] | None) -> None:
        self.lexicon = lexicon
        self.vocabulary = vocabulary
        single = (words[0] for words in lexicon.by_words if len(words) == 1)
        self._speller = Speller(single, (word for of in lexicon.yardsticks for word in of))
        known = {word for of in (*lexicon.by_words, *lexicon.yardsticks) for word in of}
        self._scales = Speller((*MORE, *LESS, *SIZES, *COMMON), known | STOP | HARMLESS)
        self._valuer = Valuer(lexicon, vocabulary)

    def read(self, question: str) -> Probe:
        asked = understand(question)
        probe = read_figures(asked, self.lexicon)
        if probe is None:
            asked = self._respelled(asked)
            probe = read_figures(asked, self.lexicon) or self._values(asked)
        return Not(probe) if asked.negated else probe

    def _respelled(self, asked: Asked) -> Asked:
        """The question with words of size that were misspelled: heavyer than a brick."""
        full = tuple(self._scales.corrected(word) for word in asked.full)
        if full == asked.full:
            return asked
        words = tuple(self._scales.corrected(word) for word in asked.words)
        return replace(asked, words=words, full=full)

    def _values(self, asked: Asked) -> Probe:
        tapering = read_taper(asked.full_text)
        if tapering:
            return tapering
        words = without_simile(asked)
        hits = find_hits(self.lexicon, words)
        if self._left(words, hits):
            words = self._mended(words, hits)
            hits = find_hits(self.lexicon, words)
        left = self._left(words, hits) + _inside(asked, words, hits)
        counted = read_count(asked, self.lexicon)
        if counted and not self._names_number(words, hits):
            return self._with_count(counted, asked, words, hits)
        probe = self._said(asked, words, hits)
        if isinstance(probe, Unread):
            asks = EXISTS.match(asked.text) is not None or not hits
            certain = probe.certain and asks and len(left) < 2 - bool(hits)
            return replace(probe, certain=certain)
        if not left:
            return probe
        exists = EXISTS.match(asked.text) is not None and any(hit.is_part for hit in hits)
        if _inside(asked, words, hits):
            return Doubt(probe)
        said = tuple(mentions.mention(word, singular(word)) for word in left)
        return Doubt(probe, mentions=said, no_holds=exists)

    def _said(self, asked: Asked, words: tuple[str, ...], hits: list[Hit]) -> Probe:
        parts = [hit for hit in hits if hit.is_part]
        if _is_subject(words, hits):
            parts = [hits[0]]
        places = [hit for hit in hits if hit.kind == Kind.PLACE]
        said = [hit for hit in hits if hit not in parts and hit not in places]
        at = frozenset[str]().union(*(part_names(hit) for hit in places))
        if said:
            return self._qualities(asked, words, said=said, parts=parts, at=at)
        if parts or places:
            return self._valuer.parts(parts or places, either="or" in words or "nor" in words)
        return self._unread(words)

    def _mended(self, words: tuple[str, ...], hits: list[Hit]) -> tuple[str, ...]:
        """The words with the slips of the pen mended in those that mean nothing."""
        used = places_used(hits)
        return tuple(
            word if place in used or word in STOP else self._speller.corrected(word)
            for place, word in enumerate(words)
        )

    def _left(self, words: tuple[str, ...], hits: list[Hit]) -> tuple[str, ...]:
        """The words that may mean something and that no value accounts for."""
        idle = STOP | {"both", "each", "either"} if BOTH.search(" ".join(words)) else STOP
        return unread(words, places_used(hits), idle)

    def _names_number(self, words: tuple[str, ...], hits: list[Hit]) -> bool:
        """Whether a value itself speaks of a number: two colours, one piece."""
        return any(
            hit.end - hit.start > 1 and set(words[hit.start : hit.end]) & COUNTS for hit in hits
        )

    def _with_count(
        self, counted: Counted, asked: Asked, words: tuple[str, ...], hits: list[Hit]
    ) -> Probe:
        """The number together with what else is said of the parts: two wooden handles."""
        named = re.compile(counted.noun)
        others = [hit for hit in hits if not named.match(words[hit.end - 1])]
        others = [hit for hit in others if hit.kind != Kind.PLACE and not hit.is_part]
        others = [hit for hit in others if words[hit.start] != "number"]
        if not others:
            return counted
        return Doubt(All((counted, self._said(asked, words, others))))

    def _qualities(
        self,
        asked: Asked,
        words: tuple[str, ...],
        *,
        said: list[Hit],
        parts: list[Hit],
        at: frozenset[str],
    ) -> Probe:
        if parts and (rest := _beyond_position(said, parts, asked.text)) != said:
            return self._said_of(rest, parts, asked, words, at)
        places = frozenset[str]().union(*(part_names(hit) for hit in parts))
        if not parts and not at:
            places = self._unknown_place(words, said)
        anywhere = bool(at or places or EXISTS.match(asked.text))
        scopes = [_scope(asked.scope, hit, anywhere) for hit in said]
        probes = [
            self._valuer.probe_for(
                hit.values, words, scope=scope, places=places, at=at, entire=_entire(asked)
            )
            for hit, scope in zip(said, scopes, strict=True)
        ]
        asked_for = joined(_adjectives(said, probes), either="or" in words or "nor" in words)
        if found := BOTH.search(asked.full_text):
            asked_for = All((asked_for, _on_both(singular(found[1]))))
        if not parts:
            return asked_for
        whole = All((*(self._valuer.part(hit) for hit in parts), asked_for))
        compound = self._valuer.compound(said, parts)
        return AnyOf((compound, whole)) if compound else whole

    def _said_of(
        self,
        said: list[Hit],
        parts: list[Hit],
        asked: Asked,
        words: tuple[str, ...],
        at: frozenset[str],
    ) -> Probe:
        if said:
            return self._qualities(asked, words, said=said, parts=parts, at=at)
        return self._valuer.parts(parts, either="or" in words)

    def _unknown_place(self, words: tuple[str, ...], said: list[Hit]) -> frozenset[str]:
        """The part of "is the sole rubber", where the lexicon does not know the part."""
        named = " ".join(words[2 : said[0].start])
        asks = words[:1] and words[0] in ("is", "are", "does", "do", "has", "have")
        if (
            not asks
            or words[1] not in ("the", "its")
            or not named
            or set(named.split()) & (STOP | HARMLESS)
        ):
            return frozenset()
        return frozenset({named, plural(named), singular(named), named.replace(" ", "_")})

    def _unread(self, words: tuple[str, ...]) -> Unread:
        """Words that the lexicon does not know: at most the description mentions them."""
        content = [word for word in words if word not in STOP and not word.isdigit()]
        if not content or any(word in FOREIGN for word in words):
            return Unread()
        return Unread(
            mentions=mentions.mention(content[-1], singular(content[-1])),
            certain=self.vocabulary is None,
        )


def _beyond_position(said: list[Hit], parts: list[Hit], text: str) -> list[Hit]:
    """Without what only tells that a part is there: sticking out, decorated with rings."""
    idle = {"bump"} | ({"decorated"} if DECORATED.search(text) else set())
    return [hit for hit in said if hit.values[0].value not in idle]


def _on_both(place: str) -> Unread:
    return Unread(
        mentions=rf"\b(?:both|each|either|every|all|two|opposite)\b (?:[\w-]+ ){{0,2}}{place}",
        certain=True,
    )


def _is_subject(words: tuple[str, ...], hits: list[Hit]) -> bool:
    """Whether the first value names what is asked about: "is the bar bent"."""
    return (
        len(hits) > 1
        and hits[0].kind == Kind.FORM
        and hits[0].start == 2
        and words[0] in ("is", "are")
        and words[1] in ("the", "its")
        and hits[0].end == hits[1].start
    )


def _inside(asked: Asked, words: tuple[str, ...], hits: list[Hit]) -> tuple[str, ...]:
    """The word for the inside where a surface is asked for: sheets tell of the outside."""
    of_surface = any(hit.values[0].dimension == Dimension.SURFACE for hit in hits)
    if not of_surface or EXISTS.match(asked.text):
        return ()
    return tuple(word for word in words if word in ("inside", "interior"))


def _entire(asked: Asked) -> bool:
    return asked.scope == Scope.ENTIRELY or PERFECTLY.search(asked.full_text) is not None


def _adjectives(said: list[Hit], probes: list[Probe]) -> list[Probe]:
    """Of two values side by side the first tells of the second: no hole without a round hole."""
    return [
        Doubt(probe, yes_holds=True) if near and hit.kind != Kind.COLOUR else probe
        for probe, hit, near in zip(
            probes,
            said,
            (*(one.end == other.start for one, other in pairwise(said)), False),
            strict=True,
        )
    ]


def _scope(asked: Scope, hit: Hit, anywhere: bool) -> Scope:
    """Where this value must be: a form is said of the whole, unless a part is spoken of."""
    if asked in (Scope.ENTIRELY, Scope.MOSTLY) and hit.kind in RIVALS:
        return asked
    if asked == Scope.ENTIRELY:
        return Scope.WHOLE
    if anywhere or asked == Scope.ANYWHERE:
        return Scope.ANYWHERE
    return Scope.WHOLE if hit.kind == Kind.FORM else Scope.OVERALL
