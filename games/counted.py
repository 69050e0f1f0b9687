"""Which plays of a campaign count, and why the others do not: for figures, pages and exports."""

from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet, Sum

from games.models import Campaign, Participant, Play

# Of plays. Every play of a campaign is of exactly one of these six kinds.
EXCLUDED = ~Q(participant__excluded_reason="")
PRACTICE = ~EXCLUDED & Q(kind=Play.Kind.PRACTICE)
_STUDY = ~EXCLUDED & ~Q(kind=Play.Kind.PRACTICE)
UNFINISHED = _STUDY & Q(outcome="")
_ENDED = _STUDY & ~Q(outcome="")
_HELD = Q(assignment__isnull=False, assignment__released_at=None)
_OWN_PROTOCOL = Q(protocol=F("participant__campaign__protocol"))
EXTRA = _ENDED & ~_HELD
OTHER_PROTOCOL = _ENDED & _HELD & ~_OWN_PROTOCOL
COUNTED = _ENDED & _HELD & _OWN_PROTOCOL


@dataclass(frozen=True)
class Withdrawn:
    """What was deleted with those who withdrew."""

    participants: int
    plays: int
    turns: int


@dataclass(frozen=True)
class LeftOut:
    """Plays that no figure counts, each under the first reason that holds, and who withdrew.

    excluded: all plays of excluded participants, practice too. unfinished: of assigned games.
    extra: ended after their place was given back. other_protocol: under rules other than the
    campaign's.
    """

    excluded: int
    excluded_participants: int
    practice: int
    unfinished: int
    extra: int
    other_protocol: int
    withdrawn: Withdrawn


def plays_of(campaign: Campaign) -> QuerySet[Play]:
    """The ended plays of assigned games, under the campaign's own protocol, that figures count."""
    return Play.objects.filter(COUNTED, participant__campaign=campaign)


def left_out(campaign: Campaign) -> LeftOut:
    """Three queries, whatever the campaign's size."""
    plays = Play.objects.filter(participant__campaign=campaign).aggregate(
        excluded=Count("pk", filter=EXCLUDED),
        practice=Count("pk", filter=PRACTICE),
        unfinished=Count("pk", filter=UNFINISHED),
        extra=Count("pk", filter=EXTRA),
        other_protocol=Count("pk", filter=OTHER_PROTOCOL),
    )
    excluded = Participant.objects.filter(campaign=campaign).exclude(excluded_reason="")
    return LeftOut(
        **plays, excluded_participants=excluded.count(), withdrawn=withdrawn_from(campaign)
    )


def withdrawn_from(campaign: Campaign) -> Withdrawn:
    gone = campaign.withdrawals.aggregate(
        participants=Count("pk"), plays=Sum("plays", default=0), turns=Sum("turns", default=0)
    )
    return Withdrawn(**gone)
