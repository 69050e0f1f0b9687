"""Notes who judged a catalogue's objects, so that nobody both judges and plays its baseline."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction

from games.models import Campaign, Catalogue, JudgedCatalogue, Participant


class PlayedBaseline(Exception):
    """These accounts play or played a baseline of the catalogue and may not judge its objects."""

    def __init__(self, usernames: Collection[str]) -> None:
        super().__init__(", ".join(usernames))
        self.usernames = tuple(usernames)


def note_judged(catalogue: Catalogue, accounts: Collection[User]) -> int:
    """Note that the accounts judged the catalogue: all or none; return how many were new.

    Its baselines are locked first, so that none of the accounts joins one meanwhile.
    Raises PlayedBaseline.
    """
    with transaction.atomic():
        baselines = Campaign.objects.filter(catalogue=catalogue, baseline=True).order_by("pk")
        locked = list(baselines.select_for_update(of=("self",)))
        _require_none_played(locked, accounts)
        known = set(
            JudgedCatalogue.objects.filter(catalogue=catalogue, account__in=accounts).values_list(
                "account_id", flat=True
            )
        )
        fresh = [account for account in accounts if account.pk not in known]
        JudgedCatalogue.objects.bulk_create(
            (JudgedCatalogue(catalogue=catalogue, account=account) for account in fresh),
            ignore_conflicts=True,
        )
    return len(fresh)


def _require_none_played(baselines: Collection[Campaign], accounts: Collection[User]) -> None:
    players = Participant.objects.filter(campaign__in=baselines, account__in=accounts)
    names = players.order_by("account__username").values_list("account__username", flat=True)
    if names:
        raise PlayedBaseline(list(dict.fromkeys(map(str, names))))
