"""Read a Questioner's reply: one question, one final guess, or neither."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.replies.labels import labels_on, named_label
from games.replies.spoken import spoken, without_fences
from games.roles import Guess, Move, Question, Unparseable

# Names these rules wherever a reply is kept; changed whenever a reply could be read otherwise.
READER = "questioner-1"

_MARKER = r"(?P<marker>QUESTION|FINAL(?:[ _-]|\\_){0,2}GUESS)[*_`~\"']*\s*[:：]"
_SIGNS = r"[\s>*_#`~+•·\-–—\"'“”‘’(\[{]*(?:\d+[.)]\s*)?[*_`~\"'\s]*"
_AT_START = re.compile(rf"^{_SIGNS}{_MARKER}", re.IGNORECASE)
_IN_CAPITALS = re.compile(rf"(?<![A-Za-z_]){_MARKER}")

_SPEAKER = (
    r"(?:the\s+)?(?:oracle|answer|user|human|response|reply|system|checker|host|judge|moderator"
    r"|referee|environment|game\s?master)\b(?:['’]s\s+\w+|\s+\w+|\s*\d+)?[*_`\])]*\s*[:：]"
)
_VERDICT = r"(?:yes|yep|yeah|yup|no|nope|nah)\b"
_SHORT_ANSWER = (
    rf"{_VERDICT}(?:[*_`\"'.,!)\]\s]*$"
    r"|[,.!]?\s+(?:it|they|this|that|there|the\s+(?:object|item|thing))\b)"
)
_ANSWER_LINE = re.compile(rf"^[\s>*_#`~\-–—\"'“(\[]*(?:{_SPEAKER}|{_SHORT_ANSWER})", re.IGNORECASE)
_ANSWER_BEHIND = re.compile(
    rf"(?<=[?？])[\s*_`\"'”’)\]>\-–—(\[=]*"
    rf"(?:{_SPEAKER}|{_VERDICT}(?:[*_`\"'!)\]\s]*$|[.,!](?!\s*or\b)))",
    re.IGNORECASE,
)
_SPEAKER_BEHIND = re.compile(rf"\s(?:{_SPEAKER})", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"(?:<[^<>]*>|\[[^\[\]]*\]|\{[^{}]*\})")
_EMPHASIS = re.compile(r"\*+|`+|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)|~~")
_PAIRED_QUOTES = {"“": "”", "‘": "’", "„": "“", "«": "»", "‚": "‘"}


@dataclass(frozen=True)
class QuestionerReply:
    """invented_answer: whether the model went on to answer itself; that part is dropped."""

    move: Move
    invented_answer: bool = False


@dataclass(frozen=True)
class _Form:
    """One marker with the text that follows it on its line, or else on the next."""

    guess: bool
    text: str


def questioner_move(text: str, candidates: Sequence[str]) -> Move:
    return read_questioner(text, candidates).move


def read_questioner(text: str, candidates: Sequence[str]) -> QuestionerReply:
    """Return the last well-formed line of the reply as a move.

    Well-formed is QUESTION with a text and FINAL_GUESS with exactly one
    candidate. After the first form, a line in another speaker's name or a bare
    yes or no is an invented answer, and nothing from there on counts.
    """
    aloud = spoken(text)
    pieces, invented = _until_answer(_pieces(without_fences(aloud.text)))
    moves = [_move(form, candidates) for form in _forms(pieces)]
    formed = [move for move in moves if not isinstance(move, Unparseable)]
    if formed:
        return QuestionerReply(formed[-1], invented)
    if moves:
        return QuestionerReply(moves[-1], invented)
    why = "no_form" if aloud.text else "empty_reply"
    return QuestionerReply(Unparseable(text, "unclosed_thinking" if aloud.unclosed else why))


@dataclass(frozen=True)
class _Piece:
    """A stretch of one line: from a marker to the next, or without one."""

    marker: str
    text: str


def _pieces(text: str) -> Iterator[_Piece]:
    for line in text.splitlines():
        if line.strip():
            yield from _split(line)


def _split(line: str) -> Iterator[_Piece]:
    first = _AT_START.match(line)
    marks = [first] if first else []
    marks += _IN_CAPITALS.finditer(line, first.end() if first else 0)
    if not marks:
        yield _Piece("", line)
    ends = [*(mark.start() for mark in marks[1:]), len(line)]
    for mark, end in zip(marks, ends, strict=False):
        yield _Piece(mark["marker"], line[mark.end() : end])


def _until_answer(pieces: Iterator[_Piece]) -> tuple[list[_Piece], bool]:
    """Return the pieces before the first invented answer, and whether there is one."""
    kept: list[_Piece] = []
    for piece in pieces:
        asked = any(earlier.marker for earlier in kept)
        if asked and not piece.marker and _ANSWER_LINE.match(piece.text):
            return kept, True
        behind = _answer_behind(piece)
        if behind is not None:
            return [*kept, _Piece(piece.marker, piece.text[:behind])], True
        kept.append(piece)
    return kept, False


def _answer_behind(piece: _Piece) -> int | None:
    """Return where, on a marker's own line, an invented answer begins."""
    if not piece.marker:
        return None
    guess = piece.marker.upper() != "QUESTION"
    match = (_SPEAKER_BEHIND if guess else _ANSWER_BEHIND).search(piece.text)
    return match.start() if match else None


