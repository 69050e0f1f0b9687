"""A question read into a probe, by the words of the lexicon and a catalogue's vocabulary."""

import re
from dataclasses import dataclass, replace

from games.lexicon import COMPOUNDS, Kind, Lexicon, Value, plural
from games.sheets import Dimension
from games.table import mentions
from games.table.asking import STOP, Asked, understand, without_simile
from games.table.comparing import read_figures
from games.table.probe import All, AnyOf, HasValue, Not, Probe, Scope, Unread
from games.table.size_words import ROOMS, THRESHOLDS
from games.table.spelling import Speller

# Kinds of which an object may have several at once, so that "entirely" excludes the others.
RIVALS = frozenset({Kind.SUBSTANCE, Kind.COLOUR})
MADE = re.compile(r"\b(?:made|material|contain|contains|composed|built|constructed|consists?)\b")


# With these words a question asks for more than a word can answer by being mentioned.
FOREIGN = frozenset({"like", "as", "than", "use", "used", "find", "cost", "old", "age"})


@dataclass(frozen=True)
class Hit:
    """Words of the question that name values; they end before `end`."""

    start: int
    end: int
    values: tuple[Value, ...]

    @property
    def kind(self) -> Kind:
        return self.values[0].kind

    @property
    def is_part(self) -> bool:
        return self.kind in (Kind.PART, Kind.FITTING)


class Reader:
    """Reads questions with one lexicon; vocabulary: None where every value of it is decided."""

    def __init__(self, lexicon: Lexicon, vocabulary: frozenset[str] | None) -> None:
        self.lexicon = lexicon
        self.vocabulary = vocabulary
        single = (words[0] for words in lexicon.by_words if len(words) == 1)
        self._speller = Speller(single, (word for of in lexicon.yardsticks for word in of))
        self._of_kind = {
            kind: frozenset(each.value for each in lexicon.values.values() if each.kind == kind)
            for kind in RIVALS
        }

    def read(self, question: str) -> Probe:
        asked = understand(question)
        probe = read_figures(asked, self.lexicon) or self._values(asked)
        return Not(probe) if asked.negated else probe

    def _values(self, asked: Asked) -> Probe:
        words = without_simile(asked)
        hits = self._hits(words)
        if not hits:
            words = tuple(word if word in STOP else self._speller.corrected(word) for word in words)
            hits = self._hits(words)
        parts = [hit for hit in hits if hit.is_part]
        places = [hit for hit in hits if hit.kind == Kind.PLACE]
        said = [hit for hit in hits if hit not in parts and hit not in places]
        if said:
            return self._qualities(asked, words, said=said, parts=parts, placed=bool(places))
        if parts:
            return self._parts(asked, parts)
        if places:
            return self._parts(asked, places)
        return self._unread(words)

    def _hits(self, words: tuple[str, ...]) -> list[Hit]:
        """The longest phrases of the lexicon, from left to right."""
        found: list[Hit] = []
        place = 0
        while place < len(words):
            hit = self._hit_at(words, place)
            if hit:
                found.append(hit)
            place = hit.end if hit else place + 1
        return found

    def _hit_at(self, words: tuple[str, ...], place: int) -> Hit | None:
        for end in range(min(place + self.lexicon.longest, len(words)), place, -1):
            values = self.lexicon.by_words.get(words[place:end])
            if values:
                return Hit(place, end, values)
        return None

    def _qualities(
        self,
        asked: Asked,
        words: tuple[str, ...],
        *,
        said: list[Hit],
        parts: list[Hit],
        placed: bool,
    ) -> Probe:
        places = frozenset[str]().union(*(part_names(hit) for hit in parts))
        if not parts:
            places = self._unknown_place(words, said)
        anywhere = placed or bool(places)
        probes = [
            self._probe_for(
                hit.values, words, scope=_scope(asked.scope, hit, anywhere), places=places
            )
            for hit in said
        ]
        joined = _joined(probes, either="or" in words or "nor" in words)
        if not parts:
            return joined
        whole = All((*(self._part(hit) for hit in parts), joined))
        compound = self._compound(said, parts)
        return AnyOf((compound, whole)) if compound else whole

    def _compound(self, said: list[Hit], parts: list[Hit]) -> Probe | None:
        """The one value that says as much as this quality of this part."""
        pair = (said[0].values[0].value, parts[0].values[0].value)
        name = next((name for name, of in COMPOUNDS.items() if of == pair), None)
        if name is None or len(said) > 1:
            return None
        return self._has_value(
            frozenset({name}), scope=Scope.ANYWHERE, dimension=None, places=frozenset()
        )

    def _unknown_place(self, words: tuple[str, ...], said: list[Hit]) -> frozenset[str]:
        """The part of "is the sole rubber", where the lexicon does not know the part."""
        text = " ".join(words)
        found = re.match(r"(?:is|are|does|do|has|have) (?:the|its) ((?:\w+ )?\w+?)s? ", text + " ")
        if not found or set(found[1].split()) & STOP or said[0].start < 3:
            return frozenset()
        return frozenset({found[1], plural(found[1]), found[1].replace(" ", "_")})

    def _probe_for(
        self,
        values: tuple[Value, ...],
        words: tuple[str, ...],
        *,
        scope: Scope,
        places: frozenset[str] = frozenset(),
    ) -> Probe:
        meant, dimension = _meant(values, words)
        names = frozenset(value.value for value in meant)
        room = ROOMS.get(meant[0].value)
        if room and not self._listed(names):
            return room
        probe = self._has_value(names, scope=scope, dimension=dimension, places=places)
        threshold = THRESHOLDS.get(meant[0].value)
        if threshold and not places and not self._listed(names):
            return replace(probe, threshold=threshold)
        if threshold and places and self.vocabulary is None:
            return replace(probe, closed=False, mentions=mentions.mention(meant[0].words[0]))
        return probe

    def _listed(self, names: frozenset[str]) -> bool:
        return self.vocabulary is not None and not names.isdisjoint(self.vocabulary)

    def _has_value(
        self,
        names: frozenset[str],
        *,
        scope: Scope,
        dimension: Dimension | None,
        places: frozenset[str],
    ) -> HasValue:
        lexicon = self.lexicon
        values = frozenset[str]().union(*map(lexicon.narrower, names))
        contrary = frozenset[str]().union(
            *(lexicon.narrower(other) for name in names for other in lexicon.opposites(name))
        )
        rivals: frozenset[str] = frozenset()
        if scope == Scope.ENTIRELY:
            wider = frozenset[str]().union(*map(lexicon.broader, names))
            kinds = {lexicon.values[name].kind for name in names}
            others = frozenset[str]().union(*(self._of_kind[kind] for kind in kinds & RIVALS))
            rivals = others - values - wider
        probe = HasValue(
            values=values,
            closed=self._closed(names, values),
            scope=scope,
            dimension=dimension,
            parts=places,
            rivals=rivals,
            contrary=contrary - values,
        )
        if probe.closed or self.vocabulary is None:
            return probe
        return self._with_neighbours(probe, names, self.vocabulary)

    def _closed(self, names: frozenset[str], values: frozenset[str]) -> bool:
        """Whether an object without it can be said not to have it.

        So it is too where the vocabulary names its kinds (copper and steel, but not metal).
        """
        if self.vocabulary is None:
            kinds = {self.lexicon.values[name].kind for name in names}
            return Kind.BEHAVIOUR not in kinds
        if self._listed(names):
            return True
        return len(values & self.vocabulary) >= 3

    def _with_neighbours(
        self, probe: HasValue, names: frozenset[str], vocabulary: frozenset[str]
    ) -> HasValue:
        """What related values of the vocabulary tell of one outside it."""
        lexicon, needed, denied, hints = self.lexicon, set[str](), set[str](), set[str]()
        for name in names:
            for wide in (lexicon.broader(name) - {name}) & vocabulary:
                needed |= lexicon.narrower(wide)
            for other in lexicon.complements(name) & vocabulary:
                denied |= lexicon.narrower(other)
            hints |= {each for each in vocabulary if name in lexicon.values[each].usually}
        return replace(
            probe,
            needed=frozenset(needed),
            denied_by=frozenset(denied),
            hints=frozenset(hints),
            mentions=mentions.mention(
                *(word for name in names for word in lexicon.values[name].words)
            ),
        )

    def _parts(self, asked: Asked, hits: list[Hit]) -> Probe:
        joined = _joined(
            [self._part(hit) for hit in hits],
            either="or" in asked.words or "nor" in asked.words,
        )
        counted = mentions.COUNT.search(asked.text)
        if not counted or len(hits) > 1:
            return joined
        return All((joined, mentions.count_of(counted[1], hits[0].values[0])))

    def _part(self, hit: Hit) -> Probe:
        names = frozenset(value.value for value in hit.values)
        probe = self._has_value(names, scope=Scope.ANYWHERE, dimension=None, places=frozenset())
        if hit.kind == Kind.PLACE and not self._listed(names):
            return Unread(
                mentions=mentions.mention(*hit.values[0].words),
                certain=self.vocabulary is None,
            )
        return replace(probe, as_part=part_names(hit))

    def _unread(self, words: tuple[str, ...]) -> Unread:
        """Words that the lexicon does not know: at most the description mentions them."""
        content = [word for word in words if word not in STOP and not word.isdigit()]
        if not content or any(word in FOREIGN for word in words):
            return Unread()
        return Unread(
            mentions=mentions.mention(content[-1]),
            certain=self.vocabulary is None,
        )


