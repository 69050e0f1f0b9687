"""Inductions as values: what their pages show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from evaluation.induction import asking, documents
from evaluation.induction.values import Caps, Role
from evaluation.kari import evidence, syntax, verbal
from evaluation.models import InducedAffordance, Induction, InductionCall
from evaluation.pages import induction_sentences
from evaluation.pages.basis import Fact
from evaluation.services import induction_evidence, inductions
from games.llm.chat import Message

INDUCTIONS_A_PAGE = 50
AFFORDANCES_A_PAGE = 50
PROMPTS_A_PAGE = 10
LAST_CALLS = 12
POLL_SECONDS = 3
STATES: Mapping[str, str] = {
    "waiting": "waits",
    "running": "under way",
    "done": "has its rule",
    "no_things": "nothing in the sources",
    "no_rule": "no usable rule",
}


@dataclass(frozen=True)
class RoundCell:
    """covered of size things; unknown: of those that could not be told."""

    number: int
    covered: int
    size: int
    unknown: int


@dataclass(frozen=True)
class AffordanceLine:
    row: InducedAffordance
    state: str
    words: Sequence[str]
    rounds: Sequence[RoundCell]


@dataclass(frozen=True)
class InductionPage:
    """waits: for what, "" where it waits for nothing. ended: affordances of `total`.

    unused: how many calls, and why. polls: seconds, or 0.
    """

    row: Induction
    facts: Sequence[Fact]
    sentence: str
    why: str
    waits: str
    ended: int
    total: int
    calls: int
    unused: str
    tokens: int
    lines: Sequence[AffordanceLine]
    page: Page[InducedAffordance]
    last: Sequence[InductionCall]
    polls: int

    @property
    def unfinished(self) -> bool:
        return self.row.status in inductions.UNFINISHED

    @property
    def stopped_by_itself(self) -> bool:
        """Whether something went wrong, and nobody wanted it to stop here."""
        return bool(self.row.reason) and self.row.reason not in induction_sentences.WANTED


@dataclass(frozen=True)
class PromptsPage:
    """system: what every first call is told. prompts: affordance with its own part of that."""

    row: Induction
    most_calls: int
    system: str
    prompts: Sequence[tuple[InducedAffordance, str]]
    page: Page[InducedAffordance]


@dataclass(frozen=True)
class CallPage:
    call: InductionCall
    messages: Sequence[Message]


def listed(page: str | None) -> Page[Induction]:
    """The newest first, with `ended` and `total` affordances."""
    rows: QuerySet[Induction] = Induction.objects.annotate(
        total=Count("affordances"),
        ended=Count("affordances", filter=Q(affordances__status__in=inductions.ENDED)),
    )
    shown = rows.select_related("rule_set", "made_by").order_by("-pk")
    return Paginator(shown, INDUCTIONS_A_PAGE).get_page(page)


def page_of(row: Induction, page: str | None, *, now: datetime) -> InductionPage:
    rows = row.affordances.defer("things").order_by("position")
    counted = rows.aggregate(
        total=Count("pk"), ended=Count("pk", filter=Q(status__in=inductions.ENDED))
    )
    calls = InductionCall.objects.filter(affordance__induction=row)
    by_flaw = dict(calls.order_by().values_list("flaw").annotate(Count("pk")))
    listed = Paginator(rows, AFFORDANCES_A_PAGE).get_page(page)
    last = calls.select_related("affordance").defer("asked", "affordance__things")
    return InductionPage(
        row=row,
        facts=list(induction_sentences.facts(row)),
        sentence=induction_sentences.sentence(row, counted["ended"], counted["total"]),
        why=induction_sentences.why(row),
        waits=induction_sentences.waits(row, now),
        ended=counted["ended"],
        total=counted["total"],
        calls=sum(by_flaw.values()),
        unused=_unused(by_flaw),
        tokens=inductions.tokens_of(row),
        lines=[_line(each) for each in listed.object_list],
        page=listed,
        last=list(last.order_by("-pk")[:LAST_CALLS]),
        polls=POLL_SECONDS if row.status in Induction.GOING_ON else 0,
    )


def _unused(by_flaw: Mapping[str, int]) -> str:
    """How many could not be used, the most frequent reason first: 3 ...: cut off 2, missing 1."""
    flawed = sorted((-count, code) for code, count in by_flaw.items() if code)
    if not flawed:
        return "all of them could be used"
    why = ", ".join(f"{code.replace('_', ' ')} {-count:,}" for count, code in flawed)
    return f"{-sum(count for count, _ in flawed):,} of them could not be used: {why}"


def prompts_of(row: Induction, page: str | None) -> PromptsPage:
    """What the proposer is told first of each affordance; none before the sources are read."""
    rows = row.affordances.exclude(count=0).order_by("position")
    listed = Paginator(rows, PROMPTS_A_PAGE).get_page(page)
    caps = inductions.caps_of(row)
    return PromptsPage(
        row=row,
        most_calls=inductions.most_calls_left(row),
        system=asking.system_of(Role.PROPOSER),
        prompts=[(each, _draft(each, caps)) for each in listed.object_list],
        page=listed,
    )


def call_page(call: InductionCall) -> CallPage:
    return CallPage(call, documents.messages(call.asked))


def _draft(row: InducedAffordance, caps: Caps) -> str:
    topic = induction_evidence.topic_of(row)
    first = evidence.split(topic.things, caps.rounds)[0][: caps.shown]
    return asking.drafting(topic, first, documents.EMPTY)[-1].text


def _line(row: InducedAffordance) -> AffordanceLine:
    words = verbal.sentences(syntax.parse(row.rule)) if row.rule else []
    return AffordanceLine(row, STATES[row.status], words, [_round(each) for each in row.rounds])


def _round(stored: Mapping[str, Sequence[object]]) -> RoundCell:
    covered, unknown = len(stored["covered"]), len(stored["unknown"])
    size = covered + unknown + len(stored["uncovered"])
    return RoundCell(int(str(stored["number"])), covered, size, unknown)
