"""A model drafts the sheet of an object: sentences, properties of the vocabulary, measures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from annotation import draft_sheets
from annotation.draft_sheets import CONTENT
from games import prompts
from games.formats import VocabularyValue
from games.formats.lines import lines_of
from games.formats.rows import RowError
from games.llm.chat import ChatModel, Message, Options, Reply
from games.replies.spoken import spoken, without_fences
from games.roles import UnusableReply
from games.sheets import Dimension, ObjectSheet

TOKENS = 1_500
SHOWN_PROBLEMS = 12
FILE = "reply"


@dataclass(frozen=True)
class Read:
    """The sheet of a reply, or sentences that say what is wrong with it."""

    sheet: ObjectSheet | None
    problems: tuple[str, ...] = ()


class ModelDrafter:
    """Asks a model for a sheet; what breaks a rule is told to it and asked for again.

    retries: how often it is asked again.
    """

    def __init__(
        self, model: ChatModel, vocabulary: Sequence[VocabularyValue], *, retries: int = 2
    ) -> None:
        self._model = model
        self._vocabulary = vocabulary
        self._retries = retries
        self._prompt = prompts.load("enrich", Path(__file__).with_name("prompts"))

    @property
    def version(self) -> str:
        return f"{self._model.name} {self._prompt.short_hash}"

    async def draft(self, key: str, name: str) -> ObjectSheet:
        """Raises UnusableReply, with what was wrong last, where no reply can be stored.

        Raises what the model raises where it is not there or refuses.
        """
        told = vocabulary_text(self._vocabulary)
        messages = [
            Message("system", self._prompt.render("system", vocabulary=told)),
            Message("user", self._prompt.render("user", name=name)),
        ]
        seen: list[Reply] = []
        problems: tuple[str, ...] = ()
        for _ in range(self._retries + 1):
            reply = await self._model.generate(messages, Options(max_tokens=TOKENS))
            seen.append(reply)
            read = read_reply(reply.text, key, name, self._vocabulary)
            if read.sheet is not None:
                return read.sheet
            problems = read.problems[:SHOWN_PROBLEMS]
            listed = "\n".join(f"- {problem}" for problem in problems)
            messages = [
                *messages[:2],
                Message("assistant", reply.text),
                Message("user", self._prompt.render("again", problems=listed)),
            ]
        raise UnusableReply(
            f"{len(seen)} replies that cannot be stored. The last: {' '.join(problems)}",
            tuple(seen),
        )


def read_reply(text: str, key: str, name: str, vocabulary: Sequence[VocabularyValue]) -> Read:
    """The sheet where the reply is one JSON object that keeps every rule, and nothing beside it."""
    said = spoken(text)
    if said.unclosed:
        return Read(None, ("The reply ended before it was whole.",))
    body = " ".join(without_fences(said.text).split())
    noted: list[RowError] = []
    line = next(lines_of(body.encode("utf-8", "replace"), FILE, noted), None)
    if line is None:
        return Read(None, tuple(error.problem for error in noted))
    unknown = [field for field in line.values if field not in CONTENT]
    if unknown:
        return Read(None, (f"There is no field {', '.join(unknown)}.",))
    reading = draft_sheets.read_sheet(key, name, line.values, vocabulary)
    return Read(reading.content, tuple(map(draft_sheets.sentence_of, reading.errors)))


def vocabulary_text(vocabulary: Sequence[VocabularyValue]) -> str:
    """A line a dimension: `material: steel (metal), wood`."""
    return "\n".join(
        f"{dimension}: {', '.join(_told(vocabulary, dimension))}" for dimension in Dimension
    )


def _told(vocabulary: Sequence[VocabularyValue], dimension: Dimension) -> Iterable[str]:
    for row in vocabulary:
        if row.dimension == dimension:
            yield f"{row.value} ({', '.join(row.broader)})" if row.broader else row.value