def part_names(hit: Hit) -> frozenset[str]:
    """Every way in which a catalogue may write this part."""
    phrases = {word for value in hit.values for word in (value.value, *value.words)}
    phrases |= {plural(phrase) for phrase in phrases}
    return frozenset(phrases | {phrase.replace(" ", "_") for phrase in phrases})


def _scope(asked: Scope, hit: Hit, anywhere: bool) -> Scope:
    """Where this value must be: a form is said of the whole, unless a part is spoken of."""
    if asked == Scope.ENTIRELY:
        return asked if hit.kind in RIVALS else Scope.WHOLE
    if anywhere or asked == Scope.ANYWHERE:
        return Scope.ANYWHERE
    return Scope.WHOLE if hit.kind == Kind.FORM else Scope.OVERALL


def _meant(
    values: tuple[Value, ...], words: tuple[str, ...]
) -> tuple[tuple[Value, ...], Dimension | None]:
    """Of several meanings the one that the question's frame asks for (made of silver, silver)."""
    if len(values) == 1 or len({value.dimension for value in values}) == 1:
        return values, None
    wanted = Dimension.MATERIAL if MADE.search(" ".join(words)) else None
    if "colour" in words or "color" in words or "coloured" in words:
        wanted = Dimension.SURFACE
    chosen = tuple(value for value in values if value.dimension == wanted)
    return (chosen, wanted) if chosen else (values, None)


def _joined(probes: list[Probe], *, either: bool) -> Probe:
    if len(probes) == 1:
        return probes[0]
    return AnyOf(tuple(probes)) if either else All(tuple(probes))
