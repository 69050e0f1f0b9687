"""A model in the Oracle's or the Checker's seat."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from games import prompts, replies
from games.llm.chat import ChatModel, Message, Options, Reply
from games.roles import Ruling, UnusableReply, Verdict
from games.rules import Answer
from games.sheets import ObjectSheet

ORACLE_TOKENS = 20
CHECKER_TOKENS = 50
_CHOICES = ("Yes", "No")
_TOP_LOGPROBS = 20
_UNITS = {"length": "cm", "width": "cm", "height": "cm", "mass": "g"}


class ModelOracle:
    """An Oracle that asks a model for yes or no.

    margin: how far apart log P(yes) and log P(no) must be for an answer; below
        it the Oracle cannot tell, and the likelier one is the forced answer.
    constrained: whether the model's backend takes constrained replies and gives
        log-probabilities. Without them the text decides, and no margin applies.
    retries: how often an unusable reply is asked for again.
    max_tokens: of a reply.
    """

    costly = True

    def __init__(
        self,
        model: ChatModel,
        *,
        margin: float = 0.0,
        constrained: bool = True,
        retries: int = 2,
        max_tokens: int = ORACLE_TOKENS,
    ) -> None:
        self._model = model
        self._margin = margin
        self._constrained = constrained
        self._retries = retries
        self._max_tokens = max_tokens
        self._prompt = prompts.load("oracle")

    @property
    def version(self) -> str:
        how = f"margin {self._margin:g}" if self._constrained else "by text"
        limit = "" if self._max_tokens == ORACLE_TOKENS else f" {self._max_tokens} tokens"
        return f"model-oracle {self._model.name} {self._prompt.short_hash} {how}{limit}"

    async def answer(self, sheet: ObjectSheet, question: str) -> Verdict:
        """Return the model's verdict; raises UnusableReply when no reply gives one."""
        messages = self._messages(sheet, question)
        seen: list[Reply] = []
        for _ in range(self._retries + 1):
            reply = await self._model.generate(messages, self._options)
            seen.append(reply)
            verdict = verdict_of(reply, margin=self._margin)
            if verdict:
                return replace(verdict, replies=tuple(seen))
            messages += _again(reply, self._prompt)
        raise UnusableReply(f"{len(seen)} replies without a yes or no.", tuple(seen))

    @property
    def _options(self) -> Options:
        if not self._constrained:
            return Options(max_tokens=self._max_tokens)
        return Options(max_tokens=self._max_tokens, choices=_CHOICES, top_logprobs=_TOP_LOGPROBS)

    def _messages(self, sheet: ObjectSheet, question: str) -> list[Message]:
        user = self._prompt.render(
            "user",
            name=sheet.name,
            description=sheet.description,
            facts=known_facts(sheet),
            question=question.strip(),
        )
        return [Message("system", self._prompt.render("system")), Message("user", user)]


class ModelChecker:
    """A Checker that asks a model which properties a question probes."""

    costly = True

    def __init__(
        self, model: ChatModel, *, retries: int = 2, max_tokens: int = CHECKER_TOKENS
    ) -> None:
        self._model = model
        self._retries = retries
        self._max_tokens = max_tokens
        self._prompt = prompts.load("checker")

    @property
    def version(self) -> str:
        limit = "" if self._max_tokens == CHECKER_TOKENS else f" {self._max_tokens} tokens"
        return f"model-checker {self._model.name} {self._prompt.short_hash}{limit}"

    async def check(self, question: str) -> Ruling:
        """Return the model's ruling; raises UnusableReply when no reply holds one."""
        messages = [
            Message("system", self._prompt.render("system")),
            Message("user", self._prompt.render("user", question=question.strip())),
        ]
        seen: list[Reply] = []
        for _ in range(self._retries + 1):
            reply = await self._model.generate(messages, Options(max_tokens=self._max_tokens))
            seen.append(reply)
            ruling = replies.checker_ruling(reply.text)
            if ruling:
                return replace(ruling, replies=tuple(seen))
            messages += _again(reply, self._prompt)
        raise UnusableReply(f"{len(seen)} replies in neither form.", tuple(seen))


def verdict_of(reply: Reply, *, margin: float) -> Verdict | None:
    """Return what the reply says, by its log-probabilities where it has them, else by its text."""
    signed = signed_margin(reply.first_logprobs)
    if signed is None:
        answer = replies.oracle_answer(reply.text)
        return Verdict(answer, forced=answer, source="model") if answer else None
    forced = Answer.YES if signed > 0 else Answer.NO
    answer = forced if abs(signed) >= margin else Answer.CANNOT_TELL
    confidence = 1 / (1 + math.exp(-abs(signed)))
    return Verdict(answer, forced=forced, source="model", confidence=confidence)


