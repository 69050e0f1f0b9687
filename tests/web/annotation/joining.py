"""Links to studies, and who joins by them or is refused."""

import uuid

import pytest
from django.contrib.auth.models import User

from annotation.models import Invitation, Rater
from annotation.services import enrolment, invitations
from annotation.services.enrolment import NotLetIn
from tests import studies
from tests.studies import NOW


def link(study, *, places=3, days=30, adjudicates=False, **fields) -> Invitation:
    made = invitations.make(
        study, uuid.uuid4(), note="", places=places, days=days, adjudicates=adjudicates, now=NOW
    )
    Invitation.objects.filter(pk=made.pk).update(**fields)
    made.refresh_from_db()
    return made


def user(name="zed") -> User:
    return User.objects.create_user(name)


def join(invitation, who, now=NOW):
    return enrolment.join(invitation, who, consent_text=studies.consent(), now=now)


def refused(invitation, who, now=NOW) -> str:
    """The sentence, after a look at what is stored: no rater, no place."""
    before = Rater.objects.count(), Invitation.objects.get(pk=invitation.pk).used
    with pytest.raises(NotLetIn) as error:
        join(invitation, who, now)
    after = Rater.objects.count(), Invitation.objects.get(pk=invitation.pk).used
    assert after == before
    return str(error.value)
