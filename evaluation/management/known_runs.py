"""What the commands about runs share: one is found by its address, or those there are told."""

from collections.abc import Sequence

from django.core.management.base import CommandError

from evaluation.models import Run

NEWEST = 20


def find_any(slug: str) -> Run:
    """A run of games or of questions. Raises CommandError."""
    return _found([slug])[0]


def find(slug: str) -> Run:
    """A run of games with its catalogue and protocol. Raises CommandError."""
    return find_all([slug])[0]


def find_all(slugs: Sequence[str]) -> list[Run]:
    """Runs of games in this order, each once. Raises CommandError, which names all that are not."""
    found = _found(slugs)
    others = [repr(run.slug) for run in found if run.kind != Run.Kind.GAMES]
    if others:
        raise CommandError(f"No run of games, but of a question set: {', '.join(others)}.")
    return found


def _found(slugs: Sequence[str]) -> list[Run]:
    rows = Run.objects.filter(slug__in=slugs)
    rows = rows.select_related("catalogue", "protocol", "question_set")
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
