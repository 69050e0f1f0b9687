"""Labels told from properties by trees, on catalogues made for it."""

import numpy as np
import pytest

from games import catalogue_trees, closest
from games.catalogue_trees import score_trees
from games.formats import (
    AffordanceRow,
    CatalogueContent,
    LabelRow,
    Manifest,
    ObjectRow,
    VocabularyValue,
)
from games.labels import Decided, Raters
from games.sheets import Dimension, Extent, Measure, ObjectSheet, Property


def catalogue(answer):
    """Forty objects, every second of metal, every third round; answer(at): what is labelled."""
    objects, labels = [], []
    for at in range(40):
        properties = {Property(Dimension.MATERIAL, "metal" if at % 2 else "wood")}
        if at % 3 == 0:
            properties.add(Property(Dimension.SHAPE, "round"))
        sheet = ObjectSheet(
            key=f"o{at:02}",
            name=f"thing {at}",
            description="A thing.",
            properties=frozenset(properties),
            measures={extent: Measure(1, 1) for extent in Extent},
        )
        objects.append(ObjectRow(sheet, {"list": "own"}))
        told = {"yes": ("act",), "no": ()} if answer(at) else {"yes": (), "no": ("act",)}
        labels.append(
            LabelRow(
                sheet.key, **told, not_deducible={}, decided=Decided.DRAFT, raters=Raters.MODEL
            )
        )
    values = ((Dimension.MATERIAL, "metal"), (Dimension.MATERIAL, "wood"))
    return CatalogueContent(
        manifest=Manifest("made", "Made", "CC BY 4.0", "canary", "Made."),
        vocabulary=tuple(VocabularyValue(*each) for each in (*values, (Dimension.SHAPE, "round"))),
        objects=tuple(objects),
        affordances=(AffordanceRow("act", "It acts.", "It can.", 1, {"list": "own"}),),
        labels=tuple(labels),
    )


def test_a_label_that_is_a_property_is_told_wholly_and_alarms():
    (score,) = score_trees(catalogue(lambda at: at % 2 == 1))
    assert (score.accuracy, score.balanced, score.wrong) == (1.0, 1.0, ())
    (alarm,) = catalogue_trees.alarms([score])
    assert alarm.subject == "act"


def test_a_label_that_no_property_tells_is_told_no_better_than_by_chance():
    (score,) = score_trees(catalogue(lambda at: (at // 6) % 2 == 0))
    assert score.balanced < 0.7
    assert len(score.wrong) >= 10
    assert list(catalogue_trees.alarms([score])) == []


def test_too_few_objects_of_a_label_give_no_score():
    (score,) = score_trees(catalogue(lambda at: at < 3))
    assert (score.accuracy, score.balanced) == (None, None)
    assert score.commonest == pytest.approx(37 / 40)


def test_the_closest_texts_come_first():
    vectors = np.array([[1, 0], [0, 1], [0.6, 0.8]], dtype=np.float32)
    found = closest.closest(["a", "b", "c"], vectors, 2)
    assert [(near.one, near.other) for near in found] == [("b", "c"), ("a", "c")]
    assert found[0].similarity == pytest.approx(0.8)
