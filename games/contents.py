"""A stored catalogue as the content of its files."""

from collections import defaultdict

from games import formats, selectors
from games.labels import Decided, Label, Raters, Split
from games.models import AffordanceLabel, Catalogue, PhysicalObject
from games.rules import GameSpec


def content_of(catalogue: Catalogue) -> formats.CatalogueContent:
    """What the files of a stored catalogue say."""
    return formats.CatalogueContent(
        manifest=formats.Manifest(
            version=catalogue.version,
            title=catalogue.title,
            licence=catalogue.licence,
            canary=catalogue.canary,
            provenance=catalogue.provenance,
        ),
        vocabulary=selectors.vocabulary_of(catalogue.pk),
        objects=_objects_of(catalogue),
        affordances=tuple(
            formats.AffordanceRow(row.key, row.definition, row.conditions, row.requires, row.origin)
            for row in catalogue.affordances.order_by("key")
        ),
        labels=_labels_of(catalogue),
        games=games_of(catalogue),
    )


def games_of(catalogue: Catalogue) -> tuple[formats.GameRow, ...]:
    stored = catalogue.games.select_related("physical_object", "target").order_by("key")
    return tuple(
        formats.GameRow(
            key=game.key,
            spec=GameSpec(game.physical_object.key, tuple(game.candidates), game.target.key),
            split=Split(game.split),
        )
        for game in stored
    )


def _objects_of(catalogue: Catalogue) -> tuple[formats.ObjectRow, ...]:
    origins = dict(PhysicalObject.objects.filter(catalogue=catalogue).values_list("pk", "origin"))
    sheets = selectors.sheets_of(catalogue.pk)
    return tuple(formats.ObjectRow(sheet, origins[pk]) for pk, sheet in sheets.items())


def _labels_of(catalogue: Catalogue) -> tuple[formats.LabelRow, ...]:
    """A row for each object and way of deciding."""
    objects = dict(PhysicalObject.objects.filter(catalogue=catalogue).values_list("pk", "key"))
    affordances = dict(catalogue.affordances.values_list("pk", "key"))
    stored = AffordanceLabel.objects.filter(physical_object__catalogue=catalogue)
    rows: dict[tuple[int, str, str], dict[str, dict[str, str]]] = defaultdict(
        lambda: {label: {} for label in Label}
    )
    for object_id, affordance_id, answer, decided, raters, reason in stored.values_list(
        "physical_object_id", "affordance_id", "answer", "decided", "raters", "reason"
    ):
        rows[object_id, decided, raters][answer][affordances[affordance_id]] = reason
    return tuple(
        formats.LabelRow(
            object_key=objects[object_id],
            yes=tuple(told[Label.YES]),
            no=tuple(told[Label.NO]),
            not_deducible=told[Label.NOT_DEDUCIBLE],
            decided=Decided(decided),
            raters=Raters(raters),
        )
        for (object_id, decided, raters), told in rows.items()
    )
