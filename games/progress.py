"""How far campaigns and their participants are, for researchers' lists."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, IntegerField, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Assignment, Campaign, CampaignGame, Participant


@dataclass(frozen=True)
class Progress:
    """players: who started, done: who completed; who was excluded counts for neither.

    ended: study plays that ended and count. games: of the campaign.
    """

    campaign: Campaign
    players: int
    done: int
    ended: int
    games: int

    @property
    def plays_wanted(self) -> int:
        campaign = self.campaign
        return self.games * (campaign.players_wanted or campaign.plays_wanted or 0)


def progress_of(campaigns: QuerySet[Campaign]) -> Iterator[Progress]:
    """One query, however many campaigns these are."""
    welcome = Participant.objects.filter(campaign=OuterRef("pk"), excluded_reason="")
    completed = welcome.filter(outcome=Participant.Outcome.COMPLETED)
    held = Assignment.objects.filter(campaign_game__campaign=OuterRef("pk"), released_at=None)
    ended = held.filter(play__ended_at__isnull=False)
    games = CampaignGame.objects.filter(campaign=OuterRef("pk"))
    rows = campaigns.annotate(
        players_count=_count(welcome, "campaign"),
        done_count=_count(completed, "campaign"),
        ended_count=_count(ended, "campaign_game__campaign"),
        games_count=_count(games, "campaign"),
    )
    for row in rows:
        yield Progress(row, row.players_count, row.done_count, row.ended_count, row.games_count)


def participants_of(campaign: Campaign) -> QuerySet[Participant]:
    """Newest first, each with `assigned`, the games it holds, and `ended`, how many have ended."""
    held = Q(assignments__released_at=None)
    ended = held & Q(assignments__play__ended_at__isnull=False)
    return campaign.participants.annotate(
        assigned=Count("assignments", filter=held), ended=Count("assignments", filter=ended)
    ).order_by("-pk")


def _count(rows: QuerySet[Model], campaign: str) -> Coalesce:
    counted = rows.order_by().values(campaign).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
