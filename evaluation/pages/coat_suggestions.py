"""What models suggest that a catalogue's objects serve: what is open, and what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page as Places
from django.core.paginator import Paginator

from evaluation import coat_stored, spec_texts
from evaluation.coat.editing import Use
from evaluation.models import CoatCatalogue, SuggestionDecision, UtilityAsking
from evaluation.pages import launch
from evaluation.services import coat_decisions
from evaluation.services.coat_decisions import Proposal, Said

AT_ONCE = 100
POLL_SECONDS = 5
WORDS = {
    "queued": "Waits for a worker",
    "running": "Is being asked",
    "ready": "All is asked",
    "failed": "Failed",
}


@dataclass(frozen=True)
class Line:
    """value: of its tick. decision: None where nobody decided."""

    value: str
    thing: str
    utility: str
    said: Sequence[Said]
    decision: SuggestionDecision | None


@dataclass(frozen=True)
class Asking:
    row: UtilityAsking
    state: str


@dataclass(frozen=True)
class Askings:
    """stamp: changes with what is shown. polls: seconds, 0 where nobody is asked any more."""

    lines: Sequence[Asking]
    stamp: str
    polls: int


@dataclass(frozen=True)
class Page:
    """held: how many suggestions the catalogue has already. open: some of those undecided.

    aside: those that were set aside, which may still be accepted. decided: these and all accepted.
    found: what may be ticked, by the value of its tick: whatever the catalogue lacks.
    """

    catalogue: CoatCatalogue
    held: int
    open: Places
    aside: Sequence[Line]
    decided: Sequence[Line]
    found: Sequence[tuple[str, Use]]


def page_of(row: CoatCatalogue, place: str = "") -> Page:
    """Four queries. place: of the page of open suggestions, as its address says it."""
    proposals = coat_decisions.proposals(row)
    lacking = [each for each in proposals if not each.held]
    lines = {each.use: _line(row, each) for each in proposals}
    decided = [each for each in proposals if each.decision]
    still_open = [lines[each.use] for each in lacking if each.decision is None]
    aside = [lines[each.use] for each in lacking if each.decision and not each.decision.accepted_in]
    return Page(
        catalogue=row,
        held=sum(each.held and bool(each.said) for each in proposals),
        open=Paginator(still_open, AT_ONCE).get_page(place),
        aside=aside,
        decided=[lines[each.use] for each in sorted(decided, key=_decided_at, reverse=True)],
        found=[(lines[each.use].value, each.use) for each in lacking],
    )


def askings_of(row: CoatCatalogue) -> Askings:
    """One query."""
    rows = list(row.askings.select_related("made_by"))
    going_on = any(each.status in UtilityAsking.GOING_ON for each in rows)
    return Askings(
        lines=[_asking(each) for each in rows],
        stamp="-".join(f"{each.pk}.{each.status}.{each.done}" for each in rows),
        polls=POLL_SECONDS if going_on else 0,
    )


def proposed_model() -> str:
    """The text that the form begins with: the packaged model, where it is ready."""
    folder = launch.packaged_folder()
    model: dict[str, object] = {"backend": "openai", "address": "", "name": ""}
    if folder:
        model = {"backend": "transformers", "folder": folder, "name": launch.PACKAGED}
    return spec_texts.as_toml({"model": model})


def _line(row: CoatCatalogue, each: Proposal) -> Line:
    judged, labels = coat_stored.catalogue_of(row.pk).judged, coat_stored.labels_of(row.pk)
    name, utility = each.use
    number = list(judged.common).index(name) + 1
    return Line(
        value=f"{number}-{judged.utilities.index(utility) + 1}",
        thing=labels.object(name),
        utility=labels.utility(utility),
        said=each.said,
        decision=each.decision,
    )


def _decided_at(each: Proposal) -> datetime:
    assert each.decision is not None  # of those alone
    return each.decision.decided_at


def _asking(row: UtilityAsking) -> Asking:
    state = WORDS[row.status]
    if row.planned:
        state = f"{state}, {row.done:,} of {row.planned:,} objects"
    return Asking(row, f"{state}. {row.reason}".rstrip())
