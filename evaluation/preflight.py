"""What is tried out before a run begins, so that a thousand games do not fail for one reason.

Each check is a sentence for the researcher and what to do. What a provider says goes to the log.
"""

import asyncio
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from evaluation import prompting, rehearsal, reply_forms
from evaluation.checked import Check, Checked, Stopped, failed, noted, passed
from evaluation.probing import Pause, Probe, final, refusal
from evaluation.prompting import Briefing
from evaluation.spec_values import ModelSpec, RunSpec
from games import rules
from games.llm.chat import ChatModel, Listed, Listing, Message, ModelRefused, Reply
from games.llm.folders import look_into
from games.llm.served import VLLM_CONTEXT, Backend
from games.replies.spoken import spoken

NAMES_SHOWN = 10
TOP_LOGPROBS = 20


@dataclass(frozen=True)
class Opening:
    """A game's first messages. pattern: what a constrained reply to them matches."""

    messages: tuple[Message, ...]
    longest: tuple[Message, ...]
    pattern: str


def programs() -> Checked:
    """The pre-flight of a Questioner that asks no model: there is nothing to try."""
    return Checked((passed("model", "This Questioner is a program."),))


def no_model(error: ModelRefused) -> Checked:
    """The pre-flight where no client could be built; the error is one of our own sentences."""
    remedy = "Set it for every worker and start the workers again, then resume the run."
    return Checked((failed("key", str(error), remedy),))


async def check(
    model: ChatModel,
    spec: RunSpec,
    *,
    briefing: Briefing,
    candidates: Sequence[str],
    pause: Pause = asyncio.sleep,
) -> Checked:
    """Try the model out with the opening of one of the run's games.

    model: as `specs.served(spec)` builds it, before anything is known of its template.
    Raises ValueError for a spec without a model.
    """
    if spec.model is None:
        raise ValueError(f"A {spec.questioner.kind} Questioner has no model.")
    trial = _Trial(Probe(model, spec, pause), spec.model, _opening(briefing, candidates))
    try:
        await trial.run()
    except Stopped as stopped:
        trial.results.append(stopped.check)
    return trial.checked()


def _opening(briefing: Briefing, candidates: Sequence[str]) -> Opening:
    view = rules.questioner_view(rehearsal.opening_state(candidates, briefing))
    return Opening(
        tuple(prompting.conversation(briefing, view)),
        tuple(rehearsal.longest_game(candidates, briefing)),
        reply_forms.pattern(view),
    )


