"""Which units of a study its catalogue knows by their keys: nothing of the others can go back."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db.models import CharField, F, QuerySet, Value
from django.db.models.functions import Concat

from annotation.counted import units_of
from annotation.models import Study, Unit
from games.models import Affordance, AffordanceLabel, Catalogue, PhysicalObject

Keys = QuerySet[Any, Any]


def strange(study: Study, keys: Iterable[str]) -> tuple[str, ...]:
    """Those of the keys that the catalogue has not; none where nothing goes back into one."""
    known = _known(study)
    asked = list(keys)
    if known is None or not asked:
        return ()
    there = set(known)
    return tuple(key for key in asked if key not in there)


def strangers(study: Study) -> QuerySet[Unit]:
    """Units that count and whose key the catalogue has not."""
    known = _known(study)
    return Unit.objects.none() if known is None else units_of(study).exclude(key__in=known)


def _known(study: Study) -> Keys | None:
    keys_of = _KEYS.get(study.kind)
    return None if keys_of is None or study.catalogue is None else keys_of(study.catalogue)


def _objects(catalogue: Catalogue) -> Keys:
    return (
        PhysicalObject.objects.filter(catalogue=catalogue).order_by().values_list("key", flat=True)
    )


def _affordances(catalogue: Catalogue) -> Keys:
    return Affordance.objects.filter(catalogue=catalogue).order_by().values_list("key", flat=True)


def _pairs(catalogue: Catalogue) -> Keys:
    labels = AffordanceLabel.objects.filter(physical_object__catalogue=catalogue).order_by()
    names = F("physical_object__key"), Value(" "), F("affordance__key")
    pair = Concat(*names, output_field=CharField())
    return labels.annotate(pair=pair).values_list("pair", flat=True)


_KEYS: Mapping[str, Callable[[Catalogue], Keys]] = {
    "object_filter": _objects,
    "object_properties": _objects,
    "affordance_definition": _affordances,
    "object_affordance": _pairs,
}
