"""What a reader of a run card has to know beside its numbers: labels, split, chance, Oracle."""

from collections.abc import Iterator, Mapping

from django.db.models import Count

from evaluation import leaderboard, run_progress, run_words
from evaluation.entries import Entry
from evaluation.metrics.intervals import Estimate, Figure, Interval, Undefined
from evaluation.models import Run
from evaluation.pages import card_rules
from evaluation.pages.tables import REASONS, Unit, number
from games.labels import Raters
from games.models import AffordanceLabel, Catalogue

Document = Mapping[str, object]


def catalogue_of(catalogue: Catalogue) -> Document:
    """Whose labels the games rest on, and how to cite them; one query."""
    return {
        "version": catalogue.version,
        "title": catalogue.title,
        "provenance": catalogue.provenance,
        "labels": labels_of(catalogue),
        "licence": catalogue.licence,
        "cite": f"{catalogue.title}, version {catalogue.version}, Affordance Lab. "
        f"{catalogue.licence}. SHA-256 {catalogue.sha256}.",
        "canary": catalogue.canary,
    }


def labels_of(catalogue: Catalogue) -> str:
    """Who gave the labels, counted in the catalogue's rows."""
    rows = AffordanceLabel.objects.filter(physical_object__catalogue=catalogue).order_by()
    by_raters = dict(rows.values_list("raters").annotate(labels=Count("pk")))
    people, models = by_raters.get(Raters.PEOPLE, 0), by_raters.get(Raters.MODEL, 0)
    if not models:
        return f"{people:,} labels, all by people."
    if not people:
        return f"{models:,} labels, all by a language model, none confirmed by people yet."
    said = run_words.counted(people, "label", "labels")
    return f"{said} by people, {models:,} by a language model alone."


def figures_of(entry: Entry) -> Document:
    """Turns and net gain of its ended plays, each with the interval of the leaderboard."""
    figures = leaderboard.figures_of(entry)
    of_all = _in_words(figures.score.turns_of_all, Unit.TURNS, "turns")
    return {
        "turns_when_solved": _in_words(figures.score.turns_when_solved, Unit.TURNS, "turns"),
        "turns_of_all_an_unsolved_game_as_the_most": of_all,
        "net_gain": _in_words(figures.net_gain, Unit.BITS, "bits a play"),
    }


def reading_of(run: Run, entry: Entry) -> list[str]:
    """Sentences that belong beside any figure of the run."""
    return list(_sentences(run, entry))


def _sentences(run: Run, entry: Entry) -> Iterator[str]:
    if entry.provisional:
        yield "The run is not complete: its figures are provisional and are no result yet."
    chance = number(run_progress.chance_of(run.pk), Unit.SHARE)
    yield f"Chance level: a guess without a question solves {chance} of its games."
    yield f"Its games are of the split {entry.split} of {entry.catalogue}. " + _of_split(
        entry.split
    )
    yield (
        "Every answer is the Oracle's. A wrong answer misleads any player, so success is that of "
        "player and Oracle together, and plays with another version of the Oracle are other plays."
    )
    yield (
        "Net gain says, in bits, how far the answers moved an observer who knows the labels of "
        "every object: 3 bits single out one candidate of eight."
    )
    if entry.oracle.practice:
        yield f"The Oracle is {run_words.PRACTICE}."
    if entry.bound:
        yield (
            "This player knows the hidden object. Its success says what is possible; its net gain "
            "is what an observer learns who does not know it."
        )
    if dict(run.facts.get("code") or {}).get("dirty"):
        yield (
            "The code had uncommitted changes: the commit alone does not give back what played. "
            "Keep those changes with the card, or play the run again from a clean commit."
        )


def _of_split(split: str) -> str:
    if split == "test":
        return "Programs and prompts were not made on them."
    return (
        "Programs and prompts were made on dev games; for a comparison play the split test alone."
    )


def shown(card: Document) -> Document:
    """The card as page and text tell it: no limits of replies of a program, no rows of zeros."""
    spec, usage, facts = card["spec"], card["usage"], card["facts"]
    assert isinstance(spec, Mapping) and isinstance(usage, Mapping) and isinstance(facts, Mapping)
    plays_itself = not spec.get("model")
    return {
        **card,
        "spec": {
            name: table for name, table in spec.items() if not (plays_itself and name == "sampling")
        },
        "usage": {name: _seat(value) for name, value in usage.items()},
        "facts": card_rules.without_matches(facts),
    }


def _seat(value: object) -> object:
    if not isinstance(value, Mapping) or value["calls"]:
        return value
    return "no call of a model"


def _in_words(figure: Figure, unit: Unit, words: str) -> str:
    if isinstance(figure, Undefined):
        return REASONS[figure.reason]
    said = f"{number(figure.value, unit)} {words}"
    return f"{said}, {_spread(figure, unit)}, n = {figure.n:,}"


def _spread(figure: Estimate, unit: Unit) -> str:
    ends = figure.interval
    if not isinstance(ends, Interval):
        return REASONS[ends.reason]
    return f"95% bootstrap interval from {number(ends.low, unit)} to {number(ends.high, unit)}"
