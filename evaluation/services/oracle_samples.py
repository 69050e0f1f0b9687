"""The units of a study of the Oracle's answers, drawn from what players and runs asked."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from annotation.catalogue_units import BadWish
from annotation.models import Study
from annotation.services import unit_sources
from annotation.services.unit_sources import AnswerWish
from evaluation import oracle_strata
from evaluation.metrics import profile
from evaluation.models import OracleSample, Run
from evaluation.oracle_strata import Stratum, TooFew
from games.models import Play, StoredAnswer, Turn
from games.rules import TurnStatus

PEOPLE, MODELS, PROGRAMS = "people", "models", "programs"
SOURCES = (PEOPLE, MODELS, PROGRAMS)


class SampleRefused(Exception):
    """Why nothing was drawn, in a sentence."""


def sample(
    study: Study, *, count: int, seed: int, now: datetime, made_by: User | None = None
) -> OracleSample:
    """Draw the study's units, all or none; the same count and seed again is the same sample.

    Of people the answered turns of study plays count, of nobody excluded or simulated; of runs
    all. Each question about an object is drawn once, whatever Oracles answered it.
    Raises SampleRefused.
    """
    _require_fit(study)
    if (drawn := OracleSample.objects.filter(study=study).first()) is not None:
        return _same(drawn, count, seed)
    # Read and drawn before the lock, for it may take long.
    strata = _members(study)
    ids = _draw(study, strata, count, seed)
    with transaction.atomic():
        Study.objects.select_for_update().get(pk=study.pk)
        if (drawn := OracleSample.objects.filter(study=study).first()) is not None:
            return _same(drawn, count, seed)
        _add(study, ids)
        return OracleSample.objects.create(
            study=study,
            count=count,
            seed=seed,
            strata={str(pk): [*asdict(strata[pk]).values()] for pk in ids},
            made_by=made_by,
            made_at=now,
        )


def _draw(study: Study, strata: Mapping[int, Stratum], count: int, seed: int) -> Sequence[int]:
    try:
        return oracle_strata.draw(strata, count=count, seed=seed)
    except TooFew as error:
        raise SampleRefused(
            f"{error} Each is one question about one object of {study.catalogue}, answered "
            "in a study or a run."
        ) from error


def _require_fit(study: Study) -> None:
    if not unit_sources.takes_answers(study):
        raise SampleRefused("Only a study of the Oracle's answers takes them.")
    if study.catalogue_id is None:
        raise SampleRefused("The study names no catalogue. Choose one in its settings first.")


def _same(drawn: OracleSample, count: int, seed: int) -> OracleSample:
    if (drawn.count, drawn.seed) != (count, seed):
        raise SampleRefused(
            f"The study has its sample: {drawn.count:,} questions by seed {drawn.seed}. Another "
            "sample needs a study of its own."
        )
    return drawn


def _add(study: Study, ids: Iterable[int]) -> None:
    try:
        taken = unit_sources.from_answers(study, AnswerWish(among=frozenset(ids)))
    except BadWish as error:
        raise SampleRefused(str(error)) from error
    if taken.imported.errors:
        raise SampleRefused(" ".join(map(str, taken.imported.errors)))


def _members(study: Study) -> dict[int, Stratum]:
    """The newest answer to each question about an object, with the kind of the question."""
    asked_by = _askers(study)
    newest: dict[tuple[str, str], StoredAnswer] = {}
    sources: dict[tuple[str, str], set[str]] = {}
    for row in unit_sources.judgeable(study):
        if row.pk in asked_by:
            key = row.object_sha256, row.question_sha256
            newest[key] = row
            sources.setdefault(key, set()).update(asked_by[row.pk])
    return {
        row.pk: Stratum(
            profile.dimension_of(row.probe), next(s for s in SOURCES if s in sources[key])
        )
        for key, row in newest.items()
    }


def _askers(study: Study) -> dict[int, set[str]]:
    """Stored answer -> who got it in a play that counts."""
    kinds = {
        pk: MODELS if spec.get("questioner", {}).get("kind", "model") == "model" else PROGRAMS
        for pk, spec in Run.objects.values_list("pk", "spec")
    }
    turns = Turn.objects.filter(
        status=TurnStatus.ANSWERED,
        stored_answer__isnull=False,
        play__kind__in=(Play.Kind.STUDY, Play.Kind.RUN),
        play__participant__excluded_reason="",
        play__game__catalogue=study.catalogue_id,
    ).exclude(play__participant__campaign__simulated=True)
    rows = turns.order_by().values_list(
        "stored_answer_id", "play__kind", "play__participant__run_player__run_id"
    )
    found: dict[int, set[str]] = {}
    for answer, kind, run in rows.distinct().iterator():
        source = PEOPLE if kind == Play.Kind.STUDY else kinds.get(run, PROGRAMS)
        found.setdefault(answer, set()).add(source)
    return found


def counts_of(sample: OracleSample) -> list[str]:
    """A line for each kind of question: dimension, who asked, how many."""
    counts = Counter(tuple(stratum) for stratum in sample.strata.values())
    return [
        f"{dimension or 'no dimension'}, asked by {source}: {count:,}"
        for (dimension, source), count in sorted(counts.items())
    ]
