"""Who takes part in a study, its invitations and its questions, as a researcher sees them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q, QuerySet

from annotation.models import GuidelineQuestion, Invitation, Rater, Study


@dataclass(frozen=True)
class InvitationShown:
    """state: why nobody can join by it now; "" while somebody can."""

    invitation: Invitation
    address: str
    state: str


def raters_of(study: Study) -> QuerySet[Rater]:
    """Everybody who takes part or took part, people first; trained: units that each learnt on."""
    rows = study.raters.select_related("invitation").order_by("-kind", "joined_at", "pk")
    return rows.annotate(trained=Count("judgements", filter=Q(judgements__unit__training=True)))


def invitations_of(
    study: Study, address_of: Callable[[str], str], *, now: datetime
) -> list[InvitationShown]:
    """Newest first."""
    rows = study.invitations.order_by("-pk")
    return [InvitationShown(row, address_of(row.token), _state(row, now)) for row in rows]


def questions_of(study: Study) -> QuerySet[GuidelineQuestion]:
    """Those without an answer first, the longest waiting on top; then the last answered."""
    rows = study.guideline_questions.select_related("rater", "answered_by")
    return rows.order_by(F("answered_at").desc(nulls_first=True), "asked_at", "pk")


def _state(invitation: Invitation, now: datetime) -> str:
    if invitation.revoked_at:
        return "revoked"
    if invitation.expires_at and invitation.expires_at <= now:
        return "too old"
    return "full" if invitation.used >= invitation.places else ""
