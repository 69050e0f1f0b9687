"""What candidate Oracles are asked in a study: its units, each about an object of its catalogue."""

import re
from dataclasses import dataclass

from annotation.counted import units_of
from annotation.models import Study
from evaluation.models import OracleTrial, TrialAnswer
from games import selectors
from games.exporting.tables import REMOVED
from games.models import StoredAnswer
from games.sheets import ObjectSheet

_ID = re.compile("[1-9][0-9]{0,17}")


@dataclass(frozen=True)
class TrialQuestion:
    """text: as people read it who judge it."""

    unit_id: int
    sheet: ObjectSheet
    text: str


def of(study: Study) -> list[TrialQuestion]:
    """In the order of the units. Left out are units that name no stored answer about one of the
    catalogue's objects, and questions that are gone with who asked them."""
    if study.catalogue is None:
        return []
    rows = list(units_of(study).values_list("pk", "key", "snapshot"))
    ids = [int(key) for _, key, _ in rows if _ID.fullmatch(key)]
    stored = {str(pk): row.object_sha256 for pk, row in StoredAnswer.objects.in_bulk(ids).items()}
    sheets = selectors.sheets_of(study.catalogue.pk)
    objects = study.catalogue.physical_objects.values_list("sha256", "pk")
    known = {sha256: sheets[pk] for sha256, pk in objects}
    return [
        TrialQuestion(pk, known[stored[key]], str(snapshot["question"]))
        for pk, key, snapshot in rows
        if stored.get(key) in known and snapshot["question"] != REMOVED
    ]


def unanswered(trial: OracleTrial) -> list[TrialQuestion]:
    done = set(TrialAnswer.objects.filter(trial=trial).values_list("unit_id", flat=True))
    return [question for question in of(trial.study) if question.unit_id not in done]
