"""The pages of rules: sets, one set, one rule, its edit form, import and scores."""

from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from evaluation import tasks
from evaluation.kari import rule_set_files, syntax
from evaluation.kari.facts import Origin
from evaluation.kari.rule_sets import Cited, Word
from evaluation.models import RuleScores, RuleSet
from evaluation.services import rule_scores, rule_sets
from games.management import catalogue_folders
from games.models import Catalogue
from games.roles import Pair
from games.services.catalogue import import_catalogue
from games.sheets import Dimension
from tests import make
from tests.lab import MINI
from tests.web.evaluation import ruled

SET = "/rules/trial/1/"
RULE = f"{SET}rules/pierce_through/"
pytestmark = pytest.mark.django_db


@pytest.fixture
def catalogue(db) -> Catalogue:
    import_catalogue(catalogue_folders.files_in(MINI))
    return Catalogue.objects.get()


@pytest.fixture
def sent(monkeypatch) -> list[int]:
    ids: list[int] = []
    monkeypatch.setattr(tasks, "enqueue_scores", ids.append)
    return ids


def text(response) -> str:
    assert response.status_code == 200
    return response.content.decode()


def uploaded(client, data: bytes, **fields):
    return client.post("/rules/import/", {"file": SimpleUploadedFile("a.jsonl", data), **fields})


def edited(client, **fields):
    given = {"words": "pierce through", "rule": "SHAPE(object, sharp)", "looked_at": "none"}
    return client.post(f"{RULE}edit/", given | fields)


def test_before_there_is_a_set_the_list_says_how_to_start(researcher):
    assert "evaluation/rules/by_hand.jsonl" in text(researcher.get("/rules/"))


def test_the_list_takes_as_few_queries_for_many_sets_as_for_one(
    researcher, django_assert_num_queries
):
    for name in ("a", "b", "c"):
        ruled.stored(name=name)
    # Session, researcher; their count, the sets.
    with django_assert_num_queries(4):
        page = text(researcher.get("/rules/"))
    assert page.count("/1/") == 3


def test_an_upload_is_stored_once_and_leads_to_its_page(researcher):
    data = rule_set_files.write(ruled.value())
    for _ in range(2):
        response = uploaded(researcher, data, note="from the shelf")
        assert (response.status_code, response.url) == (302, SET)
    row = RuleSet.objects.get()
    assert (row.note, row.made_by.username) == ("from the shelf", "researcher")
    assert researcher.get(f"{SET}rules.jsonl").content == data


def test_a_wrong_file_is_told_line_by_line_and_not_stored(researcher):
    data = rule_set_files.write(ruled.value()).replace(b"SHAPE(tip", b"SHAPE(top")
    page = text(uploaded(researcher, data))
    assert "Line 3, rule: Line 1, column 1: tip is introduced and nothing is said of it." in page
    assert "Choose a file." in text(researcher.post("/rules/import/", {}))
    assert not RuleSet.objects.exists()


def test_a_set_shows_its_rules_in_words_and_what_it_knew(researcher):
    ruled.stored()
    page = text(researcher.get(SET))
    assert "1. Its tip is pointed." in page and "No object and no label" in page


def test_of_a_large_set_only_the_rules_of_the_page_are_read(
    researcher, monkeypatch, django_assert_num_queries
):
    rules = {f"do_{at:03}": f"SHAPE(object, form_{at})" for at in range(300)}
    ruled.stored(rules)
    rule_sets.forget()
    read = []
    parse = syntax.parse
    monkeypatch.setattr(syntax, "parse", lambda written: read.append(written) or parse(written))
    # Session, researcher; the set, its text, scores, versions, runs, catalogues for the form.
    with django_assert_num_queries(8):
        page = text(researcher.get(f"{SET}?page=2"))
    assert read == [f"SHAPE(object, form_{at})" for at in range(20, 40)]
    assert "form 20." in page and "form 40" not in page
    with django_assert_num_queries(7):
        researcher.get(SET)
    # Session, researcher; the set, catalogues.
    with django_assert_num_queries(4):
        researcher.get(f"{SET}rules/do_007/")
    assert len(read) == 41


def test_scores_take_no_query_a_line(researcher, catalogue, django_assert_num_queries):
    row = ruled.stored({"pierce_through": "SHAPE(object, pointed)"})
    rule_scores.work_out(rule_scores.ask(row, catalogue, now=make.NOW).pk, now=make.NOW)
    researcher.get(SET)
    with django_assert_num_queries(7):
        assert "Rule by rule on mini-1" in text(researcher.get(SET))


def test_of_a_large_vocabulary_the_page_shows_the_first_words(researcher):
    words = tuple(Word(Pair(Dimension.SIZE, f"size_{at:04}")) for at in range(1234))
    whole = replace(ruled.value({"fold_flat": "SIZE(object, size_0000)"}), vocabulary=words)
    rule_sets.import_file(rule_set_files.write(whole), file="a.jsonl")
    page = text(researcher.get(SET))
    assert "size 0199 and 1,034 more, which the file lists" in " ".join(page.split())


def test_a_rule_is_a_tree_of_lists(researcher):
    ruled.stored()
    page = text(researcher.get(RULE))
    steps = [step.text for step in researcher.get(RULE).context["page"].steps]
    assert steps == [
        "Any of these", "All of these", "object has a part: tip", "tip is pointed",
        "object is sharp",
    ]  # fmt: skip
    assert page.count("<ul>") == page.count("</ul>")
    assert researcher.get(f"{SET}rules/nothing/").status_code == 404


