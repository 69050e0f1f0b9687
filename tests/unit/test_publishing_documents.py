"""From decided units to the documents of COAT's kinds, and what every publication says."""

import json
import os
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from annotation.kinds.registry import KINDS
from annotation.publishing import answers, documents, lines, outcome
from annotation.publishing.outcome import Source
from annotation.publishing.settled import SettledUnit, Value, open_questions
from tests.unit.coat_units import PAIR, ROPE, STATE, UNITS

COAT = Path(os.environ.get("COAT_DIR", "/nowhere"))


def judged(key, snapshot, **values) -> SettledUnit:
    stand = {
        name: value if isinstance(value, Value) else Value(name, value, {}, answered=3)
        for name, value in values.items()
    }
    return SettledUnit(key, snapshot, stand, people=3)


def outcome_of(kind, *units):
    return outcome.outcome_of(Source("vrelk", 1, KINDS[kind], units), seed=1)


def test_objects_stand_under_each_of_their_utilities():
    ribbon = UNITS["utility"] | {"object": "Ribbon", "name": "ribbon"}
    units = [
        judged("u1", UNITS["utility"], utilities=["binding"]),
        judged("u2", ribbon, utilities=["binding"]),
    ]
    assert documents.objects_of_utilities(units).files == {
        "objects.json": "{\n"
        '    "binding": [\n'
        '        "Rope",\n'
        '        "Ribbon"\n'
        "    ],\n"
        '    "cutting": []\n'
        "}\n"
    }


def test_an_object_of_two_units_is_a_misfit():
    units = [judged(key, UNITS["utility"], utilities=[]) for key in ("u1", "u2")]
    (misfit,) = documents.objects_of_utilities(units).misfits
    assert str(misfit) == "u2: It is about Rope, as u1 is."


def test_fitting_objects_stand_under_utility_and_task():
    suggestion = Value("suggestion", "Chain", adjudicated=True, reason="It fits.")
    units = [
        judged("u1", UNITS["context"], objects=["Rope"], suggestion=suggestion),
        judged("u2", UNITS["context"] | {"task": "tie_parcel"}, objects=[], suggestion=""),
    ]
    assert documents.objects_of_tasks(units).files == {
        "oracle.json": "{\n"
        '    "binding": {\n'
        '        "moor_boat": [\n'
        '            "Rope",\n'
        '            "Chain"\n'
        "        ],\n"
        '        "tie_parcel": []\n'
        "    }\n"
        "}\n"
    }


def test_common_values_have_the_published_names_in_the_published_order():
    unit = judged(
        "u1",
        UNITS["common"],
        condition=["clean"],
        in_use=["free"],
        mass=["light"],
        material=["Hemp", "Nylon"],
        temperature=["RoomTemp"],
    )
    assert documents.values_of_objects([unit]).files == {
        "common_var_responses.json": "{\n"
        '    "Rope": {\n'
        '        "mass": [\n'
        '            "light"\n'
        "        ],\n"
        '        "material": [\n'
        '            "Hemp",\n'
        '            "Nylon"\n'
        "        ],\n"
        '        "temperature": [\n'
        '            "RoomTemp"\n'
        "        ],\n"
        '        "already_in_use": [\n'
        '            "free"\n'
        "        ],\n"
        '        "condition": [\n'
        '            "clean"\n'
        "        ]\n"
        "    }\n"
        "}\n"
    }


def test_ideal_values_have_empty_mass_and_material():
    unit = judged(
        "u1", UNITS["ideal"], condition=["clean"], in_use=["free"], temperature=["RoomTemp"]
    )
    assert documents.values_of_objects([unit]).files == {
        "3_var_ideal_config.json": "{\n"
        '    "Rope": {\n'
        '        "mass": [],\n'
        '        "material": [],\n'
        '        "temperature": [\n'
        '            "RoomTemp"\n'
        "        ],\n"
        '        "already_in_use": [\n'
        '            "free"\n'
        "        ],\n"
        '        "condition": [\n'
        '            "clean"\n'
        "        ]\n"
        "    }\n"
        "}\n"
    }


def test_materials_are_parted_into_ideal_moderate_and_bad():
    rated = {"material_Hemp": "ideal", "material_Nylon": "ideal", "material_Paper": "bad"}
    found = documents.ratings([judged("u1", UNITS["materials"], **rated)]).files
    assert found == {
        "material_categories.json": "{\n"
        '    "mat_gt": [\n'
        "        {\n"
        '            "concept": "binding",\n'
        '            "tasks": [\n'
        "                {\n"
        '                    "task": "moor_boat",\n'
        '                    "items": {\n'
        '                        "Rope": {\n'
        '                            "ideal": [\n'
        '                                "Hemp",\n'
        '                                "Nylon"\n'
        "                            ],\n"
        '                            "moderate": [],\n'
        '                            "bad": [\n'
        '                                "Paper"\n'
        "                            ]\n"
        "                        }\n"
        "                    }\n"
        "                }\n"
        "            ]\n"
        "        }\n"
        "    ]\n"
        "}\n"
    }


