"""What the commands about runs share: one is found by its address, or those there are told."""

from collections.abc import Sequence

from django.core.management.base import CommandError

from evaluation.models import Run

NEWEST = 20


def find(slug: str) -> Run:
    """With its catalogue and protocol. Raises CommandError."""
    return find_all([slug])[0]


def find_all(slugs: Sequence[str]) -> list[Run]:
    """In this order, each once. Raises CommandError, which names all that are not there."""
    rows = Run.objects.filter(slug__in=slugs).select_related("catalogue", "protocol")
    found = {run.slug: run for run in rows}
    missing = [slug for slug in dict.fromkeys(slugs) if slug not in found]
    if missing:
        raise CommandError(f"There is no run {', '.join(map(repr, missing))}. {_told()}")
    return [found[slug] for slug in dict.fromkeys(slugs)]


def _told() -> str:
    newest = list(Run.objects.values_list("slug", flat=True)[: NEWEST + 1])
    if not newest:
        return "There is none yet."
    more = ", and more" if len(newest) > NEWEST else ""
    return f"The newest are: {', '.join(newest[:NEWEST])}{more}."
