"""A run that no longer depends on what it was frozen with: paused, and resumed on purpose."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models.functions import Now

from evaluation import run_words
from evaluation.fact_changes import ANSWERS_AS, Change
from evaluation.models import Episode, FactChange, Run
from evaluation.services import control

REASON = "other_facts"


def settle(run: Run, found: Sequence[Change], *, now: datetime) -> bool:
    """Return whether the run may go on with these changes; else it is paused and they are kept.

    It may where a researcher accepted each of them; the first worker that does so notes it.
    """
    rows = FactChange.objects.filter(run=run, accepted_at__isnull=False)
    accepted = {(row.fact, row.found): row.pk for row in rows}
    if any((change.fact, change.found) not in accepted for change in found):
        pause(run, found, now=now)
        return False
    going_on = [accepted[change.fact, change.found] for change in found]
    # What the model answers as shows in its replies only, and was played before it was found.
    going_on += [pk for (fact, _), pk in accepted.items() if fact.endswith(f" {ANSWERS_AS}")]
    FactChange.objects.filter(pk__in=going_on, played_at=None).update(played_at=now)
    return True


def pause(run: Run, found: Sequence[Change], *, now: datetime) -> bool:
    """Pause the run for what was found; False where it does not go on anyway."""
    with transaction.atomic():
        if not control.pause(run.pk, REASON):
            return False
        FactChange.objects.filter(run=run, accepted_at=None).delete()
        done = run.episodes.filter(status=Episode.Status.DONE).count()
        FactChange.objects.bulk_create(
            [
                FactChange(
                    run=run,
                    fact=change.fact,
                    was=change.was,
                    found=change.found,
                    games_done=done,
                    found_at=now,
                )
                for change in found
            ],
            ignore_conflicts=True,
        )
        return True


def pause_for_name(run: Run, name: str, *, now: datetime, of: str = "model") -> bool:
    """Pause the run because a model of it answers as another one; see `pause`. of: its facts."""
    was = str(run.facts.get(of, {}).get("answers_as", ""))
    return pause(run, [Change(f"{of} {ANSWERS_AS}", was, name)], now=now)


def resume(run_id: int) -> bool:
    """Resume the run, and accept what changed as far as its games stay comparable.

    What makes other games of them is not accepted but compared again: the run then goes on where
    it is as it was, and is paused once more where it is not.
    """
    with transaction.atomic():
        if not control.resume(run_id):
            return False
        waiting = FactChange.objects.filter(run=run_id, accepted_at=None)
        refused = [row.pk for row in waiting if not change_of(row).comparable]
        waiting.filter(pk__in=refused).delete()
        waiting.update(accepted_at=Now())
        return True


def answers_as(run: Run, of: str = "model") -> frozenset[str]:
    """What a model of the run may call itself; nothing where it is not known. of: its facts."""
    frozen = run.facts.get(of, {}).get("answers_as", "")
    accepted = run.fact_changes.filter(fact=f"{of} {ANSWERS_AS}", accepted_at__isnull=False)
    names = accepted.values_list("found", flat=True)
    return frozenset([frozen, *names]) if frozen else frozenset()


def waiting_of(run: Run) -> list[Change]:
    """What the run is paused for; nothing where it is not."""
    if run.reason != REASON:
        return []
    return [change_of(row) for row in run.fact_changes.filter(accepted_at=None)]


def told(run: Run) -> list[str]:
    """A sentence for each change that games were played under, in the order of their finding."""
    piece = run_words.PIECES[run.kind]
    return [
        f"{change_of(row)}, from {row.played_at:%Y-%m-%d %H:%M} UTC on, after "
        f"{row.games_done:,} {piece if row.games_done == 1 else f'{piece}s'}; a researcher resumed "
        "it all the same."
        for row in run.fact_changes.filter(played_at__isnull=False)
    ]


def change_of(row: FactChange) -> Change:
    return Change(row.fact, row.was, row.found)
