"""A draft's stages: how far each is, and what to do next."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.gaps import Gap
from annotation.models import Draft
from annotation.selectors import Counts
from annotation.stages import Enrichment, Stage


@dataclass(frozen=True)
class Bar:
    """done of total, with what is counted."""

    words: str
    done: int
    total: int

    @property
    def share(self) -> int:
        """In whole percent, 100 only where all is done."""
        return 100 * self.done // self.total if self.total else 0

    def __str__(self) -> str:
        return f"{self.done:,} of {self.total:,} {self.words}"


@dataclass(frozen=True)
class DraftShown:
    """next_step: one sentence. stamp: changes whenever what the progress shows does."""

    draft: Draft
    counts: Counts
    filtering: tuple[Bar, ...]
    enriching: tuple[Bar, ...]
    next_step: str

    @property
    def objects(self) -> int:
        return sum(self.counts.objects.values())

    @property
    def affordances(self) -> int:
        return sum(self.counts.affordances.values())

    @property
    def collected(self) -> str:
        return (
            f"{number_of(self.objects, 'object')} and {number_of(self.affordances, 'affordance')}"
        )

    @property
    def kept(self) -> str:
        objects, affordances = self.counts.objects, self.counts.affordances
        kept = number_of(objects[Stage.KEPT], "object")
        return f"{kept} and {number_of(affordances[Stage.KEPT], 'affordance')}"

    @property
    def kept_objects(self) -> str:
        return f"{self.counts.objects[Stage.KEPT]:,} of {self.objects:,}"

    @property
    def kept_affordances(self) -> str:
        return f"{self.counts.affordances[Stage.KEPT]:,} of {self.affordances:,}"

    @property
    def sheets(self) -> str:
        return f"{self.counts.with_sheet:,} of {self.counts.objects[Stage.KEPT]:,}"

    @property
    def waiting(self) -> int:
        return self.counts.waiting

    @property
    def failed(self) -> int:
        return self.counts.sheets[Enrichment.FAILED]

    @property
    def stamp(self) -> str:
        return "-".join(str(self.counts.sheets[each]) for each in Enrichment)

    @property
    def complete(self) -> bool:
        """Whether every kept candidate has what it needs, as far as counting can tell."""
        kept = self.counts.objects[Stage.KEPT], self.counts.affordances[Stage.KEPT]
        written = self.counts.with_sheet, self.counts.defined
        return all(kept) and kept == written and self.counts.values > 0


def shown(draft: Draft, counts: Counts, gaps: Sequence[Gap] = ()) -> DraftShown:
    """gaps: what the folder still needs; they may be left out while counts alone tell some."""
    kept_objects = counts.objects[Stage.KEPT]
    kept_affordances = counts.affordances[Stage.KEPT]
    return DraftShown(
        draft=draft,
        counts=counts,
        filtering=(
            _decided("objects decided on", counts.objects),
            _decided("affordances decided on", counts.affordances),
        ),
        enriching=(
            Bar("kept objects have a sheet", counts.with_sheet, kept_objects),
            Bar("of them corrected by people", counts.sheets[Enrichment.CORRECTED], kept_objects),
            Bar("kept affordances are defined", counts.defined, kept_affordances),
        ),
        next_step=_next_step(counts, gaps),
    )


def number_of(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _decided(words: str, stages: dict[str, int]) -> Bar:
    total = sum(stages.values())
    return Bar(words, total - stages[Stage.COLLECTED], total)


def _next_step(counts: Counts, gaps: Sequence[Gap]) -> str:
    unfit = sum(gap.unfit for gap in gaps)
    kept_objects = counts.objects[Stage.KEPT]
    kept_affordances = counts.affordances[Stage.KEPT]
    steps = (
        (not sum(counts.objects.values()), "Collect objects: upload a list of names."),
        (not sum(counts.affordances.values()), "Collect affordances: upload a list."),
        (not kept_objects, "Keep the objects that belong in the catalogue."),
        (not kept_affordances, "Keep the affordances that belong in the catalogue."),
        (not counts.values, "Upload the vocabulary: sheets take their values from it."),
        (
            bool(counts.without_sheet),
            f"Kept objects without a sheet: {counts.without_sheet:,}. Have a model draft them, or"
            " write them.",
        ),
        (bool(counts.waiting), f"Sheets being drafted: {counts.waiting:,}."),
        (
            counts.defined < kept_affordances,
            f"Kept affordances without a definition: {kept_affordances - counts.defined:,}.",
        ),
        (unfit > 0, f"Sheets that do not keep to the rules: {unfit:,}. Correct them."),
        (bool(gaps), "Mend what the folder still needs."),
        (
            counts.sheets[Enrichment.DRAFTED] > 0,
            "Read and correct what a model drafted"
            f" ({number_of(counts.sheets[Enrichment.DRAFTED], 'sheet')}),"
            " then download the folder.",
        ),
    )
    return next((said for due, said in steps if due), "Download the folder and have it labelled.")
