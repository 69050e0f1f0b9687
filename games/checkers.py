"""The rule-based Checker: words and word order decide, no model is asked."""

from dataclasses import dataclass

from games.checking.findings import Finding
from games.checking.fragments import fragment_findings
from games.checking.frames import Form, Frame, frame_of
from games.checking.probes import findings
from games.checking.screen import refusal
from games.checking.text import clauses, is_foreign, is_noise, raw_words
from games.checking.words import Words, load
from games.roles import Pair, Ruling
from games.rules import Reason

NAME = "lexicon-3"

# A question of more than one kind is refused for the first of these.
ORDER = (
    Reason.NOT_YES_NO,
    Reason.FUNCTION_OR_USE,
    Reason.CATEGORY_OR_IDENTITY,
    Reason.NOT_PHYSICAL,
)


@dataclass(frozen=True)
class LexiconChecker:
    """Rules by words and structure alone; the same question always has the same ruling."""

    costly = False

    @property
    def version(self) -> str:
        return f"{NAME}+{load().digest[:8]}"

    async def check(self, question: str) -> Ruling:
        return rule(question)


def rule(question: str) -> Ruling:
    """The ruling on one question, by the words of the package."""
    return _rule(question, load())


def _rule(question: str, words: Words) -> Ruling:
    if reason := refusal(question):
        return Ruling(reason)
    read = clauses(question, words)
    tokens = raw_words(question, words)
    if not tokens or is_noise(tokens, words) or is_foreign(tokens, words):
        return Ruling(Reason.UNPARSEABLE)
    frames = [frame_of(clause, words) for clause in read]
    return _combined(_found(frames, words))


def _found(frames: list[Frame], words: Words) -> list[Finding]:
    """What all clauses that ask probe; chatter beside a question counts for nothing."""
    sound = (Form.BE, Form.HAVE, Form.DO)
    asking = [frame for frame in frames if frame.inverted and frame.form in sound]
    if any(frame.form == Form.OPEN for frame in frames) and not asking:
        return [Reason.NOT_YES_NO]
    found = [item for frame in asking for item in findings(frame, words)]
    bare = [frame for frame in frames if frame.form == Form.FRAGMENT]
    for frame in bare:
        said = fragment_findings(frame, words)
        if not asking or (frame.inverted and all(isinstance(item, Pair) for item in said)):
            found += said
    return found or [Reason.NOT_A_QUESTION]


def _combined(found: list[Finding]) -> Ruling:
    pairs = tuple(dict.fromkeys(item for item in found if isinstance(item, Pair)))
    reasons = [item for item in found if isinstance(item, Reason)]
    first = next((reason for reason in ORDER if reason in reasons), None)
    if first or not pairs:
        return Ruling(first or reasons[0])
    return Ruling(Reason.MULTIPLE_PROPERTIES if len(pairs) > 1 else None, pairs)
