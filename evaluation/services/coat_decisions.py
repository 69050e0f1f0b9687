"""What models suggest that objects serve, before people: accepted into a version, or set aside."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from evaluation import coat_stored
from evaluation.coat import editing
from evaluation.coat.editing import Use
from evaluation.models import CoatCatalogue, SuggestionDecision, UtilityReply
from evaluation.services import coat_catalogues
from evaluation.services.coat_catalogues import Stored, Wish


@dataclass(frozen=True)
class Said:
    model: str
    at: datetime


@dataclass
class Proposal:
    """A utility of an object that models named, or somebody decided about.

    held: whether the catalogue has it. decision: None where nobody decided.
    """

    use: Use
    held: bool
    said: list[Said] = field(default_factory=list)
    decision: SuggestionDecision | None = None


def proposals(catalogue: CoatCatalogue) -> list[Proposal]:
    """Of this version and those that it comes from, by object and utility in their orders.

    Of a model's replies about an object the newest that was a list counts. What speaks of objects
    or utilities that the version lacks is left out. Four queries.
    """
    judged = coat_stored.catalogue_of(catalogue.pk).judged
    lines = _lineage(catalogue)
    found = {
        (name, utility): Proposal((name, utility), held=name in judged.objects_of[utility])
        for name in judged.common
        for utility in judged.utilities
    }
    for use, said in _said(lines):
        if use in found:
            found[use].said.append(said)
    for use, decision in _decisions(lines).items():
        if use in found:
            found[use].decision = decision
    return [each for each in found.values() if each.said or each.decision]


def accept(catalogue: CoatCatalogue, uses: Sequence[Use], wish: Wish, *, now: datetime) -> Stored:
    """A version in which the objects serve these utilities too, with who accepted them.

    Raises Unfit and VersionTaken. A copy of the form stores nothing more.
    """
    judged = coat_stored.catalogue_of(catalogue.pk).judged
    grown = editing.with_uses(judged, uses)
    with transaction.atomic():
        stored = coat_catalogues.new_version(catalogue, grown, wish)
        if stored.catalogue is not None:
            for name, utility in uses:
                _accept(catalogue, (name, utility), stored.catalogue, by=wish.made_by, now=now)
    return stored


def set_aside(
    catalogue: CoatCatalogue, uses: Iterable[Use], *, by: User | None, now: datetime
) -> None:
    """What was decided before stays so."""
    SuggestionDecision.objects.bulk_create(
        [
            SuggestionDecision(
                catalogue=catalogue,
                object_key=name,
                utility=utility,
                decided_by=by,
                decided_at=now,
            )
            for name, utility in uses
        ],
        ignore_conflicts=True,
    )


def _accept(
    catalogue: CoatCatalogue, use: Use, into: CoatCatalogue, *, by: User | None, now: datetime
) -> None:
    """One that was set aside before is accepted now; one that was accepted stays where it is."""
    name, utility = use
    told = {"accepted_in": into, "decided_by": by, "decided_at": now}
    row, new = SuggestionDecision.objects.get_or_create(
        catalogue=catalogue, object_key=name, utility=utility, defaults=told
    )
    if not new:
        aside = SuggestionDecision.objects.filter(pk=row.pk, accepted_in=None)
        aside.update(**told)


def _lineage(catalogue: CoatCatalogue) -> list[int]:
    """Its id and those of the versions that it comes from, the oldest first."""
    parents: Mapping[int, int | None] = dict(CoatCatalogue.objects.values_list("pk", "parent_id"))
    ids: list[int] = []
    at: int | None = catalogue.pk
    while at is not None:
        ids.append(at)
        at = parents[at]
    return ids[::-1]


def _said(lineage: Sequence[int]) -> list[tuple[Use, Said]]:
    rows = UtilityReply.objects.filter(catalogue__in=lineage, read=True).order_by("pk")
    newest = {(row.object_key, row.model): row for row in rows.prefetch_related("suggestions")}
    return [
        ((row.object_key, each.utility), Said(row.model, row.asked_at))
        for row in newest.values()
        for each in row.suggestions.all()
    ]


def _decisions(lineage: Sequence[int]) -> dict[Use, SuggestionDecision]:
    """The newest of each, for the versions of a line may decide differently."""
    rows = SuggestionDecision.objects.filter(catalogue__in=lineage).order_by("decided_at", "pk")
    found = rows.select_related("accepted_in", "decided_by")
    return {(row.object_key, row.utility): row for row in found}
