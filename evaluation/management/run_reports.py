"""A run as lines of text: how far it is, what was checked, what it will take."""

from collections.abc import Iterator, Mapping

from evaluation import coat_results, fact_changes, run_specs, run_words, spread_words
from evaluation.models import Episode, Run
from evaluation.services import changed_facts

_MARKS = {"passed": "ok", "noted": "note", "failed": "FAILED"}


def progress(run: Run) -> str:
    """One line: its state and how many games or questions are done."""
    done = run.episodes.filter(status=Episode.Status.DONE)
    faults = done.exclude(fault="").count()
    aborted = f", {faults:,} aborted" if faults else ""
    changes = fact_changes.sentence(changed_facts.waiting_of(run))
    reason = f" ({run_words.stopped(run.reason)} {changes}".rstrip() + ")" if run.reason else ""
    return (
        f"{run.slug}: {run.status}{reason} {done.count():,} of {run.episodes.count():,} "
        f"{run_words.PIECES[run.kind]}s done{aborted}"
    )


def report(run: Run) -> Iterator[str]:
    yield progress(run)
    yield f"{run.player} on {_what(run)}"
    yield f"frozen as {run.sha256}" if run.sha256 else "not frozen yet: it was not tried out"
    yield from (f"deviates: {line}" for line in run_specs.deviations(run_specs.of_json(run.spec)))
    yield from (f"changed: {line}" for line in changed_facts.told(run))
    yield from checks(run)
    yield from forecast(run.forecast)
    if run.kind == Run.Kind.QUESTIONS:
        yield from figures(run)


def _what(run: Run) -> str:
    if run.kind == Run.Kind.GAMES:
        return f"{run.catalogue.version}, {run.protocol}"
    row = run.question_set
    return f"{row.slug}: {row.kind} variation {row.variation} of {row.catalogue.version}"


def figures(run: Run) -> Iterator[str]:
    """Of the questions that are done so far; nothing before the first."""
    found = coat_results.of_run(run)
    if not found.repeats:
        return
    yield f"accuracy: {spread_words.figure(found.accuracy)}; by chance {found.variation.chance:.1%}"
    if found.like_chance:
        yield "not distinguishable from chance"
    yield f"bad rate: {spread_words.figure(found.bad)}"
    yield f"no answer: {spread_words.figure(found.invalid)}"


def checks(run: Run) -> Iterator[str]:
    for check in (run.checked or {}).get("results", []):
        yield f"{_MARKS[check['state']]}: {check['sentence']} {check['remedy']}".rstrip()


def forecast(found: Mapping[str, Mapping[str, float]] | None) -> Iterator[str]:
    """The lines of a stored forecast (evaluation.forecasts.Forecast.as_json)."""
    if not found:
        return
    tokens = found["tokens"]
    yield f"time of playing: {run_words.forecast_time(found)}"
    yield f"tokens: about {tokens['likely']:,.0f} ({tokens['low']:,.0f} to {tokens['high']:,.0f})"
    if found["cost"]:
        yield f"cost: {run_words.forecast_cost(found)}"
