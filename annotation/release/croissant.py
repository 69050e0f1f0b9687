"""Croissant metadata: what data set libraries and search engines read of a release.

Source: the Croissant format specification 1.0, MLCommons.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation.release.tables import Part
from games.exporting.columns import Column, Kind, Table
from games.formats import Manifest

CONTEXT: Mapping[str, object] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
TYPES = {
    Kind.STRING: "sc:Text",
    Kind.DATETIME: "sc:Text",
    Kind.INTEGER: "sc:Integer",
    Kind.NUMBER: "sc:Float",
    Kind.BOOLEAN: "sc:Boolean",
}
LICENCES = {"CC BY 4.0": "https://creativecommons.org/licenses/by/4.0/"}


@dataclass(frozen=True)
class Stored:
    """A Parquet file of the release and what it holds."""

    part: Part
    path: str
    length: int
    sha256: str


def metadata(manifest: Manifest, stored: Sequence[Stored], *, published: str) -> bytes:
    """The bytes of croissant.json. published: a date, ISO 8601."""
    described = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": manifest.version,
        "description": manifest.provenance,
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "license": LICENCES.get(manifest.licence, manifest.licence),
        "version": "1.0.0",
        "datePublished": published,
        "url": f"urn:affordance-lab:{manifest.version}",
        "citeAs": f"{manifest.title} ({manifest.version}). {manifest.provenance}",
        "distribution": [_file(each) for each in stored],
        "recordSet": [_records(each) for each in stored],
    }
    return json.dumps(described, ensure_ascii=False, indent=2).encode() + b"\n"


def _file(stored: Stored) -> dict[str, object]:
    return {
        "@type": "cr:FileObject",
        "@id": stored.part.stem,
        "name": stored.part.stem,
        "contentUrl": stored.path,
        "contentSize": f"{stored.length} B",
        "encodingFormat": "application/x-parquet",
        "sha256": stored.sha256,
    }


def _records(stored: Stored) -> dict[str, object]:
    table = stored.part.table
    name = f"{stored.part.stem}_records"
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": table.meaning,
        "key": [{"@id": f"{name}/{column}"} for column in _keys(table)],
        "field": [_field(column, name, stored) for column in table.columns],
    }


def _keys(table: Table) -> list[str]:
    """A key that can be undefined is no key of a record set."""
    undefined = {column.name for column in table.columns if column.undefined}
    return [name for name in table.key if name not in undefined]


def _field(column: Column, records: str, stored: Stored) -> dict[str, object]:
    return {
        "@type": "cr:Field",
        "@id": f"{records}/{column.name}",
        "name": column.name,
        "description": column.meaning,
        "dataType": TYPES[column.kind],
        "source": {
            "fileObject": {"@id": stored.part.stem},
            "extract": {"column": column.name},
        },
    }