def test_a_whole_configuration_stands_with_its_rating():
    found = documents.ratings([judged("u1", UNITS["whole"], configuration="moderate")]).files
    assert found == {
        "configuration_ratings.json": "{\n"
        '    "binding": {\n'
        '        "moor_boat": [\n'
        "            {\n"
        '                "object_name": "Rope",\n'
        '                "mass": "light",\n'
        '                "material": "Hemp",\n'
        '                "temperature": "RoomTemp",\n'
        '                "already_in_use": "free",\n'
        '                "condition": "dirty",\n'
        '                "rating": "moderate"\n'
        "            }\n"
        "        ]\n"
        "    }\n"
        "}\n"
    }


def test_two_configurations_of_one_object_are_both_published():
    other = UNITS["whole"] | {"configuration": STATE | {"condition": "clean"}}
    units = [
        judged("u1", UNITS["whole"], configuration="bad"),
        judged("u2", other, configuration="ideal"),
    ]
    written = documents.ratings(units)
    rows = json.loads(written.files["configuration_ratings.json"])["binding"]["moor_boat"]
    assert [row["rating"] for row in rows] == ["bad", "ideal"]
    assert written.misfits == ()


def test_the_best_material_stands_last_and_bad_ones_in_no_order():
    unit = judged("u1", UNITS["ranking"], order=["Paper", "Nylon", "Hemp"], bad=["Paper"])
    assert documents.preferences([unit]).files == {
        "material_preference.json": "{\n"
        '    "mat_gt": [\n'
        "        {\n"
        '            "concept": "binding",\n'
        '            "tasks": [\n'
        "                {\n"
        '                    "task": "moor_boat",\n'
        '                    "items": {\n'
        '                        "Rope": {\n'
        '                            "good": [\n'
        '                                "Nylon",\n'
        '                                "Hemp"\n'
        "                            ],\n"
        '                            "bad": [\n'
        '                                "Paper"\n'
        "                            ]\n"
        "                        }\n"
        "                    }\n"
        "                }\n"
        "            ]\n"
        "        }\n"
        "    ]\n"
        "}\n"
    }


def test_a_material_without_a_place_is_a_misfit():
    unit = judged("u1", UNITS["ranking"], order=["Hemp"], bad=["Paper"])
    (misfit,) = documents.preferences([unit]).misfits
    assert str(misfit) == "u1: Nylon is neither in the order nor bad."


def asked(key, said, right, **more) -> SettledUnit:
    snapshot = {"object": "Rope", "description": "A rope.", "question": "Long?", "answer": said}
    return judged(key, snapshot, answer=Value("answer", right, {"yes": 2}, 3, **more))


def test_only_wrong_answers_become_corrections():
    units = [
        asked("12", "no", "yes"),
        asked("13", "yes", "yes"),
        asked("14", "yes", "cannot_tell", adjudicated=True, reason="Nobody says."),
    ]
    assert answers.corrections(units).files == {
        "corrections.jsonl": '{"unit": "12", "object": "Rope", "before": "no",'
        ' "after": "yes", "source": "people", "reason": ""}\n'
        '{"unit": "14", "object": "Rope", "before": "yes",'
        ' "after": "cannot_tell", "source": "adjudication", "reason": "Nobody says."}\n'
    }


def test_an_answer_that_votes_of_models_corrected_is_not_called_peoples():
    unit = replace(asked("12", "no", "yes"), people=2, models=1)
    assert answers.source_of(unit) == "models"  # three answered, two of them people


def test_provenance_tells_votes_reason_and_second_look():
    value = Value(
        "label", "yes", {"yes": 1, "no": 1}, 2, adjudicated=True, reason="Ünder water.",
        second_agrees=False, second_note="I doubt it.",
    )  # fmt: skip
    unit = SettledUnit("vrelk float", {}, {"label": value}, people=2, models=1)
    assert lines.provenance([unit], left_out=frozenset()) == (
        '{"unit": "vrelk float", "question": "label", "value": "yes",'
        ' "votes": {"no": 1, "yes": 1}, "answered": 2, "source": "adjudicated",'
        ' "reason": "Ünder water.", "second_look": {"agrees": false, "note": "I doubt it."},'
        ' "raters": {"person": 2, "model": 1}, "left_out": false}\n'
    )


