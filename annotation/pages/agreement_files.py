"""Agreement as files: the matrix that it is computed from, the figures, the text of the command."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict

from annotation.agreement.words import REASONS
from annotation.models import Study
from annotation.pages.agreement import AgreementPage
from annotation.pages.agreement_groups import RESAMPLING
from annotation.pages.figure_tables import Table, lines_of
from annotation.question_answers import QuestionAnswers, StudyAnswers
from games.exporting.file_formats import neutralised
from games.formats.lines import Json

SCHEMA = "agreement/1"


def matrix(answers: StudyAnswers, question: QuestionAnswers) -> str:
    """Units x raters as CSV: a label, or a JSON list of labels as it was answered; empty where
    it is missing.

    A text that a spreadsheet might run has an apostrophe before it, as in all exports.
    """
    counted = [rater.name for rater in answers.raters if rater.counted]
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(["unit", *(neutralised(name) for name in counted)])
    for unit, given in question.given.items():
        writer.writerow([neutralised(unit), *(_cell(given.get(name)) for name in counted)])
    return written.getvalue()


def figures(study: Study, pages: Sequence[AgreementPage]) -> str:
    """JSON of the tables of each question; a figure that has no value has a reason, never nan."""
    whole = {
        "schema": SCHEMA,
        "study": study.slug,
        "version": study.version,
        "kind": study.kind,
        "resampling": asdict(RESAMPLING),
        "reasons": {code: told for code, (_, told) in REASONS.items()},
        "questions": [_question(page) for page in pages],
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def text(study: Study, pages: Sequence[AgreementPage]) -> str:
    lines = [f"Agreement on {study.title} ({study.slug} {study.version})"]
    for page in pages:
        lines += [
            "",
            *([f"Question {page.question}: {page.text}".rstrip(": ")] if page.question else []),
        ]
        lines += [page.headline, *page.sentences]
        for table in page.tables:
            lines += ["", table.title, f"  {table.caption}", *_written(table)]
        lines += ["", *(f"{short}: {told}" for _, short, told in page.reasons)]
    return "\n".join(lines).rstrip() + "\n"


def _cell(value: Json) -> str:
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else neutralised(str(value))


def _question(page: AgreementPage) -> dict[str, object]:
    return {
        "question": page.question,
        "text": page.text,
        "level": page.level,
        "extra_counted": page.extra,
        "headline": page.headline,
        "basis": list(page.sentences),
        "tables": [
            {"table": table.key, "title": table.title, "caption": table.caption}
            for table in page.tables
        ],
        "figures": [asdict(line) for table in page.tables for line in lines_of(table)],
    }


def _written(table: Table) -> list[str]:
    rows = []
    for _, row, cells in table.named:
        figures_of_row = [
            f"{column} {cell.main}" + (f" ({cell.aside})" if cell.aside else "")
            for column, cell in cells
        ]
        note = f" ({row.note})" if row.note else ""
        rows.append(f"  {row.label}{note}: {'; '.join(figures_of_row)}")
    return rows or ["  nothing"]
