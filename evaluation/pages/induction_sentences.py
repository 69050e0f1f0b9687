"""How far an induction is, what it waits for and what it is made with, in words."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format

from evaluation import run_queue, run_words
from evaluation.induction import specs
from evaluation.induction.forecasts import Forecast
from evaluation.induction.specs import InductionSpec
from evaluation.models import Induction
from evaluation.pages.basis import Fact
from evaluation.run_queue import Queue
from evaluation.services import induction_forecasts, inductions
from games.llm.served import Backend

REASONS: Mapping[str, str] = {
    "by_hand": "A researcher paused it.",
    "held": "The sources are read. Look at its prompts, then let it go on.",
    "token_limit": "It reached its limit of tokens.",
    "no_source": "A source cannot be read on the worker's machine.",
    "broken_line": "A source has a broken line. Mend the file, or have broken lines passed over.",
    **run_words.OF_A_MODEL,
    "other_prompts": "Its prompts are other ones now than when it began. Put them back to go on.",
}
# Where it stopped because somebody had said so.
WANTED = frozenset(("by_hand", "held", "token_limit"))


def sentence(row: Induction, ended: int, total: int) -> str:
    if row.status == Induction.Status.READING:
        return f"Reading the sources, {row.lines_read:,} lines so far."
    done = f"{ended:,} of {total:,} affordances have ended"
    if row.read_at and row.status in inductions.UNFINISHED:
        done = f"{done}; {_left(induction_forecasts.forecast(row))}"
    if row.status == Induction.Status.QUEUED:
        return f"Queued: {done}."
    if row.status == Induction.Status.RUNNING:
        return f"Inducing rules, {done}."
    return f"{row.get_status_display().capitalize()}: {done}."


def why(row: Induction) -> str:
    """It is paused; "" where it is not."""
    return " ".join(filter(None, (REASONS.get(row.reason, row.reason), row.detail)))


def waits(row: Induction, now: datetime) -> str:
    """For a worker, and what comes before it; "" where it waits for none."""
    if row.status != Induction.Status.QUEUED:
        return ""
    if row.due_at and row.due_at > now:
        left = run_words.duration((row.due_at - now).total_seconds())
        return f"The model did not answer; it is asked again in {left}."
    if row.lease_until and row.lease_until > now:
        return "A worker still ends the calls that it had begun; then it goes on."
    queue = run_queue.queue_of_induction(row, now)
    return _no_worker(row, queue) if queue.no_worker else _place(queue)


def _no_worker(row: Induction, queue: Queue) -> str:
    """How to start one, of the pool that its model wants."""
    served = specs.of_json(row.spec).model.backend == Backend.OPENAI
    pool = "threads --concurrency 2" if served else "solo"
    waited = run_words.duration(queue.waited.total_seconds())
    return (
        f"No worker has taken it for {waited}, and none is busy. Start one with celery -A "
        f"config worker --queues models --pool {pool}."
    )


def _place(queue: Queue) -> str:
    place = run_words.counted(queue.before, "run or induction waits", "runs and inductions wait")
    busy = run_words.counted(queue.busy, "worker is", "workers are")
    first = f"{place} before it" if queue.before else "It is next"
    held = f"{busy} busy with others" if queue.busy else "no worker is busy"
    return f"Waiting for a worker of the queue models. {first}; {held}."


def facts(row: Induction) -> Iterator[Fact]:
    """What it is made with, as its spec says."""
    spec = specs.of_json(row.spec)
    yield Fact("Set of rules", spec.name)
    yield Fact("Model", _model(spec))
    yield from _sources(spec)
    yield Fact("Affordances", _affordances(spec))
    made = date_format(timezone.localtime(row.made_at), "j M Y, H:i T")
    yield Fact("Made", f"{made} by {row.made_by.username}" if row.made_by else made)


def _model(spec: InductionSpec) -> str:
    model = spec.model
    if model.backend == Backend.OPENAI:
        return f"{model.name} at {model.address}"
    said = f"{model.name}, from {model.folder}" if model.name else model.folder
    return f"{said}, in a worker's process ({model.backend})"


def _sources(spec: InductionSpec) -> Iterator[Fact]:
    sources = spec.sources
    read = (
        ("WordNet", sources.wordnet),
        ("CSKG", sources.cskg),
        ("Aristo Tuple KB", sources.aristo),
    )
    yield from (Fact(name, path) for name, path in read if path)
    if sources.catalogue:
        said = f"catalogue {sources.catalogue}: contaminated for its games"
        yield Fact("Labels and objects", said)


def _affordances(spec: InductionSpec) -> str:
    named = spec.affordances
    if not named.catalogue:
        return f"a list of {len(named.texts):,}"
    chosen = f"{len(named.only):,} of" if named.only else "all of"
    return f"{chosen} catalogue {named.catalogue}"


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
