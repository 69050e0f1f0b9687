"""A question set as JSON Lines, and what it was made by as one JSON document."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from evaluation.coat import json_files
from evaluation.coat.generate import QuestionSet
from evaluation.coat.labels import Labels
from evaluation.coat.partition import SCHEMES, Category
from evaluation.coat.places import Place
from evaluation.coat.questions import LETTERS, Option, Question, Role
from evaluation.coat.records import VARIABLES, VOCABULARY, Catalogue, Configuration, State
from evaluation.coat.rendering import option_texts, question_text
from evaluation.coat.schemes import scheme_document
from evaluation.coat.writing import state_row
from games.formats.lines import Json, lines_of
from games.formats.rows import Reading, RowError

FIELDS = ("number", "utility", "task", "question", "options", "answer", "roles", "categories")


def set_lines(questions: QuestionSet, labels: Labels) -> Iterator[str]:
    """A JSON object a question; equal sets give equal text.

    What an option is for stands apart from it, so that all options look alike, and none has an id.
    """
    kind = questions.spec.kind
    for each in questions.questions:
        texts = option_texts(each, labels)
        by_letter = each.by_letter()
        options: dict[str, Json] = {
            letter: {**_shown(option), "text": texts[letter]}
            for letter, option in by_letter.items()
        }
        categories: dict[str, Json] = {
            letter: str(option.category) if option.category else None
            for letter, option in by_letter.items()
        }
        told: dict[str, Json] = {
            "number": each.number,
            "utility": each.utility,
            "task": each.task,
            "question": question_text(kind, each, labels),
            "options": options,
            "answer": each.letter,
            "roles": {letter: str(option.role) for letter, option in by_letter.items()},
            "categories": categories,
        }
        yield json.dumps(told, ensure_ascii=False) + "\n"


def set_document(questions: QuestionSet, sha256_of_lines: str) -> str:
    """All that the set follows from, beside the catalogue, and the hash of its lines."""
    spec, policies = questions.spec, questions.policies
    variation = questions.variation
    scheme = policies.scheme or SCHEMES[policies.partition]
    told: dict[str, Json] = {
        "kind": str(spec.kind),
        "variation": spec.variation,
        "options": variation.options,
        "distractors": {str(role): count for role, count in variation.taken.items()},
        "asked_for": spec.size,
        "questions": len(questions.questions),
        "seed": spec.seed,
        "partition": str(policies.partition),
        "order": str(policies.order),
        "weights": str(spec.weights),
        "padding": str(spec.padding),
        "penalties": json.loads(scheme_document(scheme)),
        "short": {
            f"{share.pair}": share.allotted - share.taken
            for share in questions.shares
            if share.taken < share.allotted
        },
        "sha256": sha256_of_lines,
    }
    return json_files.document(told)


def lines_sha256(lines: Iterator[str]) -> str:
    """Of the bytes that the lines are in a file."""
    digest = sha256()
    for line in lines:
        digest.update(line.encode())
    return digest.hexdigest()


def read_lines(data: bytes, catalogue: Catalogue, file: str) -> Reading[tuple[Question, ...]]:
    """Questions of a set of ours, their configurations found in the catalogue."""
    noted: list[RowError] = []
    found: list[Question] = []
    for line in lines_of(data, file, noted):
        problems: list[RowError] = []
        question = _question(Place(line.values, "", file, problems), catalogue)
        noted += [RowError(line.number, each.field, each.problem, file) for each in problems]
        if question and not problems:
            found.append(question)
    return Reading(None if noted else tuple(found), tuple(noted))


@dataclass(frozen=True)
class _Marks:
    """Letter -> role, letter -> category."""

    roles: Mapping[str, Place]
    categories: Mapping[str, Place]


def _shown(option: Option) -> dict[str, Json]:
    if option.configuration is None:
        return {"object_name": option.object_name}
    return state_row(option.configuration.state)


def _question(place: Place, catalogue: Catalogue) -> Question | None:
    fields = place.fields(FIELDS)
    letters = _letters(fields["options"]) if fields else ()
    if not fields or not letters:
        return None
    options = fields["options"].fields(letters)
    roles = fields["roles"].fields(letters)
    categories = fields["categories"].fields(letters)
    answer = fields["answer"].text(letters)
    if not (options and roles and categories) or answer not in letters:
        return None
    marks = _Marks(roles, categories)
    return Question(
        number=fields["number"].whole(least=1),
        utility=fields["utility"].text(catalogue.judged.utilities),
        task=str(fields["task"].value),
        options=tuple(_option(letter, options[letter], marks, catalogue) for letter in letters),
        answer=letters.index(answer),
    )


def _letters(place: Place) -> tuple[str, ...]:
    count = len(list(place.entries(least=2)))
    return tuple(LETTERS[:count])


def _option(letter: str, place: Place, marks: _Marks, catalogue: Catalogue) -> Option:
    by_state = isinstance(place.value, dict) and "mass" in place.value
    names = ("object_name", *VARIABLES) if by_state else ("object_name",)
    fields = place.fields((*names, "text"))
    if not fields:
        return Option("", Role.RANDOM)
    name = fields["object_name"].text(catalogue.judged.objects)
    role = marks.roles[letter].text(tuple(Role))
    told = marks.categories[letter]
    category = None if told.value is None else told.text(tuple(Category))
    return Option(
        name,
        Role(role) if role in list(Role) else Role.RANDOM,
        _configuration(place, fields, catalogue) if by_state else None,
        Category(category) if category in list(Category) else None,
    )


def _configuration(
    place: Place, fields: Mapping[str, Place], catalogue: Catalogue
) -> Configuration | None:
    names = ("object_name", *VARIABLES)
    state = State(**{name: fields[name].text(VOCABULARY.get(name, ())) for name in names})
    if state not in catalogue.by_state:
        place.fault("The catalogue has no configuration with these values.")
    return catalogue.by_state.get(state)
