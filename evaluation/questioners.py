"""A model in the Questioner's seat."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from evaluation import prompting, reply_forms
from evaluation.prompting import Briefing
from evaluation.seats import Moved, Stopped
from games import belief, replies
from games.llm.chat import ChatModel, Message, ModelRefused, ModelUnavailable, Options, Reply
from games.roles import Move, Unparseable
from games.rules import View

# As many as OpenAI's protocol gives at most.
TOP_LOGPROBS = 20


@dataclass(frozen=True)
class ModelQuestioner:
    """One game of a model.

    options: how its replies are sampled.
    constrained: whether its server holds replies to the two forms.
    asks_belief: whether each move is followed by a call of one token for the model's own belief.
    """

    model: ChatModel
    briefing: Briefing
    options: Options
    constrained: bool = False
    asks_belief: bool = False

    async def move(self, view: View) -> Moved:
        """Return the model's next move; raises what ChatModel.generate raises."""
        messages = prompting.conversation(self.briefing, view)
        reply = _storable(await self.model.generate(messages, self._options(view)))
        read = replies.read_questioner(reply.text, view.candidates)
        move = _as_seen(read.move, reply)
        moved = Moved(move, reply, read.invented_answer)
        if not self.asks_belief or isinstance(move, Unparseable):
            return moved
        return await self._with_belief(moved, messages, view.candidates)

    def _options(self, view: View) -> Options:
        if not self.constrained:
            return self.options
        return replace(self.options, regex=reply_forms.pattern(view))

    async def _with_belief(
        self, moved: Moved, messages: list[Message], candidates: Sequence[str]
    ) -> Moved:
        """Return the move with the belief that the model held as it made it.

        The call's tokens are added to the reply's. A belief that cannot be had, for no more calls
        are begun or whatever else, is none: the move that was paid for stands.
        """
        letters = dict(zip(ascii_uppercase, candidates, strict=False))
        asked = prompting.belief_question(messages, moved.move, letters)
        options = replace(self.options, max_tokens=1, temperature=0.0, top_logprobs=TOP_LOGPROBS)
        try:
            answer = await self.model.generate(asked, options)
        except (ModelUnavailable, ModelRefused, Stopped):
            return moved
        held = _held(answer, tuple(letters))
        return replace(moved, reply=_together(moved.reply, answer), belief=held)


def _held(answer: Reply, letters: Sequence[str]) -> tuple[float, ...] | None:
    """None where there are no log-probabilities, or where they name no letter."""
    even = tuple(belief.uniform(len(letters)).tolist())
    own = belief.own_from_logprobs(answer.first_logprobs, letters, even)
    return None if own is None or own.kept else own.belief


def _together(reply: Reply | None, answer: Reply) -> Reply:
    assert reply is not None  # a model's move has its reply
    return replace(
        reply,
        prompt_tokens=reply.prompt_tokens + answer.prompt_tokens,
        completion_tokens=reply.completion_tokens + answer.completion_tokens,
        cached_tokens=reply.cached_tokens + answer.cached_tokens,
        hidden_tokens=reply.hidden_tokens + answer.hidden_tokens,
    )


def _as_seen(move: Move, reply: Reply) -> Move:
    """Return a move in neither form with the reply as others see it, not as it was thought."""
    if not isinstance(move, Unparseable):
        return move
    return replace(move, text=prompting.visible(reply.text))


def _storable(reply: Reply) -> Reply:
    """Return the reply without what no database takes: NUL, and halves of surrogate pairs."""
    text = reply.text.replace("\0", "\ufffd").encode("utf-16", "surrogatepass")
    return replace(reply, text=text.decode("utf-16", "replace"))
