"""From a catalogue to people and back: what they agree on becomes its next version."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from evaluation import coat_stored
from evaluation.coat_people.published import Published
from evaluation.coat_people.units import FORMS
from evaluation.models import CoatCatalogue, CoatConsensus
from evaluation.services import coat_catalogues, coat_consensus
from evaluation.services.coat_catalogues import Wish
from tests import coat_raters
from tests.coat_raters import judge, published, study_of
from tests.unit.coat_cases import own, own_files

pytestmark = pytest.mark.django_db


def imported(*found, version="judged", **options):
    base = coat_catalogues.load_own().catalogue
    return coat_consensus.import_consensus(base, found, Wish(version, version), **options)


def errors(outcome):
    assert outcome.stored.catalogue is None
    return [str(error) for error in outcome.stored.errors]


def document(name, value):
    return Published("folder", {name: json.dumps(value).encode()})


def of_pair(utility, task, items):
    return {"mat_gt": [{"concept": utility, "tasks": [{"task": task, "items": items}]}]}


def test_people_who_say_what_the_catalogue_holds_give_the_same_catalogue():
    found = []
    for kind in FORMS:
        study = study_of(own(), kind)
        judge(study, own())
        found.append(published(study))
    outcome = imported(*found)
    assert outcome.stored.errors == ()
    made = outcome.stored.catalogue
    assert {name: json.loads(data) for name, data in coat_stored.files_of(made).items()} == {
        name: json.loads(data) for name, data in own_files().items()
    }
    assert coat_stored.catalogue_of(made.pk) == own()
    assert not any(outcome.kept.values())
    votes = [json.loads(line) for line in made.consensus.votes.splitlines()]
    assert {row["publication"] for row in votes} == {kind.replace("_", "-") for kind in FORMS}
    assert {row["answered"] for row in votes if row["question"] != "suggestion"} == {3}
    assert [each["kind"] for each in made.consensus.sources] == list(FORMS)
    assert imported(*found).stored.new is False
    assert CoatConsensus.objects.count() == 1


def test_the_best_of_people_s_labels_can_decide_what_is_ideal():
    study = study_of(own(), "configuration_rating")
    pair, name = next(
        (pair, name)
        for pair, items in own().judged.preferences.items()
        for name, of in items.items()
        if len(of.good) == 3 and not of.bad
    )
    materials = own().judged.common[name].material
    all_ideal = {coat_raters.question_of(material): "ideal" for material in materials}
    judge(study, own(), **{f"{pair} / {name}": all_ideal})
    found = published(study)
    by_order = coat_stored.catalogue_of(imported(found).stored.catalogue.pk)
    by_labels = coat_stored.catalogue_of(
        imported(found, version="labelled", ideal_by_labels=True).stored.catalogue.pk
    )
    made_of = [
        {state.material for state in each.ideals_of[pair] if state.object_name == name}
        for each in (by_order, by_labels)
    ]
    assert [len(each) for each in made_of] == [1, 3]


def test_what_nobody_judged_stays_and_an_object_that_serves_nothing_goes():
    study = study_of(own(), "object_utility")
    useless = next(
        name
        for name in own().judged.objects
        if all(name not in names for names in own().judged.context_of.values())
    )
    needed = own().judged.context_of[own().judged.pairs[0]][0]
    judge(study, own(), **{useless: {"utilities": []}})
    outcome = imported(published(study))
    assert outcome.gone == (useless,)
    found = coat_stored.catalogue_of(outcome.stored.catalogue.pk)
    assert set(own().judged.common) - set(found.judged.common) == {useless}
    assert outcome.kept["ideal values of objects"] == len(own().judged.ideal)
    served = {key: [n for n in of if n != needed] for key, of in own().judged.objects_of.items()}
    row = {"unit": needed, "question": "utilities", "value": [], "left_out": False}
    both = {"objects.json": json.dumps(served), "provenance.jsonl": json.dumps(row) + "\n"}
    refused = imported(Published("folder", {name: each.encode() for name, each in both.items()}))
    assert any(f"'{needed}' is in no list of objects.json" in line for line in errors(refused))


def test_an_open_unit_refuses_all_unless_it_is_to_stay():
    study = study_of(own(), "context_objects")
    judge(study, own())
    unit = study.units.order_by("pk").first()
    unit.judgements.all().delete()
    coat_raters.consensus.count(study, now=coat_raters.studies.NOW)
    found = published(study, leave_open=True)
    assert errors(imported(found)) == [f"publication.json: {unit.key}: Nobody decided this unit."]
    outcome = imported(found, keep_open=True)
    assert outcome.stored.catalogue is not None
    assert outcome.kept["objects of pairs"] == 1


def test_conflicts_unknown_and_missing_are_named_together():
    judged = own().judged
    pair = judged.pairs[0]
    first, *_ = judged.context_of[pair]
    one = document("oracle.json", {pair.utility: {pair.task: [first]}})
    other = Published(
        "other", {"oracle.json": json.dumps({pair.utility: {pair.task: ["Twine"]}}).encode()}
    )
    (conflict,) = errors(imported(one, other))
    assert conflict == (
        f"other/oracle.json: {pair.utility} / {pair.task}:"
        " Another publication says otherwise of it."
    )
    strange = document(
        "oracle.json", {pair.utility: {pair.task: ["Teapot"]}, "no": {"no": ["Rope"]}}
    )
    told = errors(imported(strange, document("objects.json", {"flying": ["Rope"]})))
    assert "objects.json: Rope: The utility 'flying' is unknown." in told
    assert "oracle.json: no / no: This pair is unknown." in told
    assert any("'Teapot' is in no list of objects.json" in line for line in told)


def test_materials_that_nobody_placed_are_named_and_bad_ones_leave_the_order():
    judged = own().judged
    pair, name = next(
        (pair, name)
        for pair, items in judged.preferences.items()
        for name, of in items.items()
        if len(of.good) == 3 and not of.bad
    )
    low, middle, high = judged.preferences[pair][name].good
    half = document(
        "material_preference.json",
        of_pair(pair.utility, pair.task, {name: {"good": [high], "bad": [low]}}),
    )
    (missing,) = errors(imported(half))
    assert missing == (
        f"task-2/material_preference.json: {pair} / {name}:"
        f" {middle} has no place in the order and is not bad."
    )
    called = document(
        "material_categories.json",
        of_pair(
            pair.utility,
            pair.task,
            {name: {"ideal": [high], "moderate": [middle], "bad": [low]}},
        ),
    )
    made = imported(called).stored.catalogue
    found = coat_stored.catalogue_of(made.pk).judged.preferences[pair][name]
    assert (found.good, found.bad) == ((middle, high), (low,))


def test_ratings_of_whole_configurations_are_held_against_the_penalties():
    pair = own().judged.pairs[0]
    best = own().ideals_of[pair][0]
    row = {
        "object_name": best.object_name,
        "mass": best.mass,
        "material": best.material,
        "temperature": best.temperature,
        "already_in_use": best.already_in_use,
        "condition": best.condition,
    }
    rows = [row | {"rating": "ideal"}, row | {"condition": "dirty", "rating": "ideal"}]
    outcome = imported(document("configuration_ratings.json", {pair.utility: {pair.task: rows}}))
    assert [each.differs for each in outcome.ratings] == [False, True]
    assert str(outcome.ratings[1]).endswith("dirty): ideal, but moderate")


def run(*args):
    told = io.StringIO()
    call_command("import_consensus", *map(str, args), stdout=told, stderr=told)
    return told.getvalue()


def test_the_command_takes_folders_of_publications_and_says_what_stays(tmp_path):
    study = study_of(own(), "material_ranking")
    judge(study, own())
    for name, data in published(study).files.items():
        (tmp_path / name).write_bytes(data)
    said = run(tmp_path, "--onto", "own", "--version", "judged-1")
    assert said.startswith("judged-1: stored. Not judged, as before: utilities of objects 39,")
    assert "nothing was changed" in run(tmp_path, "--onto", "own", "--version", "judged-1")
    made = CoatCatalogue.objects.get(version="judged-1")
    assert made.parent.version == "own"
    assert made.sha256 == made.parent.sha256
    with pytest.raises(CommandError, match="There is no COAT catalogue 'gone'. Stored are: judg"):
        run(tmp_path, "--onto", "gone", "--version", "judged-2")
    with pytest.raises(CommandError, match="is called none of objects.json"):
        run(__file__, "--onto", "own", "--version", "judged-2")
