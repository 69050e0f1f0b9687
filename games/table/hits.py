"""The words of a question that name values."""

from dataclasses import dataclass

from games.lexicon import Kind, Lexicon, Value, plural


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


def find_hits(lexicon: Lexicon, words: tuple[str, ...]) -> list[Hit]:
    """The longest phrases of the lexicon, from left to right."""
    found: list[Hit] = []
    place = 0
    while place < len(words):
        hit = _hit_at(lexicon, words, place)
        if hit:
            found.append(hit)
        place = hit.end if hit else place + 1
    return found


def _hit_at(lexicon: Lexicon, words: tuple[str, ...], place: int) -> Hit | None:
    for end in range(min(place + lexicon.longest, len(words)), place, -1):
        values = lexicon.by_words.get(words[place:end])
        if values:
            return Hit(place, end, values)
    return None


def places_used(hits: list[Hit]) -> frozenset[int]:
    return frozenset(place for hit in hits for place in range(hit.start, hit.end))


def part_names(hit: Hit) -> frozenset[str]:
    """Every way in which a catalogue may write this part."""
    phrases = {word for value in hit.values for word in (value.value, *value.words)}
    phrases |= {plural(phrase) for phrase in phrases}
    return frozenset(phrases | {phrase.replace(" ", "_") for phrase in phrases})
