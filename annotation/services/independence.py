"""Who may not judge in a study for what the account did before: here, elsewhere, or in a game.

Every step that takes an account in locks the account and the study first, so that of two at once
the second sees what the first did.
"""

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from annotation.models import FormerRater, Rater, Study
from games.models import Participant

PLAYED = (
    "You played in a study with these very objects. Who did cannot judge them, so that the "
    "answers stay independent."
)
WITHDREW = "You withdrew from this study. Nobody comes back into it, so that nobody judges twice."


class NotLetIn(Exception):
    """Why this account may not take part, in a sentence for its owner."""


def lock(study: Study, user: User) -> Study:
    """The study as it stands, with the account locked before it until the transaction ends."""
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk))
    return Study.objects.select_for_update(no_key=True).get(pk=study.pk)


def require(study: Study, user: User) -> None:
    """Raises NotLetIn where what the account did before would colour what it judges here."""
    if FormerRater.objects.filter(study=study, account=_mark(study.pk, user)).exists():
        raise NotLetIn(WITHDREW)
    shut_off = Q(slug__in=study.excludes.values("slug")) | Q(excludes__slug=study.slug)
    others = Study.objects.filter(shut_off).exclude(pk=study.pk).distinct()
    if (left := _withdrew_from(others, user)) is not None:
        raise NotLetIn(
            f"You withdrew from “{left.title}”. Who took part there cannot judge here, so that "
            "the answers stay independent."
        )
    if (elsewhere := _apart_from(study, user)) is not None:
        raise NotLetIn(
            f"You take part in “{elsewhere.study.title}”. Who judges there cannot judge here, "
            "so that the answers stay independent."
        )
    if study.catalogue_id and _played(study, user):
        raise NotLetIn(PLAYED)


def broken_by(study: Study) -> list[Rater]:
    """Raters of the study who took part in one that it excludes."""
    excluded = _excluded_by(study)
    present = Rater.objects.filter(_TAKES_PART, study=study, user__isnull=False)
    return [
        rater
        for rater in present.select_related("user").order_by("pk").distinct()
        if rater.user is not None
        and (
            _rates_in(excluded, rater.user).exclude(pk=rater.pk).exists()
            or _withdrew_from(excluded.exclude(pk=study.pk), rater.user)
        )
    ]


def remember(rater: Rater) -> None:
    """Keep that the account of this rater took part, as a mark that leads to nobody."""
    if rater.user is not None:
        mark = FormerRater(study_id=rater.study_id, account=_mark(rater.study_id, rater.user))
        FormerRater.objects.bulk_create([mark], ignore_conflicts=True)


_TAKES_PART = Q(withdrawn_at=None) & (Q(judgements__isnull=False) | Q(removed_at=None))
"""Of raters: who judged, or may still."""


def _excluded_by(study: Study) -> QuerySet[Study]:
    """Versions of an excluded study are the same study."""
    return Study.objects.filter(slug__in=study.excludes.values("slug"))


def _rates_in(studies: QuerySet[Study], user: User) -> QuerySet[Rater]:
    return Rater.objects.filter(_TAKES_PART, study__in=studies, user=user)


def _apart_from(study: Study, user: User) -> Rater | None:
    """This account as a rater of a study that shares no raters with this one.

    Whichever of both excludes the other, or else the order of joining would decide.
    """
    shut_out = Q(study__in=_excluded_by(study)) & _TAKES_PART
    shuts_out = Q(study__in=Study.objects.filter(excludes__slug=study.slug))
    others = Rater.objects.filter(shut_out | shuts_out, user=user).exclude(study=study)
    return others.select_related("study").first()


def _withdrew_from(studies: QuerySet[Study], user: User) -> Study | None:
    marks = [_mark(pk, user) for pk in studies.values_list("pk", flat=True)]
    found = FormerRater.objects.filter(account__in=marks).select_related("study").first()
    return found.study if found else None


def _mark(study_id: int, user: User) -> str:
    """Which nobody can make, or look for an account by, without the site's secret key."""
    who = f"{study_id} {user.pk}"
    return salted_hmac("annotation.former_rater", who, algorithm="sha256").hexdigest()


def _played(study: Study, user: User) -> bool:
    """As far as is known before the baselines are locked."""
    here = Q(campaign__catalogue=study.catalogue_id, campaign__baseline=True)
    return Participant.objects.filter(here, account=user).exists()
