"""The labels of pairs that a study's catalogue released, by the units that ask about the pairs."""

from annotation.kinds.object_affordance import ObjectAffordance
from annotation.label_passes import pair_of
from annotation.models import Study, Unit
from games.models import AffordanceLabel


def has_labels(study: Study) -> bool:
    return study.kind == ObjectAffordance.key and study.catalogue_id is not None


def labels_of(study: Study) -> dict[str, str]:
    """Unit -> the label of its pair; nothing for a study whose catalogue has none of its units."""
    if not has_labels(study):
        return {}
    labels = AffordanceLabel.objects.filter(affordance__catalogue=study.catalogue_id)
    rows = labels.values_list("physical_object__key", "affordance__key", "answer")
    return {f"{key} {affordance}": answer for key, affordance, answer in rows.iterator()}


def label_of(unit: Unit) -> str:
    """The label of the unit's pair; "" where there is none."""
    if not has_labels(unit.study):
        return ""
    pair = pair_of(unit.key)
    labels = AffordanceLabel.objects.filter(
        affordance__catalogue=unit.study.catalogue_id,
        physical_object__key=pair.object_key,
        affordance__key=pair.affordance,
    )
    return labels.values_list("answer", flat=True).first() or ""
