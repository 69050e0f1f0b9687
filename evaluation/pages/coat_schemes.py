"""Schemes of penalties: all of them, one as tables of words and numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count

from evaluation.coat.partition import SCHEMES
from evaluation.coat.penalties import MaterialMode, PenaltyScheme, TemperatureMode
from evaluation.models import PenaltyScheme as StoredScheme
from evaluation.pages import coat_words

TEMPERATURES = {
    TemperatureMode.LAST: "with the last of its ideal temperatures",
    TemperatureMode.LEAST: "with whichever ideal temperature is nearest",
}
MATERIALS = {
    MaterialMode.WORST_FIRST: "as one of the worst",
    MaterialMode.BEST_FIRST: "as one of the best",
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


@dataclass(frozen=True)
class Line:
    name: str
    scheme: StoredScheme
    sets: int


def lines() -> list[Line]:
    rows = StoredScheme.objects.annotate(sets=Count("question_sets")).select_related("made_by")
    return [Line(str(row), row, row.sets) for row in rows.order_by("slug", "-version")]


def built_in() -> list[SchemePage]:
    return [scheme_page(f"The {policy} partition's own", of) for policy, of in SCHEMES.items()]


def scheme_page(name: str, scheme: PenaltyScheme) -> SchemePage:
    return SchemePage(
        name=name,
        time=[
            *(Cost(coat_words.value(key), str(of)) for key, of in scheme.condition.items()),
            *(Cost(coat_words.value(key), str(of)) for key, of in scheme.in_use.items()),
            Cost("at most, all together", f"{scheme.time_cap:,}"),
        ],
        temperatures=[coat_words.value(key) for key in scheme.temperature],
        temperature=[
            (coat_words.value(key), [of[ideal] for ideal in scheme.temperature])
            for key, of in scheme.temperature.items()
        ],
        material=list(_material(scheme)),
        modes=[
            Cost("What has several ideal temperatures is compared", TEMPERATURES[_mode(scheme)]),
            Cost(
                "What is among the best and the worst materials counts",
                MATERIALS[scheme.material_mode],
            ),
        ],
    )


def _mode(scheme: PenaltyScheme) -> TemperatureMode:
    return scheme.temperature_mode


def _material(scheme: PenaltyScheme) -> Iterator[Cost]:
    yield Cost("a bad material", str(scheme.bad_material))
    yield Cost("one of the worst of the good ones", str(scheme.worst_material))
    yield Cost("between worst and best, for each place below the end", str(scheme.place_step))
    for each in scheme.best_counts:
        of = f"of up to {each.most} good ones" if each.most else "of more"
        yield Cost(f"the best {of}", f"{each.best}, without a penalty")
    yield Cost("bad from a penalty of", str(scheme.threshold))