class _Trial:
    """The checks of one model in their order, with what they found so far."""

    def __init__(self, probe: Probe, wanted: ModelSpec, opening: Opening) -> None:
        self.results: list[Check] = []
        self._probe, self._wanted, self._opening = probe, wanted, opening
        self._found = Listing(())
        self._alternate = False
        self._opened: Reply | None = None
        self._needed: int | None = None

    async def run(self) -> None:
        sampling, protocol = self._probe.spec.sampling, self._probe.spec.protocol
        if self._wanted.backend == Backend.OPENAI:
            await self._look_at_the_server()
        else:
            self._look_at_the_folder()
        self._opened = await self._open()
        self.results.append(_text_of(self._opened))
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

    async def _look_at_the_server(self) -> None:
        model, name = self._probe.model, self._wanted.name
        if self._wanted.key_variable:
            self.results.append(passed("key", f"There is a key in {self._wanted.key_variable}."))
        if not isinstance(model, Listed):
            return
        try:
            self._found = await self._probe.patiently(model.listing)
        except ModelRefused as refused:
            self._probe.log("the list of models", refused)
            if refused.status in (401, 403):
                raise Stopped(refusal(refused)) from refused
            said = "The server lists no models; whether it has this one, its first reply shows."
            self.results.append(noted("model", said))
            return
        self.results.append(passed("server", f"A server answers at {self._wanted.address}."))
        self.results += _listed(self._found.names, name)

    def _look_at_the_folder(self) -> None:
        name = self._wanted.folder
        folder = look_into(name)
        if not folder.found and folder.is_path:
            raise Stopped(
                failed(
                    "model",
                    f"There is no model in the folder {name} of this worker.",
                    "Put it there for every worker, or mend model.folder.",
                )
            )
        engine = self._wanted.backend == Backend.VLLM
        held = (self._wanted.context or VLLM_CONTEXT) if engine else None
        limits = [each for each in (folder.context, held) if each]
        self._found = Listing((name,), min(limits, default=None), name, folder.template)
        where = f"lies in {name}" if folder.found else f"is fetched from the hub as {name}"
        self.results.append(passed("model", f"The model {where}."))

    async def _open(self) -> Reply:
        """Return the reply to a game's opening, with the system role or without."""
        try:
            reply = await self._probe.ask(self._opening.messages)
            self.results.append(passed("system role", "The model takes a system message."))
            return reply
        except ModelRefused as refused:
            self._probe.log("with a system message", refused)
            if final(refused):
                raise Stopped(refusal(refused)) from refused
        self._probe.system_role = False
        try:
            reply = await self._probe.ask(self._opening.messages)
        except ModelRefused as refused:
            self._probe.log("without a system message", refused)
            raise Stopped(refusal(refused)) from refused
        folded = "The model takes no system message; its text opens the first user message."
        self.results.append(noted("system role", folded))
        return reply

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
        """Whether a long game fits, by what the server counted for the opening."""
        visible, profile = self._probe.spec.sampling.questioner_tokens, self._probe.spec.profile
        needed = self._needed = rehearsal.tokens_needed(
            self._opening.messages,
            self._opening.longest,
            prompt_tokens=opened.prompt_tokens,
            reply_tokens=profile.budget(visible) if profile else visible,
        )
        context = self._found.context
        need = f"A long game of 20 turns needs about {needed:,} tokens"
        if context is None:
            return noted("context", f"{need}; the server does not say what its context holds.")
        if context >= needed:
            return passed("context", f"{need}; the context holds {context:,}.")
        return failed(
            "context",
            f"{need}; the context holds {context:,}.",
            "Start the server with a larger context (vLLM: --max-model-len), or lower "
            "sampling.questioner_tokens.",
        )

    def _facts(self) -> dict[str, object]:
        """What is known of the model that the spec does not say; "" for what nobody tells."""
        root = self._found.root
        template = self._found.template or (look_into(root).template if root else "")
        hashed = hashlib.sha256(template.encode()).hexdigest() if template else ""
        return {
            "name": self._probe.model.name,
            "answers_as": self._opened.model if self._opened else "",
            "root": root,
            "chat_template_sha256": hashed,
            "context": self._found.context,
            "system_role": self._probe.system_role,
            "alternate": self._alternate,
        }


def _listed(names: Sequence[str], name: str) -> list[Check]:
    """Whether the server lists the model; Google's puts `models/` before each name."""
    if not names:
        return [noted("model", "The server lists no models; its first reply shows what it has.")]
    if {name, f"models/{name}"} & set(names):
        return [passed("model", f"The server has {name}.")]
    shown = ", ".join(_printable(each) for each in sorted(names)[:NAMES_SHOWN])
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    raise Stopped(
        failed(
            "model",
            f"The server has no model {name}; it has {shown}{more}.",
            "Set model.name to one that it has.",
        )
    )


def _text_of(reply: Reply) -> Check:
    if spoken(reply.text).text.strip():
        return passed("text", "The first reply has a text.")
    if reply.finish_reason != "length":
        return noted("text", "The first reply was empty.")
    return failed(
        "text",
        f"The first reply used up its {reply.completion_tokens:,} tokens without a text.",
        "Raise sampling.reasoning_tokens, lower sampling.effort, or take a profile that leaves "
        "room for reasoning.",
    )


def _begins_like(reply: Reply, pattern: str) -> bool:
    """Whether the reply keeps to the pattern, as far as it goes where its limit cut it off."""
    if reply.finish_reason == "length":
        return reply.text.startswith(("QUESTION: ", "FINAL_GUESS: "))
    return re.fullmatch(pattern, reply.text) is not None


def _printable(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in name)[:100]
