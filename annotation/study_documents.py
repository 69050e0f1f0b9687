"""What goes with a study's tables: its guidelines, its consent texts, its settings."""

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from annotation.kinds.base import Choice, Kind, Question, Snapshot
from annotation.kinds.registry import KINDS
from annotation.models import Study
from games.export_cells import moment
from games.models import ConsentText

GUIDELINES = "guidelines.md"
CONSENT = "consent.txt"
SETTINGS = "study.json"
ANSWERS_HEADING = "## Questions and answers"
"""Under it stand, in guidelines, what raters of an earlier version asked and what was answered."""


class StudyQuestions:
    """Every question that a unit of the study asks, with all choices that any unit offers.

    The text of a question is "" where units ask it in other words.
    """

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._first: dict[str, Question] = {}
        self._choices: dict[str, dict[str, Choice]] = {}
        self._of: dict[int, Sequence[Question]] = {}
        self._alike: dict[Hashable, Sequence[Question]] = {}

    def note(self, unit_id: int, snapshot: Snapshot) -> None:
        questions = self._kind.questions(snapshot)
        told = tuple((each.name, each.form, each.level, each.missing) for each in questions)
        self._of[unit_id] = self._alike.setdefault(told, questions)
        for question in questions:
            first = self._first.setdefault(question.name, question)
            if question.text != first.text:
                self._first[question.name] = replace(first, text="")
            offered = self._choices.setdefault(question.name, {})
            for choice in question.choices:
                offered.setdefault(choice.value, choice)

    def of(self, unit_id: int) -> Sequence[Question]:
        """Questions as the noted unit has them, but for their texts and choices."""
        return self._of[unit_id]

    def questions(self) -> dict[str, Question]:
        """By name, in the order in which they were first asked."""
        return {
            name: replace(first, choices=tuple(self._choices[name].values()))
            for name, first in self._first.items()
        }


def documents(
    study: Study, asked: StudyQuestions, consent_texts: Iterable[ConsentText]
) -> Iterator[tuple[str, str]]:
    """Names and texts. Consent as raters read it, in English."""
    yield GUIDELINES, study.guidelines
    for text in consent_texts:
        yield _consent_name(study, text), text.in_language("en")
    yield SETTINGS, _as_json(_settings(study, asked.questions()))


def _consent_name(study: Study, text: ConsentText) -> str:
    if text.pk == study.consent_text_id:
        return CONSENT
    return f"consent-{text.sha256_of('en')[:8]}.txt"


def _settings(study: Study, questions: Mapping[str, Question]) -> dict[str, object]:
    consent, catalogue = study.consent_text, study.catalogue
    return {
        "study": study.slug,
        "version": study.version,
        "title": study.title,
        "about": study.about,
        "kind": study.kind,
        "kind_title": KINDS[study.kind].title,
        "seats": study.seats,
        "order": {"policy": study.policy, "seed": study.seed, "gold_every": study.gold_every},
        "reservation_seconds": study.reservation_seconds,
        "excludes": sorted(str(each) for each in study.excludes.all()),
        "status": study.status,
        "created_at": moment(study.created_at),
        "opened_at": moment(study.opened_at),
        "locked_at": moment(study.locked_at),
        "closed_at": moment(study.closed_at),
        "guidelines_sha256": _sha256(study.guidelines),
        "consent_text_sha256": consent.sha256_of("en") if consent else None,
        "catalogue": {
            "version": catalogue.version,
            "sha256": catalogue.sha256,
            "licence": catalogue.licence,
            "canary": catalogue.canary,
        }
        if catalogue
        else None,
        "questions": [_question(each) for each in questions.values()],
        "publications": [
            {"number": each.number, "sha256": each.sha256, "made_at": moment(each.made_at)}
            for each in study.publications.order_by("number").defer("files")
        ],
    }


def _question(question: Question) -> dict[str, object]:
    return {
        "name": question.name,
        "text": question.text or None,
        "form": question.form.value,
        "level": question.level.value,
        "choices": [
            {"value": each.value, "label": each.label, "definition": each.definition}
            for each in question.choices
        ],
        "missing": sorted(question.missing),
    }


def _as_json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _sha256(text: str) -> str:
    return sha256(text.encode()).hexdigest()
