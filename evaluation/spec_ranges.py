"""What the numbers of a spec may be: the one place that says so, for files, forms and commands."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """Both ends are allowed."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return f"{_shown(self.low)} to {_shown(self.high)}"


def _shown(number: float) -> str:
    return f"{int(number):,}" if number == int(number) else f"{number:g}"


_TOKENS_OF_A_REPLY = 100_000
_PRICE = Span(0, 1_000_000)
SPANS: Mapping[str, Span] = {
    "run.repeats": Span(1, 100),
    "run.seed": Span(0, 2**31 - 1),
    "run.concurrency": Span(1, 1024),
    "run.workers": Span(1, 64),
    "questioner.skill": Span(0, 1),
    "model.context": Span(512, 10_000_000),
    "model.timeout_seconds": Span(1, 3600),
    "sampling.temperature": Span(0, 2),
    "sampling.questioner_tokens": Span(1, _TOKENS_OF_A_REPLY),
    "sampling.oracle_tokens": Span(1, _TOKENS_OF_A_REPLY),
    "sampling.checker_tokens": Span(1, _TOKENS_OF_A_REPLY),
    "sampling.reasoning_tokens": Span(0, _TOKENS_OF_A_REPLY),
    "games.limit": Span(1, 1_000_000),
    "limits.tokens": Span(1, 10**15),
    "limits.cost": Span(0.0001, 10_000_000),
    "price.input": _PRICE,
    "price.output": _PRICE,
    "price.cached": _PRICE,
    "price.roles_input": _PRICE,
    "price.roles_output": _PRICE,
    "questions.limit": Span(1, 1_000_000),
    "questions.retries": Span(0, 10),
    "sampling.answer_tokens": Span(1, _TOKENS_OF_A_REPLY),
    "sampling.list_tokens": Span(1, _TOKENS_OF_A_REPLY),
    "stage_model.context": Span(512, 10_000_000),
    "stage_model.timeout_seconds": Span(1, 3600),
    "oracle.margin": Span(0, 100),
    "sampling.proposer_tokens": Span(1, _TOKENS_OF_A_REPLY),
    "sampling.auditor_tokens": Span(1, _TOKENS_OF_A_REPLY),
    "sampling.validator_tokens": Span(1, _TOKENS_OF_A_REPLY),
    "induction.rounds": Span(1, 10),
    "induction.asks": Span(1, 10),
    "induction.shown": Span(1, 50),
    "induction.proposals": Span(1, 20),
    "induction.ways": Span(1, 100),
    "induction.things": Span(1, 300),
    "induction.facts": Span(1, 60),
    "induction.concurrency": Span(1, 1024),
}
CONCURRENCY = SPANS["run.concurrency"]
TOKENS = SPANS["limits.tokens"]
COST = SPANS["limits.cost"]
