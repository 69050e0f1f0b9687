"""Files of a COAT catalogue: in and out alike, and every fault told with its file and path."""

import json

import pytest

from evaluation.coat import completing, json_files, labels, notices, reading, writing
from evaluation.coat.records import Pair
from tests.unit import coat_cases
from tests.unit.coat_cases import edited, faults, own, own_files


def told(data):
    return json.loads(data, object_pairs_hook=list)


def test_our_own_catalogue_is_large_enough_to_try_everything():
    judged = own().judged
    assert len(judged.objects) >= 12
    assert len(judged.utilities) >= 6
    assert len(judged.pairs) >= 10


@pytest.mark.parametrize("name", json_files.FILES)
def test_our_own_files_come_out_as_they_went_in(name):
    assert told(writing.write(own())[name]) == told(own_files()[name])


def test_our_own_derived_files_are_what_the_judged_ones_give():
    judged = reading.read_judged(own_files())
    assert judged.errors == ()
    assert completing.completed(judged.content) == own()


@pytest.mark.parametrize("name", json_files.FILES)
def test_a_missing_file_is_named(name):
    files = {key: data for key, data in own_files().items() if key != name}
    assert faults(files) == [f"{name}: This file is missing."]


def test_all_missing_files_are_named_at_once():
    assert len(faults({})) == 11


def test_keys_keep_their_spelling_and_their_spaces():
    files = {
        name: data.replace(b"plant a hedge in stony ground", b"plant a  hedge, in stony ground ")
        for name, data in own_files().items()
    }
    found = reading.read(files).content
    assert Pair("digging", "plant a  hedge, in stony ground ") in found.judged.pairs
    assert b"plant a  hedge, in stony ground " in writing.write(found)[json_files.TASKS].encode()


def test_a_key_that_stands_twice_is_told_with_its_path():
    text = b'{"binding": ["Rope"], "hauling": {"a b": 1, "a b": 2}, "binding": ["Strap"]}'
    found = faults({**own_files(), json_files.OBJECTS: text})
    assert 'objects.json: ["hauling"]["a b"]: This key stands here more than once.' in found
    assert 'objects.json: ["binding"]: This key stands here more than once.' in found


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'["a",]', "utilities.json:1: No JSON at character"),
        (b'["a\xff"]', "utilities.json:1: Byte 4 is no UTF-8."),
        (b"", "utilities.json:1: No JSON at character 1"),
        (b"[" * 100_000, "utilities.json: The JSON is nested too deeply."),
        (b"{}", "utilities.json: {} is not a list."),
        (b"[]", "utilities.json: 0 entries; 1 at least are needed."),
        (b'["a", "a"]', "utilities.json: 'a' is listed 2 times."),
        (b'["a", 3, " "]', "utilities.json: [1]: 3 is not a text."),
        (b'["a", 3, " "]', "utilities.json: [2]: The text is empty."),
        (b"[NaN]", "utilities.json: NaN is no JSON number."),
        (b'["\\ud800"]', "utilities.json: [0]: The text holds a character that cannot be stored."),
    ],
)
def test_a_file_of_another_shape_is_told_with_its_path(data, problem):
    found = faults({**own_files(), json_files.UTILITIES: data})
    assert any(line.startswith(problem) for line in found), found


def replace_first(rows, **values):
    rows[0].update(values)


SHAPES = [
    (json_files.OBJECTS, lambda v: v["digging"].clear(), '["digging"]: 0 entries; 1 at least'),
    (json_files.TASKS, lambda v: v.update(digging="dig"), "\"]: 'dig' is not a list."),
    (json_files.CONTEXT, lambda v: v["digging"].update({"repot a small cactus": []}), "0 entries"),
    (json_files.COMMON, lambda v: v["Rope"].pop("mass"), '["Rope"]: It lacks mass.'),
    (json_files.COMMON, lambda v: v["Rope"].update(age=[]), "It has age, which is unknown here."),
    (
        json_files.COMMON,
        lambda v: v["Rope"].update(condition=["Clean"]),
        "'Clean' is none of clean, dirty, broken.",
    ),
    (json_files.CONFIGURATIONS, lambda v: replace_first(v, id=True), "True is not a whole number"),
    (json_files.CONFIGURATIONS, lambda v: replace_first(v, id="1"), "'1' is not a whole number"),
    (json_files.CONFIGURATIONS, lambda v: v.append(7), "7 is not a JSON object."),
    (json_files.IDEALS, lambda v: v["digging"].update({"repot a small cactus": []}), "0 entries"),
    (json_files.PREFERENCES, lambda v: v.update(more=[]), "It has more, which is unknown here."),
    (
        json_files.PREFERENCES,
        lambda v: v["mat_gt"].append(v["mat_gt"][0]),
        "stands here a second time.",
    ),
    (
        json_files.SUBOPTIMAL,
        lambda v: v["digging"]["repot a small cactus"]["bad"][0].update(time_penalty=-1),
        "-1 is not a whole number from 0 on.",
    ),
]


@pytest.mark.parametrize(("name", "edit", "problem"), SHAPES)
def test_what_does_not_fit_the_schema_is_told(name, edit, problem):
    found = faults(edited(name, edit))
    assert any(line.startswith(f"{name}: ") and problem in line for line in found), found


def first_bad(value):
    return value["digging"]["repot a small cactus"]["bad"]


