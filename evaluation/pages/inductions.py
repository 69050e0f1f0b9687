"""Inductions as values: what their pages show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from evaluation import run_words
from evaluation.induction import asking, documents
from evaluation.induction.forecasts import Forecast
from evaluation.induction.values import Caps, Role
from evaluation.kari import evidence, syntax, verbal
from evaluation.models import InducedAffordance, Induction, InductionCall
from evaluation.services import induction_evidence, induction_forecasts, inductions
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
    words: Sequence[str]
    rounds: Sequence[RoundCell]


@dataclass(frozen=True)
class InductionPage:
    """ended: affordances of `total`. unused: how many calls, and why. polls: seconds, or 0."""

    row: Induction
    sentence: str
    why: str
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


def page_of(row: Induction, page: str | None) -> InductionPage:
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
        sentence=_sentence(row, counted["ended"], counted["total"]),
        why=" ".join(filter(None, (REASONS.get(row.reason, row.reason), row.detail))),
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


def _sentence(row: Induction, ended: int, total: int) -> str:
    if row.status == Induction.Status.READING:
        return f"Reading the sources, {row.lines_read:,} lines so far."
    done = f"{ended:,} of {total:,} affordances have ended"
    if row.read_at and row.status in inductions.UNFINISHED:
        done = f"{done}; {_left(induction_forecasts.forecast(row))}"
    if row.status == Induction.Status.QUEUED:
        return f"Waiting for a worker of the queue models; {done}."
    if row.status == Induction.Status.RUNNING:
        return f"Inducing rules, {done}."
    return f"{row.get_status_display().capitalize()}: {done}."


def _left(found: Forecast) -> str:
    """What is to come, in words: about 40 more calls, 90 at most ..., about 2 min of work."""
    most = run_words.counted(found.most, "more call", "more calls")
    if found.calls is None:
        calls = f"{most} at most, if each reply can be used"
    else:
        likely = run_words.counted(found.calls, "more call", "more calls")
        calls = f"about {likely}, {_beside(found.calls, found.most)}"
    if found.seconds is None:
        return calls
    return f"{calls}; {run_words.roughly(found.seconds)} of work, by its last calls"


def _beside(likely: int, most: int) -> str:
    if likely > most:
        return "for replies that cannot be used are asked again"
    return f"{most:,} at most if each reply can be used"


def _line(row: InducedAffordance) -> AffordanceLine:
    words = verbal.sentences(syntax.parse(row.rule)) if row.rule else []
    return AffordanceLine(row, STATES[row.status], words, [_round(each) for each in row.rounds])


def _round(stored: Mapping[str, Sequence[object]]) -> RoundCell:
    covered, unknown = len(stored["covered"]), len(stored["unknown"])
    size = covered + unknown + len(stored["uncovered"])
    return RoundCell(int(str(stored["number"])), covered, size, unknown)
