"""What a run has spent so far, beside the most that it may."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol


class Price(Protocol):
    def of(self, *, prompt: int, completion: int, cached: int) -> float: ...


class Counted(Protocol):
    """A reply, or the row of one."""

    @property
    def prompt_tokens(self) -> int: ...
    @property
    def completion_tokens(self) -> int: ...
    @property
    def cached_tokens(self) -> int: ...


@dataclass(frozen=True)
class Prices:
    """player: of its model. roles: of those of the Oracle and the Checker. None: not known."""

    player: Price | None = None
    roles: Price | None = None


@dataclass(frozen=True)
class Spent:
    """tokens: in and out, of all roles. cost: of the roles whose price is known."""

    tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(self.tokens + other.tokens, self.cost + other.cost)

    def __sub__(self, other: "Spent") -> "Spent":
        return Spent(self.tokens - other.tokens, self.cost - other.cost)


@dataclass(frozen=True)
class Limits:
    """None for none."""

    tokens: int | None = None
    cost: Decimal | None = None

    def __bool__(self) -> bool:
        return self.tokens is not None or self.cost is not None

    def reached(self, spent: Spent) -> str:
        """Which limit is reached, as a reason to pause; "" for none."""
        if self.tokens is not None and spent.tokens >= self.tokens:
            return "token_limit"
        if self.cost is not None and spent.cost >= self.cost:
            return "cost_limit"
        return ""


@dataclass
class Meter:
    """here: what this slice's calls spent. elsewhere: what all others did, as far as known."""

    limits: Limits = Limits()
    here: Spent = Spent()
    elsewhere: Spent = Spent()

    @property
    def reached(self) -> str:
        return self.limits.reached(self.here + self.elsewhere)

    def add(self, reply: Counted, price: Price | None) -> None:
        self.here += spent_on(reply, price)


def spent_on(reply: Counted, price: Price | None) -> Spent:
    prompt, completion = reply.prompt_tokens, reply.completion_tokens
    cost = 0.0
    if price:
        cost = price.of(prompt=prompt, completion=completion, cached=reply.cached_tokens)
    return Spent(prompt + completion, cost)
