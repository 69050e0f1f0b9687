"""A run as lines of text: how far it is, what was checked, what it will take."""

from collections.abc import Iterator, Mapping

from evaluation import fact_changes, run_words, specs
from evaluation.models import Episode, Run
from evaluation.services import changed_facts

_MARKS = {"passed": "ok", "noted": "note", "failed": "FAILED"}


def progress(run: Run) -> str:
    """One line: its state and how many games are done."""
    done = run.episodes.filter(status=Episode.Status.DONE)
    faults = done.exclude(fault="").count()
    aborted = f", {faults:,} aborted" if faults else ""
    changes = fact_changes.sentence(changed_facts.waiting_of(run))
    reason = f" ({run_words.stopped(run.reason)} {changes}".rstrip() + ")" if run.reason else ""
    return (
        f"{run.slug}: {run.status}{reason} {done.count():,} of {run.episodes.count():,} games "
        f"done{aborted}"
    )


def report(run: Run) -> Iterator[str]:
    yield progress(run)
    yield f"{run.player} on {run.catalogue.version}, {run.protocol}"
    yield f"frozen as {run.sha256}" if run.sha256 else "not frozen yet: it was not tried out"
    yield from (f"deviates: {line}" for line in specs.deviations(specs.of_json(run.spec)))
    yield from (f"changed: {line}" for line in changed_facts.told(run))
    yield from checks(run)
    yield from forecast(run.forecast)


def checks(run: Run) -> Iterator[str]:
    for check in (run.checked or {}).get("results", []):
        yield f"{_MARKS[check['state']]}: {check['sentence']} {check['remedy']}".rstrip()


def forecast(found: Mapping[str, Mapping[str, float]] | None) -> Iterator[str]:
    """The lines of a stored forecast (evaluation.forecasts.Forecast.as_json)."""
    if not found:
        return
    tokens, cost = found["tokens"], found["cost"]
    yield f"time of playing: {run_words.forecast_time(found)}"
    yield f"tokens: about {tokens['likely']:,.0f} ({tokens['low']:,.0f} to {tokens['high']:,.0f})"
    if cost:
        spread = f"{cost['low']:,.2f} to {cost['high']:,.2f}"
        yield f"cost: about {cost['likely']:,.2f} {found['currency']} ({spread})"
