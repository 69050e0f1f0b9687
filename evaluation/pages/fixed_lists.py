"""FIX20Q's lists as a researcher sees them, and as files."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from evaluation.models import FixedList
from evaluation.pages import flat
from evaluation.services import fixed_lists
from evaluation.services.fixed_lists import Listed, ListedQuestion
from games import fixed_list
from games.labels import Split
from games.models import Catalogue


@dataclass(frozen=True)
class Line:
    """A list in the list of lists. questions: how many."""

    title: str
    address: str
    catalogue: str
    split: str
    questions: int
    shipped: bool


@dataclass(frozen=True)
class Row:
    """number: its place from 1. sources: run and count, the most first."""

    number: int
    text: str
    pair: str
    count: int
    sources: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class Page:
    title: str
    listed: Listed
    rows: Sequence[Row]
    json_address: str
    csv_address: str

    @property
    def curated(self) -> bool:
        return bool(self.listed.name)


def lines() -> list[Line]:
    """The shipped list of every catalogue with games, then the curated ones, the newest first."""
    with_games = Catalogue.objects.filter(games__split=Split.DEV).distinct().order_by("-pk")
    curated = FixedList.objects.select_related("catalogue").order_by("-pk")
    return [*map(_shipped_line, with_games), *map(_curated_line, curated)]


def page_of(listed: Listed) -> Page:
    return Page(
        title=_title(listed),
        listed=listed,
        rows=[_row(number, each) for number, each in enumerate(listed.questions, start=1)],
        json_address=_address(listed, "json"),
        csv_address=_address(listed, "csv"),
    )


def as_json(listed: Listed) -> str:
    """The whole list for a program, with its hash."""
    said = {
        "name": listed.name or None,
        "catalogue": listed.catalogue,
        "split": listed.split,
        "sha256": listed.sha256,
        "questions": [fixed_lists.as_row(question) for question in listed.questions],
    }
    return json.dumps(said, indent=2, ensure_ascii=False) + "\n"


def as_csv(listed: Listed) -> str:
    """A line a question: number, pair, text, count, and the sources as run=count."""
    return flat.as_csv(
        [
            {
                "number": row.number,
                "pair": row.pair,
                "question": row.text,
                "count": row.count,
                "sources": " ".join(f"{run}={count}" for run, count in row.sources),
            }
            for row in page_of(listed).rows
        ]
    )


def file_name(listed: Listed, ending: str) -> str:
    return f"fix20q-{listed.name or 'default-' + listed.catalogue}.{ending}"


def _title(listed: Listed) -> str:
    return listed.name or f"Shipped list for {listed.catalogue}"


def _address(listed: Listed, ending: str) -> str:
    if listed.name:
        return reverse(f"runs:list_{ending}", args=[listed.name])
    return reverse(f"runs:shipped_list_{ending}", args=[listed.catalogue])


def _row(number: int, question: ListedQuestion) -> Row:
    sources = sorted(question.sources.items(), key=lambda each: (-each[1], each[0]))
    return Row(number, question.text, question.pair, question.count, sources)


def _shipped_line(catalogue: Catalogue) -> Line:
    return Line(
        title=f"Shipped list for {catalogue.version}",
        address=reverse("runs:shipped_list", args=[catalogue.version]),
        catalogue=catalogue.version,
        split=Split.DEV,
        questions=fixed_list.COUNT,
        shipped=True,
    )


def _curated_line(row: FixedList) -> Line:
    return Line(
        title=row.name,
        address=reverse("runs:list", args=[row.name]),
        catalogue=row.catalogue.version,
        split=row.split,
        questions=len(row.questions),
        shipped=False,
    )
