"""Texts that a study's export would carry and that somebody typed: how many may name a person.

What raters read is not among them, for it is the researchers' own: units but for the questions of
players, consent texts, and guidelines but for the questions of earlier raters at their end.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass

from annotation import player_questions
from annotation.judgement_rows import CHUNK, Selection
from annotation.kinds.base import Answer
from annotation.kinds.oracle_answer import OracleAnswer
from annotation.models import Consensus
from annotation.study_documents import ANSWERS_HEADING
from annotation.study_questions import text_questions
from games.formats.lines import Json
from games.person_signs import signs_of_a_person

Stored = Mapping[str, Json]
"""What a change kept of a row."""


@dataclass(frozen=True)
class OpenTexts:
    """Different texts with signs of naming a person; nobody can say yet that they were looked at.

    comments: on units. answers: to questions that are answered in words, raters' and decided ones.
    reasons: of decisions, with the notes of second looks. All three as they stand and as they were
    before a change. questions: about the guidelines, with their answers, also those of
    earlier versions. left_out: why raters are. players: their questions in units, one that was
    removed since among them.
    """

    comments: int
    answers: int
    reasons: int
    questions: int
    left_out: int
    players: int

    @property
    def total(self) -> int:
        return sum(astuple(self))


def open_texts(selection: Selection) -> OpenTexts:
    """Of what this selection would carry; nine queries at most."""
    comments: set[str] = set()
    answers: set[str] = set()
    reasons: set[str] = set()
    asked = text_questions(selection.study)
    if selection.comments:
        comments |= _present_comments(selection)
    answers |= _present_answers(selection, asked)
    for row in _consensus(selection):
        answers |= _words({row.question: row.value}, asked)
        reasons |= {row.reason, row.second_note}
    for question, state in _earlier(selection):
        if question:
            answers |= _words({question: state.get("value")}, asked)
            reasons |= {_text(state, "reason"), _text(state, "second_note")}
        else:
            answers |= _words(_answer(state), asked)
            comments |= {_text(state, "comment")} if selection.comments else set()
    return OpenTexts(
        comments=_named(comments),
        answers=_named(answers),
        reasons=_named(reasons),
        questions=_open_questions(selection),
        left_out=_named(selection.raters.values_list("left_out_reason", flat=True)),
        players=_open_players(selection),
    )


def _present_comments(selection: Selection) -> set[str]:
    said = selection.judgements.exclude(comment="")
    return set(said.values_list("comment", flat=True).iterator(CHUNK))


def _present_answers(selection: Selection, asked: frozenset[str]) -> set[str]:
    if not asked:
        return set()
    said = selection.judgements.values_list("answer", flat=True).iterator(CHUNK)
    return {text for answer in said for text in _words(answer, asked)}


def _consensus(selection: Selection) -> Iterator[Consensus]:
    """Decisions: what is counted is no text and has no reason."""
    decided = selection.consensus.filter(source=Consensus.Source.ADJUDICATED)
    return decided.only("question", "value", "reason", "second_note").iterator(CHUNK)


def _earlier(selection: Selection) -> Iterator[tuple[str, Stored]]:
    """Question, "" of a judgement, and what was stored, before a change and after it."""
    for question, *states in selection.changes.values_list("question", "old", "new").iterator():
        for state in states:
            yield question, state


def _open_questions(selection: Selection) -> int:
    """Questions, each with its answer: they are read together. Those of earlier versions stand
    in the guidelines, a paragraph or more each."""
    typed = selection.questions.values_list("text", "answer")
    _, _, earlier = selection.study.guidelines.partition(ANSWERS_HEADING)
    now = sum(any(map(signs_of_a_person, texts)) for texts in typed)
    return now + _named(earlier.split("\n\n"))


def _open_players(selection: Selection) -> int:
    """Questions of players that would not be taken now. A unit's key is its answer's number."""
    if selection.study.kind != OracleAnswer.key:
        return 0
    answers = set(selection.study.units.values_list("key", flat=True))
    return len(player_questions.withheld(answers))


def _words(answer: Answer, asked: frozenset[str]) -> set[str]:
    return {str(value) for name, value in answer.items() if name in asked and value}


def _answer(state: Stored) -> Answer:
    found = state.get("answer")
    return found if isinstance(found, dict) else {}


def _text(state: Stored, name: str) -> str:
    return str(state.get(name) or "")


def _named(texts: Iterable[str]) -> int:
    return sum(bool(signs_of_a_person(text)) for text in set(texts))