def signed_margin(first_logprobs: Mapping[str, float]) -> float | None:
    """Return log P(yes) - log P(no) of a reply's first token; None where it shows neither.

    All spellings of a word add up (`Yes`, ` yes`, `YES`). Where only one of the
    words is among the likeliest tokens, the other is at most as likely as the
    last of them, which makes the margin the smallest that it can be.
    """
    yes, no = _log_total(first_logprobs, "yes"), _log_total(first_logprobs, "no")
    if yes == no == -math.inf:
        return None
    floor = min(value for value in first_logprobs.values() if value > -math.inf)
    return max(yes, floor) - max(no, floor)


def known_facts(sheet: ObjectSheet) -> str:
    """Return the sheet's properties and measures in one line each, in a fixed order."""
    values = sorted(
        f"{property.dimension}: {property.value.replace('_', ' ')}"
        + (f" ({property.part.replace('_', ' ')})" if property.part else "")
        for property in sheet.properties
    )
    measures = sorted(
        f"{extent}: {_span(measure.low, measure.high)} {_UNITS[extent]}"
        for extent, measure in sheet.measures.items()
    )
    return "\n".join([*values, *measures])


@dataclass(frozen=True)
class Scored:
    """One question of a gold file: the model's signed margin, and the right answer."""

    signed_margin: float
    gold: Answer


@dataclass(frozen=True)
class Calibration:
    """What a margin gives on a gold file.

    accuracy: share right among the answered; coverage: share answered.
    forced_accuracy: share right when every question is answered.
    reached: whether the accuracy that was asked for was reached.
    """

    margin: float
    accuracy: float
    coverage: float
    forced_accuracy: float
    questions: int
    reached: bool


def scored(verdict: Verdict, gold: Answer) -> Scored | None:
    """Return the verdict beside the right answer; None where it came without log-probabilities."""
    signed = signed_margin(verdict.replies[-1].first_logprobs) if verdict.replies else None
    return None if signed is None else Scored(signed, gold)


def calibrate(
    rows: Iterable[Scored], *, accuracy: float = 0.95, coverage: float = 0.2
) -> Calibration:
    """Return the smallest margin at which the Oracle is right often enough.

    accuracy: the share to be right among the answered.
    coverage: the share that must be answered; a larger margin is not considered.
    Where no margin reaches the accuracy, the one that comes nearest, with the
    larger coverage among equals.
    Raises ValueError for no rows.
    """
    scored = tuple(rows)
    if not scored:
        raise ValueError("A margin is found from one scored question or more, not from none.")
    margins = sorted({0.0, *(abs(row.signed_margin) for row in scored)})
    tried = [_at_margin(scored, margin, wanted=accuracy) for margin in margins]
    allowed = [result for result in tried if result.coverage >= coverage]
    reaching = [result for result in allowed if result.reached]
    return reaching[0] if reaching else max(allowed, key=lambda r: (r.accuracy, r.coverage))


def _at_margin(rows: tuple[Scored, ...], margin: float, *, wanted: float) -> Calibration:
    right = [(row.signed_margin > 0) == (row.gold == Answer.YES) for row in rows]
    answered = [
        was_right
        for row, was_right in zip(rows, right, strict=True)
        if abs(row.signed_margin) >= margin
    ]
    share = sum(answered) / len(answered) if answered else 0.0
    return Calibration(
        margin=margin,
        accuracy=share,
        coverage=len(answered) / len(rows),
        forced_accuracy=sum(right) / len(rows),
        questions=len(rows),
        reached=share >= wanted,
    )


def _again(reply: Reply, prompt: prompts.Prompt) -> list[Message]:
    return [Message("assistant", reply.text), Message("user", prompt.render("again"))]


def _log_total(logprobs: Mapping[str, float], word: str) -> float:
    """Return the log of the summed probability of the tokens that spell the word."""
    values = [value for token, value in logprobs.items() if _bare(token) == word]
    if not values:
        return -math.inf
    top = max(values)
    if top == -math.inf:
        return top
    return top + math.log(sum(math.exp(value - top) for value in values))


def _bare(token: str) -> str:
    return token.strip(" \n\t\u0120\u2581.,!\"'*").lower()


def _span(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"
