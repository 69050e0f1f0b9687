"""What is tried out before a run over a question set begins.

As for games (evaluation.preflight); the opening is the first question's prompt.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from evaluation import model_checks, model_facts, rehearsal
from evaluation.checked import Check, Checked, Stopped, failed, noted, passed
from evaluation.coat import modular
from evaluation.coat.answering import Stage
from evaluation.coat.questions import LETTERS
from evaluation.probing import Heard, Pause, Probe, refusal
from evaluation.question_spec_values import QuestionRunSpec
from evaluation.spec_values import ModelSpec
from games.llm.chat import ChatModel, Listing, Message, ModelRefused, Reply

TOP_LOGPROBS = 20


@dataclass(frozen=True)
class Opening:
    """What a model is told of the first question, and of the longest one.

    offered: key -> label of the first question's objects, where they are what is asked for.
    """

    first: tuple[Message, ...]
    longest: tuple[Message, ...]
    offered: Mapping[str, str] = field(default_factory=dict)


async def check(
    models: Mapping[str, ChatModel],
    spec: QuestionRunSpec,
    *,
    openings: Mapping[Stage, Opening],
    pause: Pause = asyncio.sleep,
    heard: Heard | None = None,
) -> Checked:
    """Try the models out.

    models: by the names of their tables, as in the spec. openings: by stage. heard: is told each
    reply.
    """
    found = {}
    for name, model in models.items():
        asked = [each for each, who in _stages(spec).items() if who == name]
        probe = _probe(name, model, spec, pause, heard)
        tried = _TryOut(probe, spec, name, [openings[stage] for stage in asked])
        found[name] = await tried.checked()
    stage = found.get("stage_model")
    if stage is None:
        return found["model"]
    named = [replace(each, name=f"stage model: {each.name}") for each in stage.results]
    return replace(found["model"], results=(*found["model"].results, *named), stage_model=stage)


def _stages(spec: QuestionRunSpec) -> dict[Stage, str]:
    """Which model each stage asks, the answers first."""
    found = {Stage.ANSWER: "model"}
    if spec.questions.modular:
        found[Stage.OBJECTS] = "stage_model" if spec.stage_model else "model"
    return found


def _probe(
    name: str, model: ChatModel, spec: QuestionRunSpec, pause: Pause, heard: Heard | None
) -> Probe:
    sampling = spec.sampling
    tokens = sampling.answer_tokens if name == "model" else sampling.list_tokens
    address = spec.models[name].address
    return Probe(model, tokens, sampling.temperature, address, pause, heard=heard)


class _TryOut:
    """The checks of one model in their order, with what they found so far."""

    def __init__(
        self, probe: Probe, spec: QuestionRunSpec, name: str, openings: Sequence[Opening]
    ) -> None:
        self._results: list[Check] = []
        self._probe, self._spec = probe, spec
        self._opening, *self._further = openings
        self._wanted: ModelSpec = spec.models[name]
        self._answers = name == "model"
        self._found = Listing(())
        self._opened: Reply | None = None
        self._needed: int | None = None

    async def checked(self) -> Checked:
        try:
            await self._run()
        except Stopped as stopped:
            self._results.append(stopped.check)
        return Checked(
            tuple(self._results),
            system_role=self._probe.system_role,
            context=self._found.context,
            needed=self._needed,
            facts={
                "name": self._probe.model.name,
                "answers_as": self._opened.model if self._opened else "",
                **model_facts.of_listing(self._found),
                "system_role": self._probe.system_role,
            },
        )

    async def _run(self) -> None:
        self._found = await model_checks.look(self._probe, self._wanted, self._results)
        first = self._opening.first
        self._opened = await model_checks.open_with(self._probe, first, self._results)
        self._results.append(model_checks.text_of(self._opened))
        if self._opening.offered:
            self._results.append(_list_in(self._opened, self._opening))
        if self._answers and self._spec.questions.by_logprobs:
            self._results.append(await self._ask_for_logprobs())
        for opening in self._further:
            self._results.append(await self._ask_for_objects(opening))
        self._results.append(self._measure(self._opened))

    async def _ask_for_objects(self, opening: Opening) -> Check:
        tokens = self._spec.sampling.list_tokens
        try:
            reply = await self._probe.ask(opening.first, max_tokens=tokens)
        except ModelRefused as refused:
            self._probe.log("the first stage", refused)
            raise Stopped(refusal(refused)) from refused
        return _list_in(reply, opening)

    async def _ask_for_logprobs(self) -> Check:
        name = "log-probabilities"
        given: Sequence[str] = ()
        try:
            reply = await self._probe.ask(self._opening.first, max_tokens=1, logprobs=TOP_LOGPROBS)
            given = list(reply.first_logprobs)
        except ModelRefused as refused:
            self._probe.log(name, refused)
        if not given:
            said = "No log-probabilities come with replies."
            return failed(name, said, 'Set questions.scoring = "text".')
        if not any(token.strip() in LETTERS for token in given):
            return noted(name, "Log-probabilities come with replies, of no letter in the first.")
        return passed(name, "Log-probabilities of letters come with replies.")

    def _measure(self, opened: Reply) -> Check:
        """Whether its context holds the longest question, by what was counted for the first."""
        first, longest = self._opening.first, self._opening.longest
        visible = self._probe.max_tokens
        budget = self._spec.profile_of(self._wanted).budget(visible)
        self._needed = rehearsal.tokens_of(longest, first, opened.prompt_tokens) + budget
        said = f"The longest question needs about {self._needed:,} tokens with its reply"
        context = self._found.context
        if context is None:
            return noted("context", f"{said}; the server does not say what its context holds.")
        if context >= self._needed:
            return passed("context", f"{said}; the context holds {context:,}.")
        return failed(
            "context",
            f"{said}; the context holds {context:,}.",
            "Start the server with a larger context (vLLM: --max-model-len), or lower the limits "
            "of [sampling].",
        )


def _list_in(reply: Reply, opening: Opening) -> Check:
    if modular.read_objects(reply.text, opening.offered) is not None:
        return passed("list", "The first stage's reply is a list of objects.")
    said = "The first stage's reply is no list of objects; where that stays so, there is no answer."
    return noted("list", said)
