"""The page that people and data set libraries read first."""

import json
from collections.abc import Sequence

from annotation.release.tables import ONE_FILE, Part
from games.formats import Manifest

LICENCES = {"CC BY 4.0": "cc-by-4.0"}
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def front_page(manifest: Manifest, parts: Sequence[Part], description: str) -> str:
    """README.md: the head that the Hugging Face Hub and `datasets` read, then the card."""
    head = [
        "---",
        f"pretty_name: {json.dumps(manifest.title, ensure_ascii=False)}",
        f"license: {LICENCES.get(manifest.licence, 'other')}",
        "language:",
        "- en",
        "task_categories:",
        "- question-answering",
        "size_categories:",
        f"- {_size(max(len(part.rows) for part in parts))}",
        "configs:",
        *_configs(parts),
        "---",
        "",
        f"<!-- {manifest.canary} -->",
        "",
    ]
    return "\n".join(head) + description


def _configs(parts: Sequence[Part]) -> list[str]:
    lines: list[str] = []
    for name in dict.fromkeys(part.table.name for part in parts):
        lines += [f"- config_name: {name}", "  data_files:"]
        for part in parts:
            if part.table.name == name:
                split = "train" if part.split == ONE_FILE else part.split
                lines += [f"  - split: {split}", f"    path: data/{part.stem}.parquet"]
    return lines


def _size(rows: int) -> str:
    return next((size for most, size in SIZES if rows < most), "n>1M")
