"""How far campaigns and their participants are, for researchers' lists."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, IntegerField, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games import counted
from games.models import Campaign, CampaignGame, CompletionCode, Participant, Play


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
    ended = Play.objects.filter(counted.COUNTED, participant__campaign=OuterRef("pk"))
    games = CampaignGame.objects.filter(campaign=OuterRef("pk"))
    rows = campaigns.annotate(
        players_count=_count(welcome, "campaign"),
        done_count=_count(completed, "campaign"),
        ended_count=_count(ended, "participant__campaign"),
        games_count=_count(games, "campaign"),
    )
    for row in rows:
        yield Progress(row, row.players_count, row.done_count, row.ended_count, row.games_count)


def participants_of(campaign: Campaign) -> QuerySet[Participant]:
    """Newest first, each with `assigned`, `ended` and its valid `code`, None before the end.

    assigned: the games that are kept for it. ended: how many of them have ended; of somebody
    who was excluded, for whom none is kept any more, all that have ended.
    """
    held = Q(assignments__released_at=None)
    excluded = ~Q(excluded_reason="")
    ended = (held | excluded) & Q(assignments__play__ended_at__isnull=False)
    codes = CompletionCode.objects.filter(participant=OuterRef("pk"), reopened_at=None)
    return campaign.participants.annotate(
        assigned=Count("assignments", filter=held),
        ended=Count("assignments", filter=ended),
        code=Subquery(codes.values("code")[:1]),
    ).order_by("-pk")


def codes_of(campaign: Campaign) -> QuerySet[CompletionCode]:
    """All codes that the campaign has given, newest first, each with its participant."""
    return campaign.codes.select_related("participant").order_by("-issued_at", "-pk")


def _count(rows: QuerySet[Model], campaign: str) -> Coalesce:
    counted = rows.order_by().values(campaign).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
