"""Configurations, ideals, penalties, categories and ranks, by hand and on the published rows."""

from dataclasses import replace

import pytest

from evaluation.coat import (
    expansion,
    ideals,
    json_files,
    material_labels,
    partition,
    penalties,
    ranking,
    schemes,
)
from evaluation.coat.partition import Policy
from evaluation.coat.penalties import CORRECTED, LEGACY, BestCount, material_penalty, time_penalty
from evaluation.coat.ranking import Order
from evaluation.coat.records import Configuration, Pair, Preference, Rated, State, Values
from tests.unit.coat_cases import own

THREE = ("free", "reversible-using", "irreversible-using")
CACTUS = Pair("digging", "repot a small cactus")


def state(**values):
    told = {
        "object_name": "Pail",
        "mass": "light",
        "material": "Tin",
        "temperature": "RoomTemp",
        "already_in_use": "free",
        "condition": "clean",
    }
    return State(**{**told, **values})


def rated(id, time, material=0):
    return Rated(Configuration(id, state()), time, material)


def test_the_last_variable_changes_fastest_and_ids_have_no_gaps():
    values = Values(("light",), ("Tin", "Zinc"), ("Hot",), ("free", THREE[2]), ("clean", "broken"))
    found = expansion.expand({"Pail": values, "Kite": Values((), (), (), (), ())})
    told = [(c.id, c.state.material, c.state.already_in_use, c.state.condition) for c in found]
    # Broken and free is dropped for each material: 2 x 2 x 2 - 2 = 6.
    assert told == [
        (1, "Tin", "free", "clean"),
        (2, "Tin", THREE[2], "clean"),
        (3, "Tin", THREE[2], "broken"),
        (4, "Zinc", "free", "clean"),
        (5, "Zinc", THREE[2], "clean"),
        (6, "Zinc", THREE[2], "broken"),
    ]


@pytest.mark.parametrize(
    ("values", "ideal", "penalty"),
    [
        ({}, ("RoomTemp",), 0),
        ({"condition": "dirty"}, ("RoomTemp",), 50),
        ({"condition": "dirty", "already_in_use": THREE[1]}, ("RoomTemp",), 50 + 80),
        ({"condition": "broken", "already_in_use": THREE[2]}, ("RoomTemp",), 500 + 500),
        ({"temperature": "Hot"}, ("RoomTemp",), 100),
        ({"temperature": "Cold"}, ("RoomTemp",), 100),
        ({"temperature": "Hot"}, ("Cold",), 60),
        ({"temperature": "Cold"}, ("Hot",), 60),
        ({}, ("Hot",), 30),
        ({}, ("Cold",), 30),
        ({"mass": "super-heavy"}, ("RoomTemp",), 0),
    ],
)
def test_time_is_what_cleaning_waiting_and_warming_take(values, ideal, penalty):
    assert time_penalty(CORRECTED, state(**values), ideal) == penalty


def test_of_several_ideal_temperatures_the_nearest_counts_and_of_old_the_last():
    hot = state(temperature="Hot")
    assert time_penalty(CORRECTED, hot, ("Hot", "Cold")) == 0
    assert time_penalty(LEGACY, hot, ("Hot", "Cold")) == 60


def test_time_is_capped():
    capped = replace(CORRECTED, time_cap=40)
    assert time_penalty(capped, state(condition="dirty"), ("RoomTemp",)) == 40


@pytest.mark.parametrize(
    ("good", "expected"),
    [
        ("a", [0]),
        ("ab", [200, 0]),
        # The middle one of three, of five and of seven: 10 x (n - i) = 20, 30, 40.
        ("abc", [200, 20, 0]),
        ("abcde", [200, 200, 30, 0, 0]),
        ("abcdefg", [200, 200, 200, 40, 0, 0, 0]),
        ("abcd", [200, 200, 0, 0]),
        ("abcdef", [200, 200, 200, 0, 0, 0]),
    ],
)
def test_the_best_materials_cost_nothing_and_the_worst_most(good, expected):
    preference = Preference(tuple(good), ("z",))
    best = penalties.best_materials(CORRECTED, preference)
    assert [material_penalty(CORRECTED, each, preference, best) for each in good] == expected
    assert material_penalty(CORRECTED, "z", preference, best) == 500


def test_of_old_the_only_good_material_is_charged_as_the_worst():
    preference = Preference(("Metal",), ("Plastic",))
    assert material_penalty(LEGACY, "Metal", preference, ("Metal",)) == 200
    assert material_penalty(CORRECTED, "Metal", preference, ("Metal",)) == 0


def test_a_scheme_is_a_table_that_can_be_edited():
    text = schemes.scheme_document(CORRECTED)
    assert schemes.read_scheme(text.encode()).content == CORRECTED
    edited = text.replace('"dirty": 50', '"dirty": 20')
    assert schemes.read_scheme(edited.encode()).content.condition["dirty"] == 20


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"dirty": 50', '"dirty": 120', "can cost 500; the threshold is 500"),
        ('"threshold": 500', '"threshold": 0', "can cost 0; the threshold is 0"),
        ('"dirty": 50', '"dirty": "50"', "'50' is not a whole number"),
        ('"dirty": 50,', "", "It lacks dirty."),
        ('"least"', '"mean"', "'mean' is none of last, least."),
        ('"most": null', '"most": 9', "has to hold for any number"),
    ],
)
def test_a_scheme_that_cannot_hold_is_refused(old, new, problem):
    text = schemes.scheme_document(CORRECTED)
    assert old in text
    found = schemes.read_scheme(text.replace(old, new).encode())
    assert found.content is None
    assert problem in " ".join(map(str, found.errors))


