"""Utilities that a model suggests: asked once, stored apart, and a rater among others."""

import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from annotation.services import model_raters
from evaluation import coat_stored
from evaluation.models import UtilityReply, UtilitySuggestion
from evaluation.services import coat_catalogues, coat_suggestions
from evaluation.services.coat_suggestions import Interrupted
from games import backends
from games.llm.chat import ModelUnavailable
from games.llm.scripted import Scripted
from tests import coat_raters
from tests.studies import NOW
from tests.unit.coat_cases import own

pytestmark = pytest.mark.django_db
OBJECTS = len(own().judged.common)
ROPE = '{"purposes": ["Binding"]}'


@pytest.fixture
def catalogue():
    return coat_catalogues.load_own().catalogue


def suggest(catalogue, model):
    return list(coat_suggestions.suggest(catalogue, model, timezone.now))


def test_each_object_is_asked_once_and_what_was_said_is_kept(catalogue):
    model = Scripted([ROPE, "Hm.", *["none"] * (OBJECTS - 2)])
    assert suggest(catalogue, model)[-1] == OBJECTS
    first, second, *_ = UtilityReply.objects.order_by("pk")
    assert (first.object_key, first.reply, first.read) == ("Rope", ROPE, True)
    assert [each.utility for each in first.suggestions.all()] == ["binding"]
    assert (second.reply, second.read) == ("Hm.", False)
    assert suggest(catalogue, model) == []
    assert UtilitySuggestion.objects.count() == 1
    assert len(coat_suggestions.suggestions(catalogue, "scripted")) == OBJECTS - 1
    other = Scripted(["none"] * OBJECTS, name="another")
    assert suggest(catalogue, other)[-1] == OBJECTS


def test_what_was_said_before_a_model_went_away_is_not_asked_again(catalogue):
    gone = Scripted([ROPE] * 11 + [ModelUnavailable("The server is away.")] + [ROPE] * 4)
    with pytest.raises(Interrupted, match="The server is away"):
        suggest(catalogue, gone)
    assert UtilityReply.objects.count() == 15
    rest = Scripted([ROPE] * (OBJECTS - 15))
    suggest(catalogue, rest)
    assert len(rest.requests) == OBJECTS - 15
    assert UtilityReply.objects.count() == OBJECTS


def test_suggestions_are_looked_up_in_two_queries(catalogue, django_assert_num_queries):
    suggest(catalogue, Scripted([ROPE] * OBJECTS))
    with django_assert_num_queries(2):
        coat_suggestions.suggestions(catalogue, "scripted")


def test_the_command_asks_and_its_answers_make_the_model_a_rater(catalogue, tmp_path, monkeypatch):
    labels = coat_stored.labels_of(catalogue.pk)
    said = [
        json.dumps(
            [labels.utility(key) for key, of in own().judged.objects_of.items() if name in of]
        )
        for name in own().judged.objects
    ]
    monkeypatch.setattr(backends, "run_model", lambda served: Scripted(said, name="small"))
    spec, answers = tmp_path / "model.toml", tmp_path / "answers.jsonl"
    spec.write_text(
        '[model]\nbackend = "openai"\naddress = "http://localhost:1/v1"\nname = "small"\n'
    )
    told = io.StringIO()
    options = {"model": str(spec), "answers": answers, "stdout": told}
    call_command("suggest_utilities", "own", **options)
    pairs = sum(map(len, own().judged.objects_of.values()))
    assert told.getvalue().splitlines()[-1] == (
        f"{OBJECTS} objects with a readable reply. Utilities of these: {pairs} as in the"
        " catalogue, 0 suggested alone, 0 in the catalogue alone."
    )
    study = coat_raters.study_of(own(), "object_utility")
    imported = model_raters.import_answers(study, answers.read_bytes(), "answers.jsonl", now=NOW)
    assert (imported.raters, imported.new, imported.errors) == (("small",), OBJECTS, ())


def test_a_spec_that_is_none_is_refused(catalogue, tmp_path):
    spec = tmp_path / "model.toml"
    spec.write_text('[model]\nbackend = "openai"\n')
    with pytest.raises(CommandError, match="model.address"):
        call_command("suggest_utilities", "own", model=str(spec))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("suggest_utilities", "own", model=str(tmp_path / "gone.toml"))
