"""Rule sets are stored as they come, whole or not at all, and an edit is a new version."""

from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from evaluation.kari import rule_set_files, rule_sets
from evaluation.kari.rule_sets import Used, Word
from evaluation.models import RuleSet
from evaluation.services import rule_sets as services
from evaluation.services.rule_sets import Edit, FileRefused, NoRules, RuleRefused
from games.roles import Pair
from games.sheets import Dimension
from tests.web.evaluation import ruled

pytestmark = pytest.mark.django_db


def problems(call) -> list[str]:
    with pytest.raises((FileRefused, RuleRefused)) as raised:
        call()
    return str(raised.value).splitlines()


def test_a_file_comes_out_as_it_came_in_and_twice_is_once():
    data = rule_set_files.write(ruled.value()).replace(b'"fold flat"', b'"fold   flat"')
    first = services.import_file(data, file="a.jsonl", note="from the shelf")
    again = services.import_file(data, file="b.jsonl")
    assert (first.new, again.new, RuleSet.objects.count()) == (True, False, 1)
    assert services.bytes_of(services.by_label("trial/1")) == data
    assert (first.row.rules, first.row.source, first.row.note) == (2, "imported", "from the shelf")


def test_all_faults_of_a_file_are_named_by_line_and_nothing_is_stored():
    data = rule_set_files.write(ruled.value())
    data = data.replace(b"SHAPE(tip, pointed)", b"SHAPE(top, pointed)").replace(b"flat)", b"flat")
    told = problems(lambda: services.import_file(data, file="a.jsonl"))
    assert [line.partition(": ")[0] for line in told] == ["a.jsonl:2", "a.jsonl:3", "a.jsonl:3"]
    assert not RuleSet.objects.exists()


def test_other_rules_under_the_same_version_are_refused():
    ruled.stored()
    other = rule_set_files.write(ruled.value({"fold_flat": "SHAPE(object, flat)"}))
    (told,) = problems(lambda: services.import_file(other, file="a.jsonl"))
    assert "trial/1 is stored with other rules" in told
    assert RuleSet.objects.count() == 1


def test_a_set_that_is_not_there_is_named_beside_those_that_are():
    ruled.stored()
    with pytest.raises(NoRules, match=r"No set of rules trial/9 is stored; there is trial/1\."):
        services.by_label("trial/9")


def test_an_edit_is_the_next_version_and_its_copy_makes_no_other():
    parent = ruled.stored()
    edit = Edit("fold_flat", "fold it flat", "SHAPE(object, flat)", note="shorter")
    made = services.edit(parent, edit)
    again = services.edit(parent, edit)
    assert (made.row.label, made.new, again.new, again.row) == ("trial/2", True, False, made.row)
    assert (made.row.parent, made.row.source, made.row.note) == (parent, "edited", "shorter")
    value = services.value_of(made.row)
    assert value.rule_of("fold_flat").text == "fold it flat"
    assert value.rule_of("pierce_through") == ruled.value().rule_of("pierce_through")
    assert ("edited_from", "trial/1") in value.made_with
    assert services.value_of(parent) == ruled.value()


def test_an_edit_of_an_older_version_takes_the_next_free_number():
    parent = ruled.stored()
    services.edit(parent, Edit("fold_flat", "fold flat", "SHAPE(object, flat)"))
    other = services.edit(parent, Edit("fold_flat", "fold flat", "SHAPE(object, sheet)"))
    assert other.row.label == "trial/3"


def test_what_is_wrong_with_an_edit_is_told_with_its_place():
    parent = ruled.stored()
    told = problems(lambda: services.edit(parent, Edit("fold_flat", "w", "SHAPE(object flat)")))
    assert told == ["Line 1, column 14: 'flat' cannot stand here. Expected: “,”."]
    told = problems(
        lambda: services.edit(
            parent, Edit("fold_flat", "w", "SHAPE(lid, flat) AND SHAPE(object, foldable)")
        )
    )
    assert [line[:18] for line in told] == ["Line 1, column 1: ", "Line 1, column 22:"]
    assert RuleSet.objects.count() == 1


def test_new_values_go_into_the_vocabulary_only_where_that_is_said():
    known = Word(Pair(Dimension.SHAPE, "flat"), ("level",))
    value = replace(ruled.value({"fold_flat": "SHAPE(object, flat)"}), vocabulary=(known,))
    parent = services.import_file(rule_set_files.write(value), file="a.jsonl").row
    edit = Edit("fold_flat", "fold flat", "SHAPE(object, flat) AND MADE_OF(object, paper)")
    (told,) = problems(lambda: services.edit(parent, edit))
    assert "paper is no value of material" in told
    grown = services.value_of(services.edit(parent, replace(edit, grow=True)).row)
    assert grown.vocabulary == (Word(Pair(Dimension.MATERIAL, "paper")), known)
    synonym = replace(edit, rule="SHAPE(object, level)", grow=True)
    (told,) = problems(lambda: services.edit(parent, synonym))
    assert "level" in told


def test_labels_that_were_seen_contaminate_what_was_edited():
    parent = ruled.stored(used=[Used("open-1", ("awl",))])
    edit = Edit("fold_flat", "fold flat", "SHAPE(object, flat)", looked_at="open-1")
    value = services.value_of(services.edit(parent, edit).row)
    assert value.used == (Used("open-1", ("awl",), labels=True),)
    assert rule_sets.contamination(value, "open-1", ["map"])
    assert not rule_sets.contamination(services.value_of(parent), "open-1", ["map"])


def test_the_commands_bring_a_file_in_and_out(tmp_path, capsys):
    file = tmp_path / "rules.jsonl"
    file.write_bytes(rule_set_files.write(ruled.value()))
    call_command("import_rules", str(file))
    call_command("import_rules", str(file))
    assert capsys.readouterr().out.splitlines() == [
        "trial/1, 2 rules, is stored.",
        "trial/1, 2 rules, was stored before.",
    ]
    call_command("export_rules", "trial/1", str(tmp_path / "out.jsonl"))
    assert (tmp_path / "out.jsonl").read_bytes() == file.read_bytes()
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_rules", "trial/1", str(file))
