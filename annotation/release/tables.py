"""The tables of a release, each row with the canary, and their rows from what was judged."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from annotation.label_passes import Pair, PassAnswer
from annotation.pass_labels import Consensus, Settled
from games.exporting.columns import Column, Kind, Row, Table, text, whole
from games.formats import CatalogueContent, ObjectRow
from games.labels import Split
from games.sheets import Extent

CANDIDATES = 8
ONE_FILE = "full"


@dataclass(frozen=True)
class Part:
    """The rows of a table that make one file. split: as data set libraries call it."""

    table: Table
    split: str
    rows: tuple[Row, ...]

    @property
    def stem(self) -> str:
        """The name of its files without the ending."""
        return self.table.name if self.split == ONE_FILE else f"{self.table.name}-{self.split}"


CANARY = text("canary", "A string that marks every row of this release; keep it with every copy.")


def _number(name: str, meaning: str, unit: str) -> Column:
    return Column(name, Kind.NUMBER, meaning, unit=unit)


def _table(name: str, meaning: str, key: tuple[str, ...], *columns: Column) -> Table:
    return Table(name, meaning, key, (*columns, CANARY))


OBJECTS = _table(
    "objects",
    "The things, with what raters and Oracles read of them.",
    ("object",),
    text("object", "Key of the object."),
    text("name", "Its name; the description does not hold it."),
    text("description", "Physical description, four to six sentences."),
    *(
        _number(f"{extent.value}_{end}", f"{extent.value.capitalize()}, {end} end.", unit)
        for extent, unit in zip(Extent, ("cm", "cm", "cm", "g"), strict=True)
        for end in ("low", "high")
    ),
    text("origin", "Where the object was taken from, as `name=value` parted by semicolons."),
)
PROPERTIES = _table(
    "properties",
    "What each object has of the closed vocabulary; what is not listed, it has not.",
    ("object", "dimension", "value", "part"),
    text("object", "Key of the object."),
    text("dimension", "material, shape, size or surface."),
    text("value", "A value of the vocabulary."),
    text("part", "The part that has it.", undefined="the whole object has it"),
)
VOCABULARY = _table(
    "vocabulary",
    "The closed vocabulary of properties.",
    ("dimension", "value"),
    text("dimension", "material, shape, size or surface."),
    text("value", "The value."),
    text("broader", "Values that hold wherever it does, by spaces.", undefined="there is none"),
)
AFFORDANCES = _table(
    "affordances",
    "What can be done with a thing.",
    ("affordance",),
    text("affordance", "Key of the affordance, verb first."),
    text("definition", "What has to happen, in one sentence."),
    text("conditions", "The physical conditions that decide borderline cases."),
    whole("requires", "How many physical properties it takes."),
    text("origin", "Where the affordance was taken from, as of an object."),
)
LABELS = _table(
    "labels",
    "One label for every pair of an object and an affordance.",
    ("object", "affordance"),
    text("object", "Key of the object."),
    text("affordance", "Key of the affordance."),
    text("label", "The label.", values=("yes", "no", "not_deducible")),
    text(
        "decided",
        "How: by the majority of the passes, or one by one.",
        values=("consensus", "adjudication"),
    ),
    text("raters", "Who stands behind it.", values=("people", "model")),
    text("reason", "Why it was so decided.", undefined="a majority decided"),
)
ANSWERS = _table(
    "answers",
    "What each rater said of each pair, before any consensus.",
    ("object", "affordance", "rater"),
    text("object", "Key of the object."),
    text("affordance", "Key of the affordance."),
    text("rater", "Name of the pass."),
    text("kind", "What the rater is.", values=("person", "model")),
    text(
        "answer",
        "The answer; unsure is missing in every figure of agreement.",
        values=("yes", "no", "unsure"),
    ),
    text("at", "When it was given, ISO 8601."),
)
GAMES = _table(
    "games",
    "Games of twenty questions: a hidden object and eight candidates, of which it has the target.",
    ("game",),
    text("game", "Key of the game."),
    text("object", "The hidden object."),
    text("target", "The candidate that it has."),
    *(text(f"candidate_{at}", f"Candidate {at} as shown.") for at in range(1, CANDIDATES + 1)),
    text("split", "dev or test.", values=tuple(Split)),
)


def parts_of(
    content: CatalogueContent, consensus: Consensus, answers: Iterable[PassAnswer]
) -> tuple[Part, ...]:
    """Every file of the release; rows in the order of their keys."""
    canary = {"canary": content.manifest.canary}

    def part(table: Table, rows: Iterable[Row], split: str = ONE_FILE) -> Part:
        return Part(table, split, tuple({**row, **canary} for row in rows))

    games = list(_games(content))
    return (
        part(OBJECTS, _objects(content)),
        part(PROPERTIES, _properties(content)),
        part(VOCABULARY, _vocabulary(content)),
        part(AFFORDANCES, _affordances(content)),
        part(LABELS, _labels(consensus.settled)),
        part(ANSWERS, _answers(answers)),
        *(
            part(GAMES, (row for row in games if row["split"] == split), split.value)
            for split in Split
            if games
        ),
    )


def _objects(content: CatalogueContent) -> Iterator[Row]:
    for row in _in_order(content):
        ends: dict[str, str | int | float | bool | None] = {}
        for extent in Extent:
            measure = row.sheet.measures[extent]
            ends |= {f"{extent.value}_low": measure.low, f"{extent.value}_high": measure.high}
        yield {
            "object": row.sheet.key,
            "name": row.sheet.name,
            "description": row.sheet.description,
            **ends,
            "origin": _origin(row.origin),
        }


def _properties(content: CatalogueContent) -> Iterator[Row]:
    for row in _in_order(content):
        for found in sorted(row.sheet.properties, key=lambda p: (p.dimension, p.value, p.part)):
            yield {
                "object": row.sheet.key,
                "dimension": found.dimension.value,
                "value": found.value,
                "part": found.part or None,
            }


def _vocabulary(content: CatalogueContent) -> Iterator[Row]:
    for row in sorted(content.vocabulary, key=lambda row: (row.dimension, row.value)):
        yield {
            "dimension": row.dimension.value,
            "value": row.value,
            "broader": " ".join(sorted(row.broader)) or None,
        }


def _affordances(content: CatalogueContent) -> Iterator[Row]:
    for row in sorted(content.affordances, key=lambda row: row.key):
        yield {
            "affordance": row.key,
            "definition": row.definition,
            "conditions": row.conditions,
            "requires": row.requires,
            "origin": _origin(row.origin),
        }


def _labels(settled: Mapping[Pair, Settled]) -> Iterator[Row]:
    for pair in sorted(settled):
        found = settled[pair]
        yield {
            "object": pair.object_key,
            "affordance": pair.affordance,
            "label": found.label.value,
            "decided": found.by.value,
            "raters": found.raters.value,
            "reason": found.reason or None,
        }


def _answers(answers: Iterable[PassAnswer]) -> Iterator[Row]:
    for each in sorted(answers, key=lambda each: (each.pair, each.rater)):
        yield {
            "object": each.pair.object_key,
            "affordance": each.pair.affordance,
            "rater": each.rater,
            "kind": each.kind.value,
            "answer": each.answer.value,
            "at": each.at,
        }


def _games(content: CatalogueContent) -> Iterator[Row]:
    for game in sorted(content.games, key=lambda game: game.key):
        yield {
            "game": game.key,
            "object": game.spec.object_key,
            "target": game.spec.target,
            **{f"candidate_{at}": key for at, key in enumerate(game.spec.candidates, 1)},
            "split": game.split.value,
        }


def _in_order(content: CatalogueContent) -> list[ObjectRow]:
    return sorted(content.objects, key=lambda row: row.sheet.key)


def _origin(origin: Mapping[str, str]) -> str:
    return "; ".join(f"{name}={origin[name]}" for name in sorted(origin))
