"""An object's sheet as the editor is filled with it, and what it was before."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotation import draft_sheets
from annotation.models import DraftObject, SheetRevision
from games.sheets import Extent


@dataclass(frozen=True)
class RevisionShown:
    """measures: a line such as length 43; width 20 to 26."""

    number: int
    at: datetime
    by: str
    kind: str
    description: str
    properties: str
    measures: str


def filled_from(row: DraftObject) -> dict[str, object]:
    """What the editor shows of the sheet as it stands."""
    measures = {extent: draft_sheets.range_text(ends) for extent, ends in row.measures.items()}
    return {
        "description": row.description,
        "properties": draft_sheets.property_lines(row.properties),
        "revision": row.revision,
        **{extent.value: measures.get(extent.value, "") for extent in Extent},
    }


def history_of(row: DraftObject) -> list[RevisionShown]:
    """The latest revision first."""
    revisions = SheetRevision.objects.filter(draft_object=row).order_by("-number")
    return [_shown(each, each.content) for each in revisions]


def _shown(revision: SheetRevision, content: Mapping[str, Any]) -> RevisionShown:
    return RevisionShown(
        number=revision.number,
        at=revision.at,
        by=revision.by,
        kind=revision.kind,
        description=content["description"],
        properties=draft_sheets.property_lines(content["properties"]),
        measures="; ".join(
            f"{extent} {draft_sheets.range_text(content['measures'][extent])}" for extent in Extent
        ),
    )
