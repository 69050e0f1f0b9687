"""Questions in the published format: a list of entries, and the same without the answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evaluation.coat import json_files
from evaluation.coat.generate import QuestionSet
from evaluation.coat.labels import Labels
from evaluation.coat.places import Place
from evaluation.coat.questions import LETTERS, Option
from evaluation.coat.records import VARIABLES, VOCABULARY, State
from evaluation.coat.rendering import question_text
from evaluation.coat.variations import Kind
from evaluation.coat.writing import state_row
from games.formats.lines import Json
from games.formats.rows import Reading, RowError

FOLDERS: Mapping[Kind, str] = {
    Kind.TASK_U: "GT_used",
    Kind.TASK_0: "GT",
    Kind.TASK_1: "GT",
    Kind.TASK_2: "GT",
    Kind.FULL_IDEAL: "GT_used",
    Kind.FULL_MODERATE: "GT_used",
}
"""What the original program calls the folder of a kind's variations."""
_CONCEPT = frozenset([Kind.TASK_U, Kind.TASK_0])
_ROW = ("object_name", *VARIABLES)


@dataclass(frozen=True)
class Entry:
    """options: letter -> an object's name, or its state. answer: "" where none is told."""

    number: int
    utility: str
    text: str
    options: Mapping[str, str | State]
    answer: str


def entries_of(questions: QuestionSet, labels: Labels) -> Iterator[Entry]:
    for each in questions.questions:
        yield Entry(
            number=each.number,
            utility=each.utility,
            text=question_text(questions.spec.kind, each, labels),
            options={letter: _shown(option) for letter, option in each.by_letter().items()},
            answer=each.letter,
        )


def entries_document(entries: list[Entry], kind: Kind, *, answers: bool) -> str:
    """The published file; without answers an empty object stands in place of each letter.

    Rows have no id: the original's ids tell how good a configuration is.
    """
    return json_files.document([_told(each, kind, answers) for each in entries])


def read_entries(data: bytes, kind: Kind, file: str) -> Reading[tuple[Entry, ...]]:
    """Of a file of ours or of the original, whose rows may have ids and any order of keys."""
    noted: list[RowError] = []
    place = Place(json_files.json_in(data, file, noted), "", file, noted)
    found = () if noted else tuple(_entries(place, kind))
    return Reading(None if noted else found, tuple(noted))


def _shown(option: Option) -> str | State:
    return option.configuration.state if option.configuration else option.object_name


def _utility_key(kind: Kind) -> str:
    return "concept" if kind in _CONCEPT else "context"


def _told(entry: Entry, kind: Kind, answers: bool) -> Json:
    options: dict[str, Json] = {
        letter: shown if isinstance(shown, str) else state_row(shown)
        for letter, shown in entry.options.items()
    }
    return {
        "question_id": entry.number,
        _utility_key(kind): entry.utility,
        "question": entry.text,
        "options": options,
        "correct_answer": entry.answer if answers else {},
    }


def _entries(place: Place, kind: Kind) -> Iterator[Entry]:
    key = _utility_key(kind)
    for item in place.items(least=1):
        fields = item.fields(("question_id", key, "question", "options", "correct_answer"))
        if fields:
            options = dict(_options(fields["options"]))
            yield Entry(
                number=fields["question_id"].whole(least=1),
                utility=fields[key].text(),
                text=fields["question"].text(),
                options=options,
                answer=_answer(fields["correct_answer"], options),
            )


def _answer(place: Place, options: Mapping[str, str | State]) -> str:
    return "" if place.value == {} else place.text(tuple(options))


def _options(place: Place) -> Iterator[tuple[str, str | State]]:
    for letter, inner in place.entries(least=2):
        if letter not in LETTERS:
            inner.fault(f"{letter!r} is no letter of an option: {', '.join(LETTERS)}.")
        elif isinstance(inner.value, str):
            yield letter, inner.text()
        else:
            yield from _state(letter, inner)


def _state(letter: str, place: Place) -> Iterator[tuple[str, State]]:
    has_id = isinstance(place.value, dict) and "id" in place.value
    fields = place.fields(("id", *_ROW) if has_id else _ROW)
    if fields:
        values = {name: fields[name].text(VOCABULARY.get(name, ())) for name in _ROW}
        yield letter, State(**values)
