"""Schemes of penalties: all of them, one as tables of words and numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count

from evaluation.coat.partition import SCHEMES, Policy
from evaluation.coat.penalties import MaterialMode, PenaltyScheme, TemperatureMode
from evaluation.models import PenaltyScheme as StoredScheme
from evaluation.pages import coat_words


@dataclass(frozen=True)
class Partitioned:
    """How a partition sorts what is not bad. none: what it leaves in no category."""

    ideal: str
    none: str


TEMPERATURES = {
    TemperatureMode.LAST: "the last one",
    TemperatureMode.LEAST: "whichever is nearest",
}
MATERIALS = {
    MaterialMode.WORST_FIRST: "as one of the worst, with a penalty",
    MaterialMode.BEST_FIRST: "as one of the best, without a penalty",
}
SEVERAL = "What has several ideal temperatures is compared with"
BOTH = "A material among the best and among the worst, such as the only good one, counts"
PARTITIONS = {
    Policy.CORRECTED: Partitioned(
        ideal="what has no penalty",
        none="none: what is neither ideal nor bad is moderate",
    ),
    Policy.LEGACY: Partitioned(
        ideal="what the catalogue's file of ideal states lists",
        none="what is not listed as ideal, yet costs nothing in time; of objects in several"
        " materials also what costs nothing in material",
    ),
}


@dataclass(frozen=True)
class Cost:
    what: str
    penalty: str


@dataclass(frozen=True)
class SchemePage:
    """temperature: rows of one actual temperature, its costs by the ideal one."""

    name: str
    time: Sequence[Cost]
    temperatures: Sequence[str]
    temperature: Sequence[tuple[str, Sequence[int]]]
    material: Sequence[Cost]
    modes: Sequence[Cost]
    threshold: int


@dataclass(frozen=True)
class Difference:
    """What the built-in partitions do otherwise, in the order of `PARTITIONS`."""

    what: str
    each: Sequence[str]


@dataclass(frozen=True)
class Line:
    name: str
    scheme: StoredScheme
    sets: int


def lines() -> list[Line]:
    rows = StoredScheme.objects.annotate(sets=Count("question_sets")).select_related("made_by")
    return [Line(str(row), row, row.sets) for row in rows.order_by("slug", "-version")]


def built_in() -> SchemePage:
    """The table that the built-in partitions share; their modes are among `differences`."""
    return scheme_page("Built in, for both partitions", SCHEMES[Policy.CORRECTED])


def differences() -> list[Difference]:
    of = [(sorts, SCHEMES[policy]) for policy, sorts in PARTITIONS.items()]
    return [
        Difference("Ideal is", [sorts.ideal for sorts, _ in of]),
        Difference("In no category is", [sorts.none for sorts, _ in of]),
        Difference(SEVERAL, [TEMPERATURES[scheme.temperature_mode] for _, scheme in of]),
        Difference(BOTH, [MATERIALS[scheme.material_mode] for _, scheme in of]),
    ]


def scheme_page(name: str, scheme: PenaltyScheme) -> SchemePage:
    return SchemePage(
        name=name,
        time=[
            *(Cost(coat_words.value(key), str(of)) for key, of in scheme.condition.items()),
            *(Cost(coat_words.value(key), str(of)) for key, of in scheme.in_use.items()),
            Cost(
                "condition, availability and temperature together, at most", f"{scheme.time_cap:,}"
            ),
        ],
        temperatures=[coat_words.value(key) for key in scheme.temperature],
        temperature=[
            (coat_words.value(key), [of[ideal] for ideal in scheme.temperature])
            for key, of in scheme.temperature.items()
        ],
        material=list(_material(scheme)),
        modes=[
            Cost(SEVERAL, TEMPERATURES[scheme.temperature_mode]),
            Cost(BOTH, MATERIALS[scheme.material_mode]),
        ],
        threshold=scheme.threshold,
    )


def _material(scheme: PenaltyScheme) -> Iterator[Cost]:
    yield Cost("a bad material", str(scheme.bad_material))
    yield Cost("one of the worst of the good ones", str(scheme.worst_material))
    yield Cost("between worst and best: its place from the best, times", str(scheme.place_step))
    least = 1
    for each in scheme.best_counts:
        best = f"the best {each.best}" if each.best > 1 else "the best one"
        yield Cost(f"of {_counts(least, each.most)} good ones, {best}", "0")
        least = (each.most or 0) + 1


def _counts(least: int, most: int | None) -> str:
    """Such as "1 to 3", "6 and more"."""
    if most is None:
        return f"{least} and more"
    return f"{least} to {most}" if least < most else str(most)
