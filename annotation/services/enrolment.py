"""Who takes part in a study: joining by a link or by name, agreeing to the consent text."""

import random
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F, Q

from annotation import consent
from annotation.models import Invitation, Rater, Study
from annotation.services import accounts, independence
from annotation.services.adjudicators import name_adjudicator
from annotation.services.independence import NotLetIn
from annotation.services.leaving import leave_out, let_in, remove, take_back, withdraw
from games import pseudonyms
from games.models import ConsentText
from games.services import campaigns
from games.services.judged import PlayedBaseline, note_judged

__all__ = [
    "NotLetIn", "add", "add_fresh", "agree", "consent_for", "consent_text_of", "join",
    "join_as_newcomer", "joined_before", "leave_out", "let_in", "name_adjudicator", "rater_of",
    "refusal_of", "remove", "shown_consent", "take_back", "withdraw",
]  # fmt: skip
CHANCE = random.SystemRandom()
NAMES_TRIED = 100


class Over(NotLetIn):
    """The link leads nowhere any more."""


def consent_text_of(text: str) -> ConsentText:
    """The stored version of this text."""
    return campaigns.consent_text({"en": text})


def shown_consent(study: Study) -> str:
    """What is read before agreeing; the study's own text, or the one that all begin with."""
    return study.consent_text.in_language("en") if study.consent_text else consent.DEFAULT


def consent_for(study: Study) -> ConsentText:
    return study.consent_text or consent_text_of(consent.DEFAULT)


def rater_of(study: Study, user: User) -> Rater | None:
    return Rater.objects.filter(study=study, user=user).first()


def join(
    invitation: Invitation,
    user: User,
    *,
    consent_text: ConsentText,
    now: datetime,
    rng: random.Random = CHANCE,
) -> Rater:
    """The rater that this account is in the study; who is one already takes no second place.

    Raises NotLetIn.
    """
    study = invitation.study
    try:
        with transaction.atomic():
            # As it stands: it may have been closed since the link was opened.
            invitation.study = study = independence.lock(study, user)
            if (before := rater_of(study, user)) is not None:
                return before
            _require_welcome(invitation, user, now)
            _take_place(invitation, now)
            _note(study, user)
            rater = _enrol(study, user, rng, invitation=invitation)
            if invitation.adjudicates:
                name_adjudicator(rater, adjudicates=True, now=now)
            agree(rater, consent_text, now=now)
            return rater
    except IntegrityError:
        # Another request of the same account was first.
        if (before := rater_of(study, user)) is None:
            raise
        return before


def join_as_newcomer(
    invitation: Invitation, name: str, password: str, *, consent_text: ConsentText, now: datetime
) -> Rater:
    """A new account that joins; neither of both where one fails. Raises NotLetIn, NameTaken."""
    with transaction.atomic():
        user = accounts.make(name, password)
        return join(invitation, user, consent_text=consent_text, now=now)


def joined_before(invitation: Invitation, name: str, password: str) -> Rater | None:
    """The rater whom the same post made when it came in first; so a copy makes no other one."""
    named = invitation.raters.filter(user__username=name, user__is_active=True)
    joined = named.select_related("user").first()
    if joined is None or joined.user is None or not joined.user.check_password(password):
        return None
    return joined


def add(study: Study, user: User, *, rng: random.Random = CHANCE) -> Rater:
    """Let a researcher take an account in; its owner agrees before anything is handed out.

    Raises NotLetIn.
    """
    with transaction.atomic():
        held = independence.lock(study, user)
        if held.status == Study.Status.CLOSED:
            raise Over("The study is closed.")
        independence.require(held, user)
        return rater_of(study, user) or _enrol(study, user, rng)


@dataclass(frozen=True)
class Fresh:
    """A new account with the password that nobody sees again."""

    name: str
    password: str


def add_fresh(study: Study, name: str, key: UUID) -> Fresh:
    """An account for somebody, made and taken in; a copy of the post finds the same.

    key: of the form. Raises NotLetIn, NameTaken.
    """
    with transaction.atomic():
        user, password = accounts.make_for(name, key)
        add(study, user)
    return Fresh(name, password)


def agree(rater: Rater, consent_text: ConsentText, *, now: datetime) -> None:
    """Keep when this rater agreed and to what; the first time stands."""
    Rater.objects.filter(pk=rater.pk, agreed_at=None, withdrawn_at=None).update(
        agreed_at=now, consent_text=consent_text
    )
    rater.refresh_from_db()


def refusal_of(invitation: Invitation, user: User | None, *, now: datetime) -> NotLetIn | None:
    """Why nobody, or not this account, may join by the link now; None where it may."""
    try:
        _require_welcome(invitation, user, now)
    except NotLetIn as refusal:
        return refusal
    return None


def _require_welcome(invitation: Invitation, user: User | None, now: datetime) -> None:
    study = invitation.study
    if invitation.revoked_at:
        raise Over("This link was taken back. Ask the researcher for a new one.")
    if invitation.expires_at and invitation.expires_at <= now:
        raise Over("This link is too old. Ask the researcher for a new one.")
    if study.status == Study.Status.CLOSED:
        raise Over("This study is closed; nobody can join it any more.")
    if study.status == Study.Status.DRAFT:
        raise NotLetIn("This study is not open yet. Keep the link and come back later.")
    if invitation.used >= invitation.places:
        raise NotLetIn("Every place of this link is taken. Ask the researcher for another one.")
    if user is not None:
        independence.require(study, user)


def _note(study: Study, user: User) -> None:
    """From now on the account plays no baseline with the objects that it is going to see."""
    if study.catalogue is None:
        return
    try:
        note_judged(study.catalogue, [user])
    except PlayedBaseline as played:
        raise NotLetIn(independence.PLAYED) from played


def _take_place(invitation: Invitation, now: datetime) -> None:
    """Of two that want the last place, one finds no row."""
    valid = Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=now))
    free = Invitation.objects.filter(valid, pk=invitation.pk, used__lt=F("places"))
    if not free.update(used=F("used") + 1):
        invitation.refresh_from_db(fields=["used", "places", "revoked_at", "expires_at"])
        _require_welcome(invitation, None, now)
        raise NotLetIn("Nobody can join by this link now. Try again in a moment.")


def _enrol(
    study: Study, user: User, rng: random.Random, *, invitation: Invitation | None = None
) -> Rater:
    for _ in range(NAMES_TRIED):
        name = pseudonyms.pseudonym(rng)
        if name == user.username.casefold() or study.raters.filter(pseudonym=name).exists():
            continue
        fields = {"study": study, "user": user, "invitation": invitation}
        try:
            with transaction.atomic():
                return Rater.objects.create(pseudonym=name, **fields)
        except IntegrityError:
            if rater_of(study, user) is not None:
                raise  # not the name was taken: the account joined meanwhile
    raise RuntimeError(f"{NAMES_TRIED} made-up names were all taken in {study}.")
