"""Figures of a run over a question set as its pages and its card tell them."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evaluation import letter_charts, spread_words
from evaluation.coat.spreads import Spread
from evaluation.coat.tables.cells import Measure
from evaluation.coat_results import RunFigures
from evaluation.letter_charts import Bars
from evaluation.metrics.intervals import Interval, Undefined
from evaluation.pages import drawn
from evaluation.pages.basis import Fact
from evaluation.pages.sections import Chart

NO_ANSWER = "none"
Named = tuple[str, Spread | Undefined]
WRONG_OBJECTS: Mapping[str, Measure] = {
    "Object of the utility alone": lambda rates: rates.utility,
    "Other object": lambda rates: rates.random,
}


@dataclass(frozen=True)
class LetterLine:
    """How often a letter was chosen, and how often it was the right one; over all repeats.

    The last line is of no answer, which cannot be right.
    """

    letter: str
    chosen: int
    right: int | None


def facts_of(found: RunFigures) -> Iterator[Fact]:
    """Of the questions that are done; none before the first."""
    if not found.repeats:
        return
    shares = dict(shares_of(found))
    yield Fact("Accuracy", spread_words.figure(shares.pop("Accuracy")))
    yield Fact("By chance", f"{found.variation.chance:.1%}")
    for name, figure in shares.items():
        yield Fact(name, spread_words.figure(figure))
    if found.modular:
        yield from _stages(found)


def shares_of(found: RunFigures) -> Iterator[Named]:
    """Shares of all questions, each over the repeats."""
    yield "Accuracy", found.accuracy
    yield "Bad rate", found.bad
    yield "No answer", found.invalid
    if found.variation.kind.startswith("full"):
        for name, measure in WRONG_OBJECTS.items():
            yield name, found.over_repeats(measure)


def as_document(found: RunFigures) -> dict[str, object]:
    """The same for a card and an export: figures with their numbers, and in words."""
    shares = {_key(name): _spread(figure) for name, figure in shares_of(found)}
    stages = {_key(fact.name): fact.value for fact in _stages(found)} if found.modular else {}
    return {
        "chance": found.variation.chance,
        "not_told_from_chance": found.like_chance,
        **shares,
        **({"first_stage": stages} if stages else {}),
        "letters": {
            line.letter: {"chosen": line.chosen, "right": line.right} for line in letters_of(found)
        },
    }


def letters_of(found: RunFigures) -> list[LetterLine]:
    """Each letter; and no answer, where there was none."""
    chosen, right, asked = Counter[str](), Counter[str](), 0
    for rates in found.repeats.values():
        chosen.update(rates.chosen)
        right.update(rates.right)
        asked += rates.questions
    lines = [LetterLine(letter, chosen[letter], right[letter]) for letter in sorted(right)]
    unanswered = asked - chosen.total()
    return [*lines, LetterLine(NO_ANSWER, unanswered, None)] if unanswered else lines


def letters_csv(found: RunFigures) -> str:
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["letter", "chosen", "right"])
    rows.writerows((line.letter, line.chosen, line.right) for line in letters_of(found))
    return out.getvalue()


def chart_of(found: RunFigures) -> Chart:
    told = ", ".join(
        f"{line.letter} chosen {line.chosen:,}"
        + ("" if line.right is None else f", right {line.right:,}")
        for line in letters_of(found)
    )
    asked = sum(rates.questions for rates in found.repeats.values())
    caption = (
        f"How often each letter was chosen, and how often it was the right one, of {asked:,} "
        "questions in all repeats. A letter that is chosen far more often than it is right says "
        "that its place was chosen and not what stands there."
    )
    return Chart("letters", f"{letter_charts.TITLE}: {told}", caption)


def letters_drawn(found: RunFigures, size: str, theme: str) -> str | None:
    """SVG text; None where there is no such size or theme."""
    canvas = drawn.canvas_of(size, theme, mark="Provisional" if found.provisional else "")
    bars = [Bars(line.letter, line.chosen, line.right) for line in letters_of(found)]
    title = f"{letter_charts.TITLE}, {found.run.player}"
    return letter_charts.letters(bars, canvas, title=title) if canvas else None


def _spread(figure: Spread | Undefined) -> dict[str, object]:
    said: dict[str, object] = {"in_words": spread_words.figure(figure)}
    if isinstance(figure, Undefined):
        return said
    said |= {"value": figure.mean, "questions": figure.questions, "repeats": figure.runs}
    if isinstance(figure.interval, Interval):
        said |= {"low": figure.interval.low, "high": figure.interval.high}
    if not isinstance(figure.deviation, Undefined):
        said["standard_deviation"] = figure.deviation
    return said


def _stages(found: RunFigures) -> Iterator[Fact]:
    """Of the first stage, in each repeat."""
    for repeat, rates in found.repeats.items():
        if rates.stages is None:
            continue
        at = f" in repeat {repeat}" if len(found.repeats) > 1 else ""
        stages = rates.stages
        for name, figure in (
            ("Right object listed", stages.recall),
            ("Listed objects that fit", stages.precision),
            ("Accuracy of what is left", stages.given_survival),
        ):
            value = getattr(figure, "value", None)
            yield Fact(f"{name}{at}", "nothing to count" if value is None else f"{value:.1%}")
        yield Fact(f"Questions lost{at}", f"{stages.lost:,}, without a list {stages.no_list:,}")


def _key(name: str) -> str:
    return name.lower().replace(" ", "_")