def _forms(pieces: list[_Piece]) -> Iterator[_Form]:
    for index, piece in enumerate(pieces):
        if not piece.marker:
            continue
        text = piece.text
        follower = pieces[index + 1] if index + 1 < len(pieces) else _Piece("", "")
        if not re.search(r"\w", text) and not follower.marker:
            text = follower.text
        yield _Form(guess=piece.marker.upper() != "QUESTION", text=text)


def _move(form: _Form, candidates: Sequence[str]) -> Move:
    return _guess(form.text, candidates) if form.guess else _question(form.text)


def _question(raw: str) -> Question | Unparseable:
    text = _cleaned(raw)
    if not re.search(r"\w", text):
        return Unparseable(raw.strip(), "empty_text")
    if _PLACEHOLDER.fullmatch(text.rstrip(".?!")):
        inner = text.strip("<>[]{}. ")
        return Question(inner) if "?" in inner else Unparseable(text, "placeholder")
    return Question(text)


def _guess(raw: str, candidates: Sequence[str]) -> Guess | Unparseable:
    text = raw.strip()
    if label := named_label(text, candidates):
        return Guess(label)
    found = labels_on(text, candidates)
    if len(found) == 1:
        return Guess(found[0])
    return Unparseable(text, "two_labels" if found else _why_no_label(text))


def _why_no_label(text: str) -> str:
    if not re.search(r"\w", text):
        return "empty_text"
    bare = _EMPHASIS.sub("", text).strip(" .!,\"'")
    return "placeholder" if _PLACEHOLDER.fullmatch(bare) else "not_a_candidate"


def _cleaned(raw: str) -> str:
    """Return the question without markdown, enclosing quotes and what follows its last `?`."""
    text = _EMPHASIS.sub("", raw).strip()
    last = max(text.rfind("?"), text.rfind("？"))
    closing = text[last + 1 :].lstrip() if last >= 0 else ""
    if last >= 0 and not (text[0] in "<[{" and closing[:1] in (">", "]", "}")):
        text = text[: last + 1]
    return _unquoted(text)


def _unquoted(text: str) -> str:
    """Return the text without a quote that encloses it, or that nothing closes any more."""
    first, last = text[:1], text[-1:]
    closing = _PAIRED_QUOTES.get(first, first if first in "\"'" else "")
    if not first or not closing:
        return text
    if last == closing and len(text) > 1:
        return text[1:-1].strip()
    unclosed = text.count(first) % 2 == 1 if closing == first else closing not in text
    return text[1:].strip() if unclosed else text