def test_the_lines_behind_a_rule_stand_under_what_they_say(researcher):
    line = Origin("data.noun", 7, "0276 a <pointed> tool", "02769075")
    whole = ruled.value({"pierce_through": "SHAPE(object, pointed)"})
    cited = Cited(Pair(Dimension.SHAPE, "pointed"), "awl", line)
    rule = replace(whole.rules[0], evidence=(cited,))
    rule_sets.import_file(rule_set_files.write(replace(whole, rules=(rule,))), file="a.jsonl")
    page = text(researcher.get(RULE))
    assert "<h3>is pointed</h3>" in page
    assert "awl: <q>0276 a &lt;pointed&gt; tool</q>" in page
    assert "data.noun, line 7, synset 02769075" in page


def test_a_rule_says_on_which_objects_it_fires_and_where_labels_disagree(researcher, catalogue):
    # Of the small catalogue's three objects only the skewer is pointed, and only it pierces.
    ruled.stored(
        {"pierce_through": "SHAPE(object, pointed)", "roll_on_floor": "SHAPE(object, pointed)"}
    )
    lists = researcher.get(f"{RULE}?on=mini-1").context["page"].on.lists
    assert [(each.title, [link.key for link in each.links]) for each in lists] == [
        ("Fires and the label says yes", ["kebab_skewer"])
    ]
    lists = researcher.get(f"{SET}rules/roll_on_floor/?on=mini-1").context["page"].on.lists
    assert [(each.title, [link.key for link in each.links]) for each in lists] == [
        ("Fires and the label says no", ["kebab_skewer"]),
        ("Labelled yes and it does not fire", ["glass_marble"]),
    ]


def test_an_edit_leads_to_the_new_version(researcher):
    ruled.stored()
    response = edited(researcher, note="simpler")
    assert (response.status_code, response.url) == (302, "/rules/trial/2/rules/pierce_through/")
    assert "There is a newer version" in text(researcher.get(SET))


def test_a_rule_is_looked_at_before_it_is_stored(researcher):
    ruled.stored()
    page = text(edited(researcher, step="look", looked_at=""))
    assert "As it would be" in page and "It is not stored yet." in page
    assert RuleSet.objects.count() == 1
    page = text(edited(researcher, step="look", rule="SHAPE(object sharp)"))
    assert "As it would be" not in page and "Line 1" in page


def test_a_rule_that_is_as_it_was_is_no_new_version(researcher):
    ruled.stored()
    form = researcher.get(f"{RULE}edit/").context["form"]
    same = {name: form[name].value() for name in ("words", "rule")}
    page = text(edited(researcher, **same))
    assert "Nothing changed" in page and RuleSet.objects.count() == 1


def test_all_that_is_wrong_with_an_edit_is_said_at_once(researcher):
    ruled.stored()
    page = text(edited(researcher, rule="SHAPE(object sharp)", looked_at=""))
    assert "Say whether you saw labels." in page and "Line 1" in page


def test_what_is_wrong_with_an_edit_comes_back_with_what_was_written(researcher, catalogue):
    ruled.stored()
    page = text(edited(researcher, rule="SHAPE(object sharp)", looked_at=""))
    assert "Say whether you saw labels." in page and "SHAPE(object sharp)" in page
    page = text(edited(researcher, rule="SHAPE(object sharp)"))
    assert "Line 1, column 14: " in page and "SHAPE(object sharp)" in page
    assert RuleSet.objects.count() == 1


def test_scores_are_asked_for_once_and_worked_out_by_a_worker(researcher, catalogue, sent):
    row = ruled.stored({"pierce_through": "SHAPE(object, pointed)"})
    for _ in range(2):
        assert researcher.post(f"{SET}score/", {"catalogue": "mini-1"}).status_code in (302, 200)
    (asked,) = RuleScores.objects.all()
    assert sent == [asked.pk]
    assert "it is being worked out" in text(researcher.get(SET))
    assert rule_scores.work_out(asked.pk, now=make.NOW) is True
    assert rule_scores.work_out(asked.pk, now=make.NOW) is False
    (scoring,) = researcher.get(SET).context["page"].scorings
    (line,) = scoring.scored.lines
    assert (line.score.hits, line.score.misfires) == (1, 0)
    assert row.scores.get().done_at == make.NOW


def test_a_lost_message_for_scores_is_sent_again(catalogue):
    asked = rule_scores.ask(ruled.stored(), catalogue, now=make.NOW)
    later = make.NOW.replace(year=make.NOW.year + 1)
    assert rule_scores.due(make.NOW, unless_since=make.NOW) == []
    assert rule_scores.due(later, unless_since=later) == [asked.pk]
    assert rule_scores.due(later, unless_since=later) == []


def test_the_command_prints_each_rule_with_its_intervals(catalogue, capsys):
    ruled.stored({"pierce_through": "SHAPE(object, pointed)"})
    call_command("score_rules", "trial/1", "mini-1")
    said = capsys.readouterr().out
    assert "pierce_through" in said and "precision       100.0% [20.7%, 100.0%], n = 1" in said
