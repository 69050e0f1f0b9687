"""How a new version came about: the values of all publications, each with its votes."""

import json
from collections.abc import Iterator, Sequence

from annotation.publishing.lines import sha256_of
from evaluation.coat_people.published import ABOUT, PROVENANCE, Published
from games.formats.lines import Json, document_of, lines_of


def sources(found: Sequence[Published]) -> list[dict[str, Json]]:
    """Which publications: study, version and kind where they say so, and the hash of each."""
    return [{"name": each.name, **_about(each), "sha256": _sha256(each)} for each in found]


def vote_lines(found: Sequence[Published]) -> Iterator[str]:
    """A line a value, as provenance has it, with the publication's name."""
    for each in found:
        for line in lines_of(each.files.get(PROVENANCE, b"\n"), PROVENANCE, []):
            row: dict[str, Json] = {"publication": each.name, **line.values}
            yield json.dumps(row, ensure_ascii=False) + "\n"


def left_open(found: Sequence[Published]) -> list[str]:
    """The units that publications say nobody decided."""
    open_units = (_document(each).get("left_open") for each in found)
    return [unit for of in open_units if isinstance(of, dict) for unit in of]


def _about(published: Published) -> dict[str, Json]:
    told = _document(published)
    return {name: told[name] for name in ("study", "version", "kind") if name in told}


def _document(published: Published) -> dict[str, Json]:
    line = document_of(published.files.get(ABOUT, b"{}"), ABOUT, [])
    return line.values if line else {}


def _sha256(published: Published) -> str:
    return sha256_of({name: data.decode() for name, data in published.files.items()})
