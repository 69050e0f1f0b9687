"""What is tried out before a run begins, so that a thousand games do not fail for one reason.

Each check is a sentence for the researcher and what to do. What a provider says goes to the log.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation import model_checks, model_facts, prompting, rehearsal, reply_forms
from evaluation.checked import Check, Checked, Stopped, failed, noted, passed
from evaluation.probing import Heard, Pause, Probe
from evaluation.prompting import Briefing
from evaluation.spec_values import ModelSpec, RunSpec
from games import rules
from games.llm.chat import ChatModel, Listing, Message, ModelRefused, Reply

NAMES_SHOWN = 10
TOP_LOGPROBS = 20


@dataclass(frozen=True)
class Opening:
    """A game's first messages. pattern: what a constrained reply to them matches."""

    candidates: Sequence[str]
    briefing: Briefing
    messages: tuple[Message, ...]
    pattern: str


def programs() -> Checked:
    """The pre-flight of a Questioner that asks no model: there is nothing to try."""
    return Checked((passed("model", "This Questioner is a program."),))


def no_model(error: ModelRefused) -> Checked:
    """The pre-flight where no client could be built; the error is one of our own sentences."""
    remedy = "Set that for every worker, start the workers again, then try the run out again."
    return Checked((failed("key", str(error), remedy),))


async def check(
    model: ChatModel,
    spec: RunSpec,
    *,
    briefing: Briefing,
    candidates: Sequence[str],
    pause: Pause = asyncio.sleep,
    heard: Heard | None = None,
) -> Checked:
    """Try the model out with the opening of one of the run's games.

    model: as `specs.served(spec)` builds it, before anything is known of its template.
    heard: is told each of its replies.
    Raises ValueError for a spec without a model.
    """
    if spec.model is None:
        raise ValueError(f"A {spec.questioner.kind} Questioner has no model.")
    sampling = spec.sampling
    probe = Probe(
        model, sampling.questioner_tokens, sampling.temperature, spec.model.address, pause,
        heard=heard,
    )  # fmt: skip
    tried = _TryOut(probe, spec, spec.model, _opening(briefing, candidates))
    try:
        await tried.run()
    except Stopped as stopped:
        tried.results.append(stopped.check)
    return tried.checked()


def _opening(briefing: Briefing, candidates: Sequence[str]) -> Opening:
    view = rules.questioner_view(rehearsal.opening_state(candidates, briefing))
    messages = tuple(prompting.conversation(briefing, view))
    return Opening(candidates, briefing, messages, reply_forms.pattern(view))


class _TryOut:
    """The checks of one model in their order, with what they found so far."""

    def __init__(self, probe: Probe, spec: RunSpec, wanted: ModelSpec, opening: Opening) -> None:
        self.results: list[Check] = []
        self._probe, self._spec, self._wanted, self._opening = probe, spec, wanted, opening
        self._found = Listing(())
        self._alternate = False
        self._opened: Reply | None = None
        self._needed: int | None = None

    async def run(self) -> None:
        sampling, protocol = self._spec.sampling, self._spec.protocol
        self._found = await model_checks.look(self._probe, self._wanted, self.results)
        opening = self._opening.messages
        self._opened = await model_checks.open_with(self._probe, opening, self.results)
        self.results.append(model_checks.text_of(self._opened))
        await self._repeat_a_role()
        if protocol.constrained:
            self.results.append(await self._constrain())
        if sampling.belief:
            self.results.append(await self._ask_for_logprobs())
        self.results.append(self._measure(self._opened))

    def checked(self) -> Checked:
        return Checked(
            tuple(self.results),
            system_role=self._probe.system_role,
            alternate=self._alternate,
            context=self._found.context,
            needed=self._needed,
            facts=self._facts(),
        )

    async def _repeat_a_role(self) -> None:
        """Whether two messages of the user may follow each other."""
        try:
            await self._probe.ask([*self._opening.messages, Message("user", "Your move:")])
            self.results.append(passed("turns", "User and assistant need not take turns."))
        except ModelRefused as refused:
            self._probe.log("two user messages", refused)
            self._alternate = True
            joined = "User and assistant must take turns: neighbours of one role are joined."
            self.results.append(noted("turns", joined))

    async def _constrain(self) -> Check:
        name = "constrained replies"
        try:
            reply = await self._probe.ask(self._opening.messages, regex=self._opening.pattern)
            honoured = _begins_like(reply, self._opening.pattern)
        except (ModelRefused, ValueError) as refused:
            self._probe.log(name, refused)
            honoured = False
        if honoured:
            return passed(name, "Replies are held to the two forms.")
        return failed(
            name,
            "Replies are not held to the two forms.",
            "Use a server that honours structured_outputs (vLLM), or set "
            "protocol.constrained = false.",
        )

    async def _ask_for_logprobs(self) -> Check:
        name = "log-probabilities"
        if not self._spec.asks_belief:
            return noted(name, f"The model's own belief is {self._own_belief()}.")
        try:
            reply = await self._probe.ask(
                self._opening.messages, max_tokens=1, logprobs=TOP_LOGPROBS
            )
            given = bool(reply.first_logprobs)
        except ModelRefused as refused:
            self._probe.log(name, refused)
            given = False
        if given:
            return passed(name, "Log-probabilities come with replies.")
        return failed(
            name,
            "No log-probabilities come with replies, so the model's own belief stays unknown.",
            "Set sampling.belief = false.",
        )

    def _measure(self, opened: Reply) -> Check:
        """Whether its context holds games, by what the server counted for the opening."""
        spec = self._spec
        visible, profile = spec.sampling.questioner_tokens, spec.profile
        constrained = spec.protocol.constrained
        needs = rehearsal.needs_of(
            self._opening.candidates,
            self._opening.briefing,
            prompt_tokens=opened.prompt_tokens,
            told_tokens=min(visible, reply_forms.QUESTION_LENGTH) if constrained else visible,
            reply_tokens=profile.budget(visible) if profile else visible,
        )
        self._needed = needs.usual
        return rehearsal.context_check(needs, self._found.context)

    def _facts(self) -> dict[str, object]:
        """What is known of the model that the spec does not say; "" for what nobody tells."""
        return {
            "name": self._probe.model.name,
            "answers_as": self._opened.model if self._opened else "",
            **model_facts.of_listing(self._found),
            "system_role": self._probe.system_role,
            "alternate": self._alternate,
            "own_belief": self._own_belief(),
        }

    def _own_belief(self) -> str:
        spec = self._spec
        if not spec.sampling.belief:
            return "not asked for"
        if spec.asks_belief:
            return "asked for after each move"
        profile = spec.profile.name if spec.profile else ""
        return f"not asked for: by the profile {profile} the model reasons before its first letter"


def _begins_like(reply: Reply, pattern: str) -> bool:
    """Whether the reply keeps to the pattern, as far as it goes where its limit cut it off."""
    if reply.finish_reason == "length":
        return reply.text.startswith(("QUESTION: ", "FINAL_GUESS: "))
    return re.fullmatch(pattern, reply.text) is not None
