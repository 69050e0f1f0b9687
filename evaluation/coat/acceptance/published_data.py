"""V1 to V13, V23 and V24: what the files hold, and what follows from them."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping

from evaluation.coat import allocation, expansion, json_files, partition, writing
from evaluation.coat.acceptance import figures
from evaluation.coat.acceptance.checks import Check, all_of, check
from evaluation.coat.allocation import Weights
from evaluation.coat.ideals import by_order, ideal_states
from evaluation.coat.notices import Notice, Oddity, notices
from evaluation.coat.partition import Policy, partitions
from evaluation.coat.penalties import LEGACY
from evaluation.coat.records import Catalogue, Judged, Pair, Rated, State

OUTSIDE = "time / tell me the time / Desktop"


def counts(judged: Judged) -> Iterator[Check]:
    """V1"""
    entries = sum(len(names) for names in judged.objects_of.values())
    fitting = sum(len(names) for names in judged.context_of.values())
    tasks = {pair.task for pair in judged.pairs}
    outside = [name for name in judged.common if name not in judged.objects]
    yield check("V1", "utilities", 22, len(judged.utilities))
    yield check("V1", "objects", 100, len(judged.objects))
    yield check("V1", "objects of no utility", "TargetCircle", outside)
    yield check("V1", "objects of utilities", 166, entries)
    yield check("V1", "tasks", 75, len(tasks))
    yield check("V1", "pairs of task and utility", 96, len(judged.pairs))
    yield check("V1", "objects that fit pairs", 252, fitting)


def oddities(catalogue: Catalogue) -> Iterator[Check]:
    """V2"""
    found: dict[str, list[Notice]] = {}
    for each in notices(catalogue):
        found.setdefault(each.oddity, []).append(each)

    def about(oddity: Oddity) -> list[str]:
        return [name for each in found.get(oddity, ()) for name in each.about]

    yield check("V2", "notices", 6, sum(len(each) for each in found.values()))
    yield check("V2", "without values", "TargetCircle", about(Oddity.NO_VALUES))
    yield check("V2", "outside the utility", OUTSIDE, about(Oddity.OUTSIDE_UTILITY))
    copied = about(Oddity.COPIED_FILE)
    yield check("V2", "a file that repeats another", json_files.CHOICE_IDEAL, copied)
    yield check("V2", "pairs with other ideals", 8, len(about(Oddity.OTHER_IDEALS)))
    yield check("V2", "in no category", 1219, len(about(Oddity.UNCATEGORISED)))
    yield check("V2", "in two categories", 1, len(about(Oddity.TWO_CATEGORIES)))


def configurations(catalogue: Catalogue) -> Iterator[Check]:
    """V3, V4"""
    common = catalogue.judged.common
    every = [state for name in common for state in expansion.states_of(name, common[name])]
    expanded = expansion.expand(common)
    yield check("V3", "combinations", 2037, len(every))
    yield check("V3", "dropped", 453, len(every) - len(expanded))
    pairs = zip(expanded, catalogue.configurations, strict=False)
    yield all_of("V3", "rows as in the file", 1584, (one == other for one, other in pairs))
    of_object = {name: len(found) for name, found in catalogue.configurations_of.items()}
    by_count = sorted(of_object, key=lambda name: of_object[name])
    ends = [f"{name} {of_object[name]}" for name in (by_count[0], by_count[-1])]
    yield check("V4", "fewest and most of an object", ("Salt 1", "Bowl 147"), ends)
    histogram = sorted(Counter(of_object.values()).items())
    told = [f"{count}:{objects}" for count, objects in histogram]
    yield check("V4", "objects by configurations", figures.HISTOGRAM, told)


def ideals(catalogue: Catalogue) -> Iterator[Check]:
    """V5, V6"""
    derived = derived_ideals(catalogue)
    published = catalogue.ideals_of
    same = [derived[pair] == published[pair] for pair in derived]
    yield check("V5", "ideals by the rule", 298, sum(map(len, derived.values())))
    yield check("V5", "pairs with the same list", "88 of 96", f"{sum(same)} of {len(same)}")
    differing = [
        (at, *_differences(derived[pair], published[pair]))
        for at, pair in enumerate(derived, start=1)
        if derived[pair] != published[pair]
    ]
    yield check(
        "V5", "the others: pair, rule, file, missing, extra", figures.OTHER_IDEALS, differing
    )
    known = [state in catalogue.by_state for states in published.values() for state in states]
    yield all_of("V6", "ideals that are configurations", 280, known)


def derived_ideals(catalogue: Catalogue) -> dict[Pair, tuple[State, ...]]:
    best = by_order(catalogue.judged, LEGACY)
    pairs = catalogue.judged.pairs
    return {pair: tuple(ideal_states(catalogue.judged, pair, best)) for pair in pairs}


def penalties(catalogue: Catalogue) -> Iterator[Check]:
    """V7 to V10"""
    legacy, corrected = (_penalties(catalogue, policy) for policy in Policy)
    stored = {
        (pair, each.configuration.id): each
        for pair, held in catalogue.suboptimal_of.items()
        for each in (*held.bad, *held.moderate)
    }
    rows = [(legacy[key], each) for key, each in stored.items()]
    yield all_of("V7", "time penalties as stored", 4813, (a.time == b.time for a, b in rows))
    materials = (a.material == b.material for a, b in rows)
    yield all_of("V8", "material penalties as stored", 4813, materials)
    yield from _categories(catalogue)
    yield check("V10", "ideal, moderate, bad", (298, 3114, 2899), _sizes(catalogue)[:3])
    changed = [key for key, each in stored.items() if corrected[key] != each]
    yield check("V10", "stored rows that change", 25, len(changed))


def _categories(catalogue: Catalogue) -> Iterator[Check]:
    """V9"""
    right: list[bool] = []
    neither = 0
    for pair, of in partitions(catalogue, Policy.LEGACY).items():
        held = catalogue.suboptimal_of[pair]
        stored = ({*held.bad}, {*held.moderate})
        every = {*of.ideal, *of.moderate, *of.bad, *of.uncategorised}
        for each in every:
            told = (each in of.bad, each in of.moderate)
            right.append(told == tuple(_holds(rows, each) for rows in stored))
            neither += not any(told)
    yield all_of("V9", "categories as stored", 6311, right)
    moderate, bad = (
        sum(len(getattr(each, name)) for each in catalogue.suboptimal_of.values())
        for name in ("moderate", "bad")
    )
    yield check("V9", "moderate, bad, neither", (1914, 2899, 1498), (moderate, bad, neither))


def _holds(rows: set[Rated], each: Rated) -> bool:
    ids = {row.configuration.id for row in rows}
    return each.configuration.id in ids


def _penalties(catalogue: Catalogue, policy: Policy) -> dict[tuple[Pair, int], Rated]:
    scheme = partition.SCHEMES[policy]
    best = by_order(catalogue.judged, scheme)
    return {
        (pair, each.configuration.id): each
        for pair in catalogue.judged.pairs
        for each in partition.rated(catalogue, pair, scheme, best)
    }


def _sizes(catalogue: Catalogue) -> list[int]:
    found = partitions(catalogue, Policy.CORRECTED).values()
    names = ("ideal", "moderate", "bad", "uncategorised")
    return [sum(len(getattr(each, name)) for each in found) for name in names]


def preferences(judged: Judged) -> Iterator[Check]:
    """V11"""
    right = (
        sorted((*each.good, *each.bad)) == sorted(judged.common[name].material)
        for items in judged.preferences.values()
        for name, each in items.items()
    )
    yield all_of("V11", "materials in order are the common ones", 252, right)


def pair_table(catalogue: Catalogue) -> Iterator[Check]:
    """V12, V13"""
    legacy = partitions(catalogue, Policy.LEGACY)
    weights = allocation.physical_weights(catalogue, legacy, Weights.LEGACY)
    shares = allocation.spread(weights, 5000)
    rows = [(*row, share) for row, share in zip(_rows(catalogue), shares, strict=True)]
    same = [row == wanted for row, wanted in zip(rows, figures.PAIRS, strict=False)]
    yield all_of("V12", "rows of the table of pairs", 96, same)
    totals = [sum(column) for column in zip(*rows, strict=True)]
    yield check("V12", "its totals", figures.PAIR_TOTALS, totals)
    rest = 5000 - sum(weight * 5000 // sum(weights) for weight in weights)
    found = (sum(shares), rest, min(shares), max(shares))
    yield check("V13", "5,000 questions: sum, rest, least, most", (5000, 42, 6, 354), found)


def _rows(catalogue: Catalogue) -> Iterator[tuple[int, ...]]:
    """The columns of `figures.PAIR_COLUMNS` but the last."""
    judged = catalogue.judged
    derived = derived_ideals(catalogue)
    corrected = partitions(catalogue, Policy.CORRECTED)
    for pair, of in partitions(catalogue, Policy.LEGACY).items():
        names = judged.context_of[pair]
        yield (
            len(judged.objects_of[pair.utility]),
            len(names),
            sum(len(catalogue.configurations_of[name]) for name in names),
            len(catalogue.ideals_of[pair]),
            len(derived[pair]),
            len(of.moderate),
            len(of.bad),
            len(of.uncategorised),
            len(corrected[pair].moderate),
        )


def sums(catalogue: Catalogue) -> Iterator[Check]:
    """V23"""
    held = catalogue.suboptimal_of.values()
    moderate = max(each.time + each.material for of in held for each in of.moderate)
    bad = min(each.time + each.material for of in held for each in of.bad)
    yield check(
        "V23", "largest sum of a moderate one, smallest of a bad", (430, 500), (moderate, bad)
    )


def round_trip(catalogue: Catalogue, files: Mapping[str, bytes]) -> Iterator[Check]:
    """V24"""
    written = writing.write(catalogue)
    right = (_entries(files[name]) == _entries(text.encode()) for name, text in written.items())
    yield all_of("V24", "files that come out as they went in", 11, right)


def _entries(data: bytes) -> object:
    """What the JSON says, objects as lists of their entries, so that orders count."""
    found: object = json.loads(data, object_pairs_hook=list)
    return found


def _differences(rule: tuple[State, ...], file: tuple[State, ...]) -> tuple[int, int, int, int]:
    return len(rule), len(file), len({*rule} - {*file}), len({*file} - {*rule})
