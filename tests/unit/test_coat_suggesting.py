"""Suggested utilities: what a model is told, and what its reply says."""

import json
import re

from evaluation.coat.labels import Labels
from evaluation.coat_people import suggesting
from tests.unit.coat_cases import own

JUDGED = own().judged


def suggested(reply):
    return suggesting.suggested(reply, JUDGED, Labels())


def test_every_object_is_asked_about_once_and_all_after_the_same_list():
    asked = suggesting.asked_of(JUDGED, Labels())
    assert [each.object_key for each in asked] == list(JUDGED.objects)
    assert len({each.sha256 for each in asked}) == len(asked)
    texts = [each.messages[1].text for each in asked]
    assert len({text.partition("\n\nObject: ")[0] for text in texts}) == 1
    assert texts[0].endswith("Object: Rope")
    assert all(f"- {Labels().utility(key)}: " in texts[0] for key in JUDGED.utilities)


def test_a_reply_is_read_as_a_list_of_labels_or_keys():
    assert suggested('{"purposes": ["Binding", "holding_water"]}').utilities == (
        "binding",
        "holding_water",
    )
    assert suggested("Binding, Flying").unknown == 1
    assert suggested('{"purposes": []}') == suggesting.Suggested()
    assert suggested("I would say that it depends on many things.").read is False


def test_a_constrained_reply_is_a_list_of_the_offered_names():
    asked = suggesting.asked_of(JUDGED, Labels(), constrained=True)
    pattern = re.compile(asked[0].regex)
    for reply, fits in (
        ('{"purposes": []}', True),
        ('{"purposes": ["Binding", "Lighting (portable)"]}', True),
        ('{"purposes": ["Flying"]}', False),
        ("Binding", False),
    ):
        assert bool(pattern.fullmatch(reply)) is fits
    free = suggesting.asked_of(JUDGED, Labels())
    assert {each.sha256 for each in free}.isdisjoint(each.sha256 for each in asked)


def test_suggestions_are_counted_beside_the_catalogue():
    digging = JUDGED.objects_of["digging"][0]
    held = sum(digging in of for of in JUDGED.objects_of.values())
    counts = suggesting.beside(JUDGED, {digging: ("digging", "hauling")})
    wrong = digging not in JUDGED.objects_of["hauling"]
    assert (counts.both, counts.suggested_alone, counts.held_alone) == (
        2 - wrong,
        int(wrong),
        held - (2 - wrong),
    )


def test_a_line_is_a_model_s_answer_to_a_unit():
    (line,) = suggesting.answer_lines("small", {"Rope": ("binding",)})
    assert json.loads(line) == {
        "unit": "Rope",
        "rater": "small",
        "answer": {"utilities": ["binding"]},
    }
