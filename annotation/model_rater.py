"""A model as one of the raters of a catalogue's pairs."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from annotation.label_passes import Pair, PairAnswer
from games import prompts
from games.formats import AffordanceRow, CatalogueContent
from games.llm.chat import ChatModel, Message, Options, Reply
from games.replies.spoken import spoken
from games.roles import UnusableReply

TOKENS = 10
FIRST_WORD = re.compile(r"[\W_]*(yes|no|unsure)\b[\W_]*$", re.IGNORECASE)


@dataclass(frozen=True)
class Shown:
    """What a rater sees of a pair, and all that a rater sees."""

    description: str
    affordance: AffordanceRow


class ModelRater:
    """Asks a model for yes, no or unsure, a pair at a time.

    constrained: whether the model's backend takes a list of choices.
    retries: how often an unusable reply is asked for again.
    """

    def __init__(self, model: ChatModel, *, constrained: bool = True, retries: int = 2) -> None:
        self._model = model
        self._choices = tuple(PairAnswer) if constrained else ()
        self._retries = retries
        self._prompt = prompts.load("rater", Path(__file__).with_name("prompts"))

    @property
    def version(self) -> str:
        return f"{self._model.name} {self._prompt.short_hash}"

    async def answer(self, shown: Shown) -> PairAnswer:
        """Raises UnusableReply where no reply is one of the three words."""
        messages = [
            Message("system", self._prompt.render("system")),
            Message(
                "user",
                self._prompt.render(
                    "user",
                    description=shown.description,
                    definition=shown.affordance.definition,
                    conditions=shown.affordance.conditions,
                ),
            ),
        ]
        seen: list[Reply] = []
        for _ in range(self._retries + 1):
            reply = await self._model.generate(
                messages, Options(max_tokens=TOKENS, choices=self._choices)
            )
            seen.append(reply)
            if (answer := pair_answer(reply.text)) is not None:
                return answer
            messages += [
                Message("assistant", reply.text),
                Message("user", self._prompt.render("again")),
            ]
        raise UnusableReply(f"{len(seen)} replies without yes, no or unsure.", tuple(seen))


def pair_answer(text: str) -> PairAnswer | None:
    """What the reply says, where it says one of the three words and nothing else."""
    found = FIRST_WORD.match(spoken(text).text.strip())
    return PairAnswer(found[1].lower()) if found else None


def shown_of(content: CatalogueContent) -> Mapping[Pair, Shown]:
    """Every pair as raters see it: object by object, so that each description is read once."""
    return {
        Pair(row.sheet.key, affordance.key): Shown(row.sheet.description, affordance)
        for row in content.objects
        for affordance in content.affordances
    }


async def answers_to(rater: ModelRater, pairs: Sequence[Shown]) -> list[PairAnswer | BaseException]:
    """The answers to these pairs, asked for at the same time; where one failed, its error.

    No call is left running, so that an error costs none of the answers beside it.
    """
    asked = (rater.answer(shown) for shown in pairs)
    return await asyncio.gather(*asked, return_exceptions=True)
