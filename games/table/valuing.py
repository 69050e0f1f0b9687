"""Values that a question names, made into probes by the lexicon and a catalogue's vocabulary."""

import re
from dataclasses import replace

from games.lexicon import COMPOUNDS, Kind, Lexicon, Value
from games.sheets import Dimension
from games.table import mentions
from games.table.hits import Hit, part_names
from games.table.likeness import LOCAL, NEAR, RATHER, SELDOM_SAID, STRICTLY
from games.table.probe import All, AnyOf, Doubt, HasValue, Probe, Scope, Unread
from games.table.size_words import ROOMS, THRESHOLDS

# Kinds of which an object may have several at once, so that "entirely" excludes the others.
RIVALS = frozenset({Kind.SUBSTANCE, Kind.COLOUR})
MADE = re.compile(r"\b(?:made|material|contain|contains|composed|built|constructed|consists?)\b")


class Valuer:
    """vocabulary: None where every value of the lexicon is decided."""

    def __init__(self, lexicon: Lexicon, vocabulary: frozenset[str] | None) -> None:
        self.lexicon = lexicon
        self.vocabulary = vocabulary
        self._of_kind = {
            kind: frozenset(each.value for each in lexicon.values.values() if each.kind == kind)
            for kind in RIVALS
        }
        self._forms = frozenset(
            each.value
            for each in lexicon.values.values()
            if each.kind == Kind.FORM and each.dimension == Dimension.SHAPE
        )

    def probe_for(
        self,
        values: tuple[Value, ...],
        words: tuple[str, ...],
        *,
        scope: Scope,
        places: frozenset[str] = frozenset(),
        at: frozenset[str] = frozenset(),
        entire: bool = False,
    ) -> Probe:
        meant, dimension = _meant(values, words)
        names = frozenset(value.value for value in meant)
        room = ROOMS.get(meant[0].value)
        if room and not self._listed(names):
            return room
        probe = self._has_value(names, scope=scope, dimension=dimension, places=places)
        probe = self._strict(replace(probe, at=at, entire=entire and not places), names)
        threshold = THRESHOLDS.get(meant[0].value)
        if threshold and not places and not self._listed(names):
            sized = replace(probe, threshold=threshold)
            return Doubt(sized) if at else sized
        if threshold and places and self.vocabulary is None:
            return replace(probe, closed=False, mentions=mentions.mention(meant[0].words[0]))
        return probe

    def _strict(self, probe: HasValue, names: frozenset[str]) -> HasValue:
        """With the values that speak against it where all of it, or a part, must have it."""
        if not (probe.parts or probe.at or probe.entire):
            return probe
        against = frozenset[str]().union(*(STRICTLY.get(name, frozenset()) for name in names))
        wider = frozenset[str]().union(*map(self.lexicon.narrower, against))
        rivals = self._rivals(names, probe.values) if probe.parts or probe.at else probe.rivals
        form = not names.isdisjoint(self._forms | LOCAL) and bool(probe.parts)
        if form and names.isdisjoint(LOCAL):
            broader = frozenset[str]().union(*map(self.lexicon.broader, names))
            rivals = self._forms - probe.values - broader
        return replace(probe, strictly=wider - probe.values, rivals=rivals, form=form)

    def _rivals(self, names: frozenset[str], values: frozenset[str]) -> frozenset[str]:
        wider = frozenset[str]().union(*map(self.lexicon.broader, names))
        meant = [self.lexicon.values[name] for name in names]
        kinds = {value.kind for value in meant} & set(self._of_kind)
        others = frozenset[str]().union(*(self._of_kind[kind] for kind in kinds))
        return others - values - wider

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
        if scope in (Scope.ENTIRELY, Scope.MOSTLY):
            rivals = self._rivals(names, values)
        probe = HasValue(
            values=values,
            closed=self._closed(names, values),
            scope=scope,
            dimension=dimension,
            parts=places,
            rivals=rivals,
            contrary=contrary - values,
        )
        if self.vocabulary is None:
            words = (word for name in names for word in lexicon.values[name].words)
            near = frozenset[str]().union(*(NEAR.get(name, frozenset()) for name in names))
            hints = near if names & RATHER else frozenset[str]()
            return replace(probe, mentions=mentions.mention(*words), near=near, hints=hints)
        if probe.closed:
            return probe
        return self._with_neighbours(probe, names, self.vocabulary)

    def _closed(self, names: frozenset[str], values: frozenset[str]) -> bool:
        """Whether an object without it can be said not to have it.

        So it is too where the vocabulary names its kinds (copper and steel, but not metal).
        """
        if self.vocabulary is None:
            kinds = {self.lexicon.values[name].kind for name in names}
            return Kind.BEHAVIOUR not in kinds and names.isdisjoint(SELDOM_SAID)
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

    def parts(self, hits: list[Hit], *, either: bool) -> Probe:
        return joined([self.part(hit) for hit in hits], either=either)

    def part(self, hit: Hit) -> Probe:
        names = frozenset(value.value for value in hit.values)
        probe = self._has_value(names, scope=Scope.ANYWHERE, dimension=None, places=frozenset())
        if hit.kind == Kind.PLACE and not self._listed(names):
            return Unread(
                mentions=mentions.mention(*hit.values[0].words),
                certain=self.vocabulary is None,
            )
        return replace(probe, as_part=part_names(hit))

    def compound(self, said: list[Hit], parts: list[Hit]) -> Probe | None:
        """The one value that says as much as this quality of this part."""
        pair = (said[0].values[0].value, parts[0].values[0].value)
        name = next((name for name, of in COMPOUNDS.items() if of == pair), None)
        if name is None or len(said) > 1:
            return None
        return self._has_value(
            frozenset({name}), scope=Scope.ANYWHERE, dimension=None, places=frozenset()
        )


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


def joined(probes: list[Probe], *, either: bool) -> Probe:
    if len(probes) == 1:
        return probes[0]
    return AnyOf(tuple(probes)) if either else All(tuple(probes))
