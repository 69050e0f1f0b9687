"""How well a decision tree tells labels from properties: near certainty would be an alarm.

Labels that a few property questions settle for every object are the properties in other words,
and a game on them asks for no judgement of what a thing affords.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games import pool
from games.catalogue_checks import Finding
from games.formats import CatalogueContent, labels_of
from games.labels import Label
from games.roles import Pair

BoolArray = NDArray[np.bool_]

FOLDS = 5
ALARM = 0.995
SMALLEST_LEAF = 3
SEED = 20


@dataclass(frozen=True)
class TreeScore:
    """Of one affordance, over objects whose label is yes or no.

    accuracy: cross-validated. commonest: the accuracy of always saying the commoner label.
    balanced: the mean of the accuracies on yes and on no; None where one of them has fewer
    objects than there are folds, as then is `accuracy`.
    wrong: the objects that the tree, not having seen them, labels otherwise.
    """

    key: str
    objects: int
    accuracy: float | None
    commonest: float
    balanced: float | None
    wrong: tuple[str, ...]


def score_trees(content: CatalogueContent) -> tuple[TreeScore, ...]:
    """One score an affordance, by key; the features are all property answers of the objects."""
    rows = sorted(content.objects, key=lambda row: row.sheet.key)
    broader = {Pair(row.dimension, row.value): row.broader for row in content.vocabulary}
    features = pool.build([row.sheet for row in rows], broader).answers
    labels = labels_of(content.labels)
    keys = [row.sheet.key for row in rows]
    return tuple(
        _score(affordance, keys, features, [labels[key][affordance] for key in keys])
        for affordance in sorted(row.key for row in content.affordances)
    )


def alarms(scores: Iterable[TreeScore]) -> Iterator[Finding]:
    """Affordances whose labels properties settle nearly always, on yes and on no alike."""
    for score in scores:
        if score.balanced is not None and score.balanced >= ALARM:
            text = f"A decision tree on properties is right on {score.balanced:.1%} of yes and no."
            yield Finding("labels are properties", score.key, text)


def _score(key: str, objects: list[str], features: BoolArray, told: list[Label]) -> TreeScore:
    from sklearn.model_selection import StratifiedKFold, cross_val_predict
    from sklearn.tree import DecisionTreeClassifier

    kept = np.array([label != Label.NOT_DEDUCIBLE for label in told], dtype=bool)
    yes = np.array([label == Label.YES for label in told], dtype=bool)[kept]
    named = [each for each, keep in zip(objects, kept.tolist(), strict=True) if keep]
    rarer = min(int(yes.sum()), int((~yes).sum()))
    commonest = 1 - rarer / len(yes) if len(yes) else 0.0
    if rarer < FOLDS:
        return TreeScore(key, len(named), None, commonest, None, ())
    tree = DecisionTreeClassifier(min_samples_leaf=SMALLEST_LEAF, random_state=SEED)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED)
    said = cross_val_predict(tree, features[kept], yes, cv=folds)
    right = said == yes
    return TreeScore(
        key=key,
        objects=len(named),
        accuracy=float(right.mean()),
        commonest=commonest,
        balanced=float((right[yes].mean() + right[~yes].mean()) / 2),
        wrong=tuple(each for each, ok in zip(named, right.tolist(), strict=True) if not ok),
    )