def test_an_edited_scheme_changes_the_partition():
    lenient = replace(CORRECTED, worst_material=0)
    before = partition.partitions(own(), Policy.CORRECTED)[CACTUS]
    after = partition.partitions(own(), Policy.CORRECTED, scheme=lenient)[CACTUS]
    # A trowel of wood, the worst of its three materials, is ideal where that costs nothing.
    assert [each.configuration.state.material for each in before.ideal] == ["Steel"]
    assert [each.configuration.state.material for each in after.ideal] == ["Wood", "Steel"]


def labels_of(change=None):
    """The labels that our own order of materials amounts to; change(the entry of the trowel)."""
    of_utility: dict[str, list] = {}
    for pair, items in own().judged.preferences.items():
        called = {
            name: {"ideal": [each.good[-1]], "moderate": [*each.good[:-1]], "bad": [*each.bad]}
            for name, each in items.items()
            if len((*each.good, *each.bad)) > 1
        }
        if change and pair == CACTUS:
            change(called)
        if called:
            of_utility.setdefault(pair.utility, []).append({"task": pair.task, "items": called})
    rows = [{"concept": key, "tasks": tasks} for key, tasks in of_utility.items()]
    data = json_files.document({"mat_gt": rows}).encode()
    return material_labels.read_material_labels(data, own().judged)


def test_ideals_come_from_labels_where_people_gave_some():
    def call_two_ideal(items):
        items["Trowel"] = {"ideal": ["Steel", "Plastic"], "moderate": [], "bad": ["Wood"]}

    best = ideals.by_labels(own().judged, labels_of(call_two_ideal).content)
    found = list(ideals.ideal_states(own().judged, CACTUS, best))
    assert [each.material for each in found] == ["Plastic", "Steel"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda v: v.update(Hoe=v.pop("Trowel")), "The object does not stand for the pair"),
        (lambda v: v.update(Hoe=v.pop("Trowel")), "several materials and has no labels."),
        (lambda v: v["Trowel"]["moderate"].pop(), "are not called ideal, moderate or bad once"),
        (
            lambda v: v["Trowel"]["bad"].append("Steel"),
            "are not called ideal, moderate or bad once",
        ),
        (lambda v: v["Trowel"].pop("bad"), "It lacks bad."),
        (
            lambda v: v.update(
                Trowel={"ideal": [], "moderate": [], "bad": ["Wood", "Plastic", "Steel"]}
            ),
            "All its materials are bad",
        ),
    ],
)
def test_labels_that_do_not_fit_the_catalogue_are_told(change, problem):
    assert labels_of().errors == ()
    found = labels_of(change)
    assert found.content is None
    assert problem in " ".join(map(str, found.errors))


def test_of_an_object_in_one_material_that_one_is_ideal_without_a_label():
    best = ideals.by_labels(own().judged, labels_of().content)
    assert best(Pair("digging", "plant a hedge in stony ground"), "GardenFork") == ("Steel",)


def test_a_corrected_partition_holds_each_configuration_once():
    for pair, of in partition.partitions(own(), Policy.CORRECTED).items():
        names = own().judged.context_of[pair]
        ids = [c.id for name in names for c in own().configurations_of[name]]
        placed = [each.configuration.id for each in (*of.ideal, *of.moderate, *of.bad)]
        assert sorted(placed) == sorted(ids)
        assert of.uncategorised == ()


def test_in_either_order_every_moderate_one_beats_every_bad_one():
    for of in partition.partitions(own(), Policy.CORRECTED).values():
        for order in Order:
            keys = [[ranking.key_of(e, order) for e in rows] for rows in (of.moderate, of.bad)]
            if all(keys):
                assert max(sum(key) for key in keys[0]) < min(sum(key) for key in keys[1])


def test_less_time_wins_over_a_smaller_sum_only_where_time_comes_first():
    quick, cheap = rated(1, time=50, material=200), rated(2, time=80, material=0)
    assert ranking.unique_best([cheap, quick], Order.LEXICOGRAPHIC) == quick
    assert ranking.unique_best([cheap, quick], Order.SUM) == cheap


def test_equal_ranks_are_shared_and_the_next_counts_them():
    rows = [rated(4, 80), rated(3, 50), rated(1, 50), rated(2, 30, 20)]
    found = ranking.ranked(rows, Order.SUM)
    assert [(each.rank, each.rated.configuration.id) for each in found] == [
        (1, 1),
        (1, 2),
        (1, 3),
        (4, 4),
    ]
    assert ranking.unique_best(rows, Order.SUM) is None
    assert ranking.equivalents(rows, Order.LEXICOGRAPHIC) == [[rows[2], rows[1]]]
    assert ranking.unique_best([], Order.SUM) is None


def test_best_counts_are_taken_in_their_order():
    scheme = replace(CORRECTED, best_counts=(BestCount(2, 1), BestCount(None, 2)))
    assert [penalties.best_count(scheme, good) for good in (1, 2, 3, 9)] == [1, 1, 2, 2]
