"""A folder that `datasets` and the Hugging Face Hub load: a card with a config for each set.

Source: the Hub's documentation of dataset cards and of manual configuration.
"""

import json
from collections.abc import Iterator, Sequence

from evaluation.coat.exports.parts import Origin, Part
from evaluation.coat.exports.rows import ANSWER_COLUMNS, QUESTION_COLUMNS
from evaluation.coat.variations import Kind

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
SPLIT = "test"


def data_path(kind: Kind, variation: str) -> str:
    return f"data/{kind}/{variation}.parquet"


def card(parts: Sequence[Part], origin: Origin) -> str:
    """README.md: the head that programs read, then the page that people read."""
    return "\n".join([*_head(parts, origin), "", *_page(parts, origin)]) + "\n"


def _head(parts: Sequence[Part], origin: Origin) -> Iterator[str]:
    yield from (
        "---",
        f"pretty_name: {json.dumps(origin.title, ensure_ascii=False)}",
        f"license: {origin.licence}",
        "language:",
        "- en",
        "task_categories:",
        "- multiple-choice",
        "size_categories:",
        f"- {_size(sum(part.questions for part in parts))}",
        "configs:",
    )
    for part in parts:
        yield f"- config_name: {part.name}"
        yield "  data_files:"
        yield f"  - split: {SPLIT}"
        yield f"    path: {data_path(part.kind, part.variation)}"
    yield "---"


def _page(parts: Sequence[Part], origin: Origin) -> Iterator[str]:
    yield from (
        f"# {origin.title}",
        "",
        "Questions with one best option each: which object, in which physical state, serves a task"
        " best. The kinds of questions are those of COAT (github.com/Ayush8120/COAT).",
        "",
        f"Made from a catalogue with SHA-256 `{origin.sha256}`. Licence of its data:"
        f" {origin.licence}.",
        "",
        "| column | what it holds |",
        "| --- | --- |",
    )
    for name, meaning in {**QUESTION_COLUMNS, **ANSWER_COLUMNS}.items():
        yield f"| `{name}` | {meaning} |"
    yield from (
        "",
        f"Whoever answers may see {', '.join(f'`{name}`' for name in QUESTION_COLUMNS)}, and"
        " nothing else. What a set was made by stands in the metadata of its file.",
        "",
        "| config | options | questions | seed | SHA-256 of its lines | SHA-256 of its file |",
        "| --- | --- | --- | --- | --- | --- |",
    )
    for part in parts:
        of_file = part.files[data_path(part.kind, part.variation)]
        yield (
            f"| {part.name} | {part.of.options} | {part.questions:,} | {part.seed}"
            f" | `{part.sha256}` | `{of_file}` |"
        )


def _size(rows: int) -> str:
    return next((size for most, size in SIZES if rows < most), "n>1M")