def test_the_hash_is_that_of_what_sha256sum_prints():
    a, b = (sha256(data).hexdigest() for data in (b"1\n", "ü\n".encode()))
    told = sha256(f"{a}  a.json\n{b}  b.json\n".encode()).hexdigest()
    assert lines.sha256_of({"b.json": "ü\n", "a.json": "1\n"}) == told


def test_open_units_are_left_out_and_named():
    units = [
        judged("u1", UNITS["utility"], utilities=["binding"]),
        judged("u2", UNITS["utility"] | {"object": "Ribbon"}, utilities=None),
        judged("u3", UNITS["utility"] | {"object": "Chain"}),
    ]
    found = outcome_of("object_utility", *units)
    about = json.loads(found.files["publication.json"])
    assert about["left_open"] == {"u2": ["utilities"], "u3": ["utilities"]}
    assert (about["units"], about["decided"]) == (3, 1)
    assert json.loads(found.files["objects.json"]) == {"binding": ["Rope"], "cutting": []}


def test_remarks_are_never_open_but_the_texts_of_a_verdict_are():
    kind = KINDS["affordance_definition"]
    snapshot = {"affordance": "vrelk", "definition": "It vrelks.", "conditions": ""}
    assert open_questions(kind, judged("u1", snapshot, verdict="keep")) == []
    changed = judged("u1", snapshot, verdict="change", definition="It does vrelk.")
    assert open_questions(kind, changed) == ["conditions"]
    suggested = judged("u1", UNITS["context"], objects=["Rope"], none_fits=None, suggestion=None)
    assert open_questions(KINDS["context_objects"], suggested) == []


def test_a_kind_of_catalogues_without_a_catalogue_gives_its_provenance():
    unit = judged("u1", {}, label="yes")
    assert set(outcome_of("object_affordance", unit).files) == {
        "provenance.jsonl",
        "publication.json",
    }


needs_coat = pytest.mark.skipif(
    not (COAT / "oracle.json").exists(), reason="COAT_DIR names no folder with COAT's files"
)


def published(path):
    """The document and its bytes, without the line end at the end."""
    text = (COAT / path).read_text()
    return json.loads(text), text.rstrip("\n")


def in_order(document):
    """As one line, for order counts and the published files are indented by hand in places."""
    return json.dumps(json.loads(document) if isinstance(document, str) else document)


@needs_coat
def test_the_published_context_objects_come_out_byte_for_byte():
    document, text = published("oracle.json")
    units = [
        judged(
            f"{utility} {task}",
            PAIR | {"utility": utility, "task": task},
            objects=objects,
        )
        for utility, tasks in document.items()
        for task, objects in tasks.items()
    ]
    assert documents.objects_of_tasks(units).files == {"oracle.json": text + "\n"}


@needs_coat
@pytest.mark.parametrize(
    ("form", "path"),
    [
        ("common", "task-1/common_var_responses.json"),
        ("ideal", "task-2/3_var_ideal_config.json"),
    ],
)
def test_the_published_values_come_out_as_they_are(form, path):
    document, _ = published(path)
    units = [
        judged(
            one,
            ROPE | {"object": one, "form": form},
            **{("in_use" if k == "already_in_use" else k): v for k, v in values.items()},
        )
        for one, values in document.items()
    ]
    (written,) = documents.values_of_objects(units).files.values()
    assert in_order(written) == in_order(document)


@needs_coat
def test_the_published_utilities_of_objects_come_out_as_they_are():
    document, _ = published("objects.json")
    order = dict.fromkeys(one for listed in document.values() for one in listed)
    known = [{"key": key, "label": key, "phrase": key} for key in document]
    units = [
        judged(
            one,
            ROPE | {"object": one, "utilities": known},
            utilities=[key for key, listed in document.items() if one in listed],
        )
        for one in order
    ]
    written = json.loads(documents.objects_of_utilities(units).files["objects.json"])
    assert list(written) == list(document)
    assert {k: sorted(v) for k, v in written.items()} == {k: sorted(v) for k, v in document.items()}


@needs_coat
def test_the_published_preferences_come_out_as_they_are():
    document, _ = published("task-2/material_preference.json")
    units = [
        judged(
            f"{of['concept']} {task['task']} {one}",
            PAIR
            | {"utility": of["concept"], "task": task["task"], "object": one}
            | {"materials": [*item["good"], *item["bad"]]},
            order=item["good"],
            bad=item["bad"],
        )
        for of in document["mat_gt"]
        for task in of["tasks"]
        for one, item in task["items"].items()
    ]
    written = documents.preferences(units)
    assert in_order(written.files["material_preference.json"]) == in_order(document)
    assert written.misfits == ()
