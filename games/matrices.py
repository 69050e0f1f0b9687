"""A stored catalogue as arrays, for the observer and the players; kept by each process."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from games import selectors
from games.labels import Label
from games.models import Affordance, AffordanceLabel


@dataclass(frozen=True, eq=False)
class LabelMatrix:
    """labels: (objects, affordances), whether the object has it; not deducible counts as no.

    objects: ids of the rows. affordances: keys of the columns.
    """

    objects: tuple[int, ...]
    affordances: tuple[str, ...]
    labels: NDArray[np.bool_]


@lru_cache(maxsize=8)
def labels_of(catalogue_id: int) -> LabelMatrix:
    objects = tuple(selectors.sheets_of(catalogue_id))
    affordances = dict(
        Affordance.objects.filter(catalogue_id=catalogue_id)
        .order_by("key")
        .values_list("pk", "key")
    )
    row_of = {pk: row for row, pk in enumerate(objects)}
    column_of = {pk: column for column, pk in enumerate(affordances)}
    labels = np.zeros((len(objects), len(affordances)), dtype=bool)
    positive = AffordanceLabel.objects.filter(
        affordance__catalogue_id=catalogue_id, answer=Label.YES
    )
    for object_id, affordance_id in positive.values_list("physical_object_id", "affordance_id"):
        labels[row_of[object_id], column_of[affordance_id]] = True
    return LabelMatrix(objects, tuple(affordances.values()), labels)
