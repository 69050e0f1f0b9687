"""Inductions as values: what their pages show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from evaluation.induction import asking, documents
from evaluation.induction.values import Caps
from evaluation.kari import evidence, syntax, verbal
from evaluation.models import InducedAffordance, Induction, InductionCall
from evaluation.services import induction_evidence, inductions
from games.llm.chat import Message

INDUCTIONS_A_PAGE = 50
AFFORDANCES_A_PAGE = 50
PROMPTS_A_PAGE = 10
LAST_CALLS = 12
POLL_SECONDS = 3
REASONS: Mapping[str, str] = {
    "by_hand": "Somebody paused it.",
    "held": "The sources are read. Look at its prompts, then let it go on.",
    "token_limit": "It reached its limit of tokens.",
    "no_source": "A source cannot be read on the worker's machine.",
    "broken_line": "A source has a broken line. Mend the file, or have broken lines passed over.",
    "model_refused": "The model was refused: a wrong key, no credit, a name that the server does "
    "not know, or a key's variable that is not set for the worker. The worker's log has the words.",
    "no_reply": "The model did not answer several times in a row; the worker's log says why.",
    "wrong_pool": "A worker took it that holds no model itself. Start the workers of the queue "
    "models with --pool solo.",
    "other_prompts": "Its prompts are other ones now than when it began. Put them back to go on.",
}
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
    words: str
    rounds: Sequence[RoundCell]


@dataclass(frozen=True)
class InductionPage:
    """ended: affordances of `total`. polls: seconds, 0 for none."""

    row: Induction
    sentence: str
    why: str
    ended: int
    total: int
    calls: int
    flawed: int
    tokens: int
    lines: Sequence[AffordanceLine]
    page: Page[InducedAffordance]
    last: Sequence[InductionCall]
    polls: int


@dataclass(frozen=True)
class PromptsPage:
    """prompts: affordance with what its first call is told."""

    row: Induction
    most_calls: int
    prompts: Sequence[tuple[InducedAffordance, Sequence[Message]]]
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


def page_of(row: Induction, page: str | None) -> InductionPage:
    rows = row.affordances.defer("things").order_by("position")
    counted = rows.aggregate(
        total=Count("pk"), ended=Count("pk", filter=Q(status__in=inductions.ENDED))
    )
    calls = InductionCall.objects.filter(affordance__induction=row)
    made = calls.aggregate(all=Count("pk"), flawed=Count("pk", filter=~Q(flaw="")))
    listed = Paginator(rows, AFFORDANCES_A_PAGE).get_page(page)
    last = calls.select_related("affordance").defer("asked", "affordance__things")
    return InductionPage(
        row=row,
        sentence=_sentence(row, counted["ended"], counted["total"]),
        why=" ".join(filter(None, (REASONS.get(row.reason, row.reason), row.detail))),
        ended=counted["ended"],
        total=counted["total"],
        calls=made["all"],
        flawed=made["flawed"],
        tokens=inductions.tokens_of(row),
        lines=[_line(each) for each in listed.object_list],
        page=listed,
        last=list(last.order_by("-pk")[:LAST_CALLS]),
        polls=POLL_SECONDS if row.status in Induction.GOING_ON else 0,
    )


def prompts_of(row: Induction, page: str | None) -> PromptsPage:
    """What the proposer is told first of each affordance; none before the sources are read."""
    rows = row.affordances.exclude(count=0).order_by("position")
    listed = Paginator(rows, PROMPTS_A_PAGE).get_page(page)
    caps = inductions.caps_of(row)
    return PromptsPage(
        row=row,
        most_calls=inductions.most_calls_left(row),
        prompts=[(each, _draft(each, caps)) for each in listed.object_list],
        page=listed,
    )


def call_page(call: InductionCall) -> CallPage:
    return CallPage(call, documents.messages(call.asked))


def _draft(row: InducedAffordance, caps: Caps) -> Sequence[Message]:
    topic = induction_evidence.topic_of(row)
    first = evidence.split(topic.things, caps.rounds)[0][: caps.shown]
    return asking.drafting(topic, first, documents.EMPTY)


def _sentence(row: Induction, ended: int, total: int) -> str:
    if row.status == Induction.Status.READING:
        return f"Reading the sources, {row.lines_read:,} lines so far."
    done = f"{ended:,} of {total:,} affordances have ended"
    if row.status == Induction.Status.QUEUED:
        return f"Waiting for a worker of the queue models; {done}."
    if row.status == Induction.Status.RUNNING and row.read_at:
        most = inductions.most_calls_left(row)
        return f"Inducing rules, {done}, {most:,} more calls at most if each reply can be used."
    return f"{row.get_status_display().capitalize()}: {done}."


def _line(row: InducedAffordance) -> AffordanceLine:
    words = verbal.verbalise(row.text, syntax.parse(row.rule)) if row.rule else ""
    return AffordanceLine(row, STATES[row.status], words, [_round(each) for each in row.rounds])


def _round(stored: Mapping[str, Sequence[object]]) -> RoundCell:
    covered, unknown = len(stored["covered"]), len(stored["unknown"])
    size = covered + unknown + len(stored["uncovered"])
    return RoundCell(int(str(stored["number"])), covered, size, unknown)
