"""A campaign's figures as a file or as text: the same tables that the page shows."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from evaluation.pages import figures, flat
from evaluation.pages.figures import FiguresPage
from evaluation.pages.sections import RESAMPLING
from evaluation.pages.tables import Table

SCHEMA = "figures/1"


@dataclass(frozen=True)
class Explained:
    """How a table's figures were computed. about: what its part says of them all."""

    table: str
    caption: str
    about: str


def as_json(page: FiguresPage) -> str:
    whole = {
        "schema": SCHEMA,
        "campaign": page.campaign.slug,
        "simulated": page.campaign.simulated,
        "facts": [asdict(fact) for fact in page.basis.facts],
        "headline": page.headline,
        "labels": page.basis.labels,
        "oracle": {"words": page.basis.oracle, "counts": page.campaign.oracle_figures},
        "protocol": _protocol(page),
        "override_reason": page.warning,
        "resampling": asdict(RESAMPLING),
        "tables": [asdict(each) for each in _explained(page)],
        "figures": [asdict(line) for line in figures.lines(page)],
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def as_csv(page: FiguresPage) -> str:
    """One line a cell; the marks of the whole and how it was computed stand on every line,
    since lines get copied."""
    marks = _marks(page)
    # Published rows are of other games, another Oracle, other people.
    of_others = {**dict.fromkeys(marks, ""), "campaign": page.campaign.slug}
    told = {each.table: each for each in _explained(page)}
    rows = [
        {
            **(of_others if line.table == page.published.key else marks),
            **asdict(line),
            **asdict(told[line.table]),
        }
        for line in figures.lines(page)
    ]
    return flat.as_csv(rows)


def as_text(page: FiguresPage) -> str:
    mark = f"{page.mark.upper()}: " if page.mark else ""
    lines = [f"{mark}Figures of {page.campaign.name} ({page.campaign.slug})", page.headline]
    lines += [*page.basis.sentences, ""]
    lines += [f"{fact.name}: {fact.value} {fact.sha256}".rstrip() for fact in page.basis.facts]
    if page.warning:
        lines.append(f"Opened although the Oracle did not pass: {page.warning}")
    lines += headed(page.counted, mark)
    for part in page.parts:
        lines += ["", part.intro] if part.intro else []
        for table in part.tables:
            lines += headed(table, mark)
    lines += headed(page.published, "")
    return "\n".join(lines) + "\n"


def _marks(page: FiguresPage) -> dict[str, object]:
    """What every line of the CSV says of the campaign."""
    campaign, protocol = page.campaign, _protocol(page)
    return {
        "campaign": campaign.slug,
        "simulated": "simulated" if campaign.simulated else "",
        "condition": campaign.condition,
        "preset": campaign.preset,
        "protocol_sha256": protocol.get("sha256", ""),
        "oracle": protocol.get("oracle", ""),
        "checker": protocol.get("checker", ""),
        "catalogue": campaign.catalogue.version,
        "labels_status": page.basis.labels,
        "oracle_score": page.basis.oracle,
        "override_reason": page.warning,
    }


def _protocol(page: FiguresPage) -> dict[str, object]:
    """Its settings with their hash; empty before the campaign opens."""
    frozen = page.campaign.protocol
    return {"sha256": frozen.sha256, **frozen.settings} if frozen else {}


def _explained(page: FiguresPage) -> list[Explained]:
    """In the order of the page's tables."""
    return [
        Explained(page.counted.key, page.counted.caption, ""),
        *(
            Explained(table.key, table.caption, part.intro)
            for part in page.parts
            for table in part.tables
        ),
        Explained(page.published.key, page.published.caption, ""),
    ]


def headed(table: Table, mark: str) -> list[str]:
    return ["", f"{mark}{table.title}", f"  {table.caption}", *_written(table)]


def _written(table: Table) -> Iterator[str]:
    for row, cells in table.shown:
        figures_of_row = [
            f"{column.heading} {cell.main}" + (f" ({cell.aside})" if cell.aside else "")
            for column, cell in zip(table.columns, cells, strict=True)
            if cell.main
        ]
        note = f" ({row.note})" if row.note else ""
        yield f"  {row.label}{note}: {'; '.join(figures_of_row)}"
