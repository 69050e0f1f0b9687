"""Which units and judgements of a study count: the one place that says so."""

from collections.abc import Iterable

from django.db.models import QuerySet

from annotation.models import FOR_ALL, Judgement, Rater, Study, Unit

EVERYBODY = tuple(Rater.Kind)
PEOPLE = (Rater.Kind.PERSON,)


def units_of(study: Study) -> QuerySet[Unit]:
    """Units that count in agreement and consensus, as they were stored: those that are for all
    do not."""
    return study.units.exclude(FOR_ALL).order_by("pk")


def judgements_of(
    study: Study, *, kinds: Iterable[Rater.Kind] = EVERYBODY, extra: bool = False
) -> QuerySet[Judgement]:
    """Judgements that count in agreement and consensus: no skips, nobody who is left out, nothing
    of the units that are for all.

    kinds: of raters. extra: whether those count, too, that came late or were never handed out.
    """
    apart = [Judgement.Extra.LEFT_OUT] if extra else list(Judgement.Extra)
    return (
        Judgement.objects.filter(
            unit__study=study,
            unit__training=False,
            unit__gold__isnull=True,
            rater__kind__in=list(kinds),
            rater__left_out_at=None,
            skip_reason="",
        )
        .exclude(extra__in=apart)
        .select_related("unit", "rater")
        .order_by("pk")
    )
