"""What a run's models did, by role: calls, tokens, waits, cost. Its queries read every call."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation import run_records
from evaluation.models import Run
from evaluation.run_records import Latency, RoleUsage, Usage

# Of a run with so many plays the sums are asked for a second less often.
PLAYS_A_SECOND = 500
SOONEST_SECONDS = 5
NAMES = {
    "questioner": "Questioner",
    "checker": "Checker",
    "oracle": "Oracle",
    "answers": "Answers",
    "objects": "Lists of objects",
    "preflight": "Trying it out",
}


@dataclass(frozen=True)
class RoleLine:
    """median, high: seconds of its newest calls, "" where it made none. cost: "" where unknown."""

    name: str
    usage: RoleUsage
    median: str
    high: str
    cost: str


@dataclass(frozen=True)
class UsagePage:
    """limits: what is used of each, in words. measured: of how many calls the latencies are.

    unread: a sentence on replies that could not be read; empty where all could.
    """

    run: Run
    lines: Sequence[RoleLine]
    total: Usage
    cost: str
    limits: Sequence[str]
    measured: int
    polls: int
    unread: str = ""

    @property
    def none(self) -> bool:
        return not any(line.usage.calls for line in self.lines)


def usage_page(run: Run, *, polls: bool) -> UsagePage:
    """Eight queries, of questions four. polls: whether the run may still make calls."""
    usage, latencies = run_records.usage_of(run), run_records.latencies_of(run)
    done = run_records.edition_of(run).plays if polls else 0
    return UsagePage(
        run=run,
        lines=[_line(name, role, latencies.get(name), usage) for name, role in usage.roles.items()],
        total=usage,
        cost=_money(usage.cost, usage.currency),
        limits=_limits(run, usage),
        measured=sum(each.n for each in latencies.values()),
        polls=SOONEST_SECONDS + done // PLAYS_A_SECOND if polls else 0,
        unread=_unread(run) if run.kind == Run.Kind.GAMES else "",
    )


def _unread(run: Run) -> str:
    unread, of = run_records.unread_of(run)
    if not unread:
        return ""
    return f"Of its newest {of:,} replies {unread:,} could not be read: they had neither form."


def _line(name: str, role: RoleUsage, latency: Latency | None, usage: Usage) -> RoleLine:
    return RoleLine(
        name=NAMES[name],
        usage=role,
        median=_seconds(latency.median) if latency else "",
        high=_seconds(latency.high) if latency else "",
        cost=_money(role.cost, usage.currency),
    )


def _limits(run: Run, usage: Usage) -> list[str]:
    said = []
    if run.token_limit is not None:
        said.append(f"{usage.tokens:,} of {run.token_limit:,} tokens are used.")
    if run.cost_limit is not None:
        spent = _money(usage.cost or 0.0, usage.currency)
        said.append(f"{spent} of {_money(float(run.cost_limit), usage.currency)} are spent.")
    return said


def _money(cost: float | None, currency: str) -> str:
    if cost is None:
        return ""
    return f"{cost:,.{2 if cost >= 1 else 4}f} {currency}".rstrip()


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 0.01 else "under 0.01 s"
