"""Which splits the games of a run or a campaign are of."""

from collections.abc import Collection, Mapping
from threading import Lock
from uuid import UUID

from evaluation.models import Episode, Run
from games.labels import Split
from games.models import Campaign

# By the run's key: the games of a run never change.
_known: dict[UUID, str] = {}
_lock = Lock()


def of_runs(runs: Collection[Run]) -> Mapping[int, str]:
    """Run id -> the splits in words, such as "dev and test"; one query for those not read yet."""
    with _lock:
        unread = [run for run in runs if run.key not in _known]
        rows = Episode.objects.filter(run__in=unread).order_by()
        pairs = set(rows.values_list("run", "game__split").distinct()) if unread else set()
        for run in unread:
            _known[run.key] = in_words({split for pk, split in pairs if pk == run.pk})
        return {run.pk: _known[run.key] for run in runs}


def of_campaign(campaign: Campaign) -> str:
    """As `of_runs`; one query."""
    rows = campaign.campaign_games.order_by()
    return in_words(set(rows.values_list("game__split", flat=True).distinct()))


def in_words(found: Collection[str]) -> str:
    return " and ".join(split for split in Split if split in found)
