"""Scripted models behind a server, tried out before a run."""

import asyncio
from dataclasses import dataclass, field

from evaluation import preflight, prompting, specs
from evaluation.checked import Checked, State
from games import presets
from games.llm.chat import Listing, ModelRefused, Reply
from games.llm.scripted import Scripted

SECRET_WORDS = "quota of account gnorbish exceeded"
CANDIDATES = tuple(f"affordance_{letter}" for letter in "abcdefgh")
QUESTION = Reply("QUESTION: Is it made of metal?", "small-1", prompt_tokens=450)
SERVED = {"address": "http://127.0.0.1:1/v1", "name": "small", "profile": "vllm"}


@dataclass
class Server(Scripted):
    """A scripted model behind a server that lists its models, or refuses to."""

    found: Listing | Exception = field(default_factory=lambda: Listing(("small",), 65_536))

    async def listing(self) -> Listing:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


@dataclass
class Answering(Server):
    """Answers every call alike, but for those that `refuse` picks by their messages' roles."""

    replies: tuple = ()
    reply: Reply = QUESTION
    refuse: object = lambda roles: False

    async def generate(self, messages, options):
        self.requests.append((tuple(messages), options))
        if self.refuse([message.role for message in messages]):
            raise ModelRefused(SECRET_WORDS, 400)
        return self.reply


def run(model, *, sampling=None, protocol=None, **wanted) -> Checked:
    tables = {
        "model": SERVED | wanted,
        "games": {"catalogue": "open-1"},
        "sampling": sampling or {},
        "protocol": protocol or {},
    }
    frozen = presets.of_preset("paper", oracle="table", checker="lexicon")
    briefing = prompting.brief(frozen, dict.fromkeys(CANDIDATES, "Defined."))
    return asyncio.run(
        preflight.check(
            model, specs.of_json(tables), briefing=briefing, candidates=CANDIDATES, pause=at_once
        )
    )


async def at_once(seconds: float) -> None:
    pauses.append(seconds)


pauses: list[float] = []


def states(checked: Checked) -> dict[str, State]:
    return {result.name: result.state for result in checked.results}


def failure(checked: Checked):
    """The one check that failed, which is the last."""
    failed = [result for result in checked.results if result.state == State.FAILED]
    assert len(failed) == 1 and not checked.passed
    return failed[0]