REFERENCES = [
    (json_files.UTILITIES, lambda v: v.append("flying"), "The utility 'flying' is missing."),
    (json_files.TASKS, lambda v: v.pop("digging"), "The utility 'digging' is missing."),
    (json_files.TASKS, lambda v: v["digging"].append("dig"), "'digging / dig' is missing."),
    (
        json_files.CONTEXT,
        lambda v: v["digging"]["repot a small cactus"].append("Kite"),
        "The object 'Kite' is in no list",
    ),
    (json_files.COMMON, lambda v: v.pop("Rope"), "The object 'Rope' is missing."),
    (json_files.COMMON, lambda v: v["Rope"].update(mass=[]), "mass has no value;"),
    (json_files.COMMON, lambda v: v.update(Kite=v["Rope"]), "The object 'Kite' is in no list"),
    (json_files.IDEAL_VALUES, lambda v: v["Rope"].update(mass=["medium"]), "is not asked for"),
    (json_files.IDEAL_VALUES, lambda v: v["Rope"].update(condition=[]), "The list is empty;"),
    (json_files.IDEAL_VALUES, lambda v: v["Rope"].update(temperature=["Hot"]), "no common value"),
    (json_files.CHOICE_IDEAL, lambda v: v.pop("Rope"), "The object 'Rope' is missing."),
    (json_files.CONFIGURATIONS, lambda v: replace_first(v, id=2), "The id 2 stands 2 times."),
    (json_files.CONFIGURATIONS, lambda v: v.append({**v[0], "id": 5000}), "has the same object"),
    (
        json_files.CONFIGURATIONS,
        lambda v: replace_first(v, material="Gold"),
        "'Gold' is no common material of Rope.",
    ),
    (
        json_files.IDEALS,
        lambda v: v["digging"]["repot a small cactus"].extend(v["digging"]["repot a small cactus"]),
        "Another row of the pair",
    ),
    (
        json_files.IDEALS,
        lambda v: v["digging"]["repot a small cactus"][0].update(object_name="Hoe"),
        "'Hoe' does not stand for digging / repot a small cactus",
    ),
    (
        json_files.IDEALS,
        lambda v: v["digging"]["repot a small cactus"][0].update(material="Gold"),
        "These values are in no row",
    ),
    (json_files.SUBOPTIMAL, lambda v: first_bad(v).append(first_bad(v)[0]), "stands twice"),
    (json_files.SUBOPTIMAL, lambda v: first_bad(v)[0].update(id=1), "It differs from the row"),
    (
        json_files.PREFERENCES,
        lambda v: v["mat_gt"][0]["tasks"][0]["items"]["Bucket"]["bad"].append("Wood"),
        "Wood is called good and bad.",
    ),
    (
        json_files.PREFERENCES,
        lambda v: v["mat_gt"][0]["tasks"][0]["items"]["Bucket"]["good"].remove("Wood"),
        "The material 'Wood' is missing.",
    ),
]


@pytest.mark.parametrize(("name", "edit", "problem"), REFERENCES)
def test_what_contradicts_another_file_is_told(name, edit, problem):
    found = faults(edited(name, edit))
    assert any(problem in line for line in found), found


def test_faults_of_several_files_are_told_at_once():
    files = {**own_files(), json_files.UTILITIES: b"{}", json_files.OBJECTS: b'{"a": 1}'}
    assert {line.split(":")[0] for line in faults(files)} == {"utilities.json", "objects.json"}


def test_an_object_without_any_value_is_odd_but_no_fault():
    empty = dict.fromkeys(("mass", "material", "temperature", "already_in_use", "condition"), [])
    files = edited(json_files.COMMON, lambda value: value.update(Kite=empty))
    found = {each.oddity: each.about for each in notices.notices(reading.read(files).content)}
    assert found[notices.Oddity.NO_VALUES] == ("Kite",)


def test_an_object_outside_its_utility_is_odd_but_no_fault():
    files = edited(json_files.OBJECTS, lambda value: value["digging"].remove("Trowel"))
    files[json_files.OBJECTS] = files[json_files.OBJECTS].replace(b'"Hoe"', b'"Hoe", "Trowel"')
    moved = json.loads(files[json_files.OBJECTS])
    moved["digging"].remove("Trowel")
    moved["hauling"].append("Trowel")
    files[json_files.OBJECTS] = json.dumps(moved).encode()
    found = {each.oddity: each.about for each in notices.notices(reading.read(files).content)}
    assert found[notices.Oddity.OUTSIDE_UTILITY] == ("digging / repot a small cactus / Trowel",)


def test_our_own_catalogue_has_one_oddity_the_file_that_is_there_twice():
    assert [each.oddity for each in notices.notices(own())] == [notices.Oddity.COPIED_FILE]


def test_labels_are_made_from_keys_and_keys_stay_as_they_are():
    shown = labels.Labels()
    assert shown.object("VaccumCleaner") == "Vacuum Cleaner"
    assert shown.object("AlarmClock") == "Alarm Clock"
    assert shown.object("CD") == "CD"
    assert shown.utility("heating(source)") == "Heating (source)"
    assert shown.utility("physical_excercise") == "Physical exercise"
    assert shown.task("cooking  & serving omlette") == "cooking & serving omelette"
    assert shown.phrase("flying(kite)") == "something for flying (kite)"


def test_labels_of_our_own_come_out_as_they_went_in():
    data = own_files()[labels.FILE]
    found = labels.read_labels(data, own().judged)
    assert found.errors == ()
    assert labels.labels_document(found.content).encode() == data


def test_a_label_of_an_unknown_key_is_told():
    data = b'{"objects": {"Kite": "kite"}, "utilities": {}, "tasks": {}, "phrases": {}}'
    found = labels.read_labels(data, own().judged)
    assert [str(each) for each in found.errors] == [
        'labels.json: ["objects"]["Kite"]: The catalogue has no \'Kite\'.'
    ]


@coat_cases.needs_published
@pytest.mark.parametrize("name", json_files.FILES)
def test_the_published_files_come_out_as_they_went_in(name):
    written = writing.write(coat_cases.published())[name]
    assert told(written) == told(coat_cases.published_files()[name])
