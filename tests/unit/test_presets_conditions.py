"""The control conditions as protocols: no questions, and hashes of their own."""

import hashlib
import json

import pytest

from games import presets
from games.presets import Condition, MultiProperty

CONTROLS = [Condition.NAME_SHOWN, Condition.FULL_SHEET, Condition.LABELS_ONLY]


def protocol(name: str = "house", condition: Condition = Condition.QUESTIONS) -> presets.Protocol:
    return presets.of_preset(name, oracle="table-1", checker="lexicon-1", condition=condition)


def test_a_play_has_twenty_questions():
    assert (protocol().limits.questions, protocol().limits.attempts) == (20, 3)


@pytest.mark.parametrize("condition", CONTROLS)
def test_a_control_condition_has_no_questions(condition):
    assert protocol(condition=condition).limits.questions == 0


@pytest.mark.parametrize("name", ["house", "paper"])
def test_labels_only_hides_what_they_mean_under_both_presets(name):
    assert protocol(name, Condition.LABELS_ONLY).candidates == "labels"


@pytest.mark.parametrize("condition", [Condition.NAME_SHOWN, Condition.FULL_SHEET])
def test_other_controls_show_candidates_as_their_preset_does(condition):
    assert protocol("house", condition).candidates == "labels_and_definitions"
    assert protocol("paper", condition).candidates == "labels"


def test_every_condition_of_every_preset_is_a_protocol_of_its_own():
    hashes = {protocol(name, c).sha256 for name in ("house", "paper") for c in Condition}
    assert len(hashes) == 8


@pytest.mark.parametrize("condition", list(Condition))
def test_a_protocol_comes_back_from_its_settings(condition):
    assert presets.of_settings(protocol(condition=condition).settings) == protocol(
        condition=condition
    )


def test_settings_stored_before_there_were_conditions_are_the_game_itself():
    settings = protocol().settings
    del settings["condition"]
    assert presets.of_settings(settings).condition == Condition.QUESTIONS


def test_any_other_name_is_no_preset():
    with pytest.raises(ValueError, match="'splindow' is no preset"):
        protocol("splindow")


def test_questions_on_several_properties_make_another_protocol_that_comes_back():
    allowing = presets.of_preset(
        "house", oracle="table-1", checker="lexicon-1", multi_property=MultiProperty.ALLOW
    )
    assert allowing.settings["multi_property"] == "allow"
    assert allowing.sha256 != protocol().sha256
    stored = json.loads(json.dumps(allowing.settings))
    assert presets.of_settings(stored) == allowing


def test_what_only_models_know_is_left_out_while_it_is_off():
    assert not {"constrained", "rules"} & set(protocol().settings)


def test_the_hash_of_a_protocol_is_what_it_was_before_there_were_runs():
    settings = {
        "preset": "house", "candidates": "labels_and_definitions", "multi_property": "reject",
        "cannot_tell": True, "questions": 20, "attempts": 3, "oracle": "table-1",
        "checker": "lexicon-1", "condition": "questions",
    }  # fmt: skip
    canonical = json.dumps(settings, sort_keys=True, separators=(",", ":"))
    assert protocol().sha256 == hashlib.sha256(canonical.encode()).hexdigest()


@pytest.mark.parametrize("more", [{"constrained": True}, {"rules": "kari-1"}])
def test_what_only_models_know_makes_another_protocol(more):
    changed = presets.of_preset("house", oracle="table-1", checker="lexicon-1", **more)
    assert changed.sha256 != protocol().sha256
    assert presets.of_settings(changed.settings) == changed
