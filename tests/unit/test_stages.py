"""What may be decided on a candidate."""

import pytest

from annotation import stages
from annotation.stages import BrokenDecision, Decision, Kind, Stage


def test_a_thing_is_dropped_with_a_reason_of_things():
    assert stages.drop(Kind.OBJECT, "not_discrete") == Decision(Stage.DROPPED, "not_discrete")


@pytest.mark.parametrize("reason", ["", "social", "too heavy"])
def test_a_thing_is_not_dropped_without_a_reason_of_things(reason):
    with pytest.raises(BrokenDecision, match="not_discrete, hidden_mechanism") as broken:
        stages.drop(Kind.OBJECT, reason)
    assert broken.value.about == "reason"


def test_another_reason_is_said_in_the_note():
    with pytest.raises(BrokenDecision, match="which other reason"):
        stages.drop(Kind.AFFORDANCE, "other", "  ")
    assert stages.drop(Kind.AFFORDANCE, "other", " too\nvague ").note == "too vague"


def test_a_note_has_its_limit():
    with pytest.raises(BrokenDecision, match="301 characters; 300"):
        stages.keep("x" * 301)
