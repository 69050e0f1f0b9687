from pathlib import Path

import pytest

from evaluation.kari import facts
from evaluation.kari.facts import Fact, Kind, Origin
from games import knowledge
from games.sheets import Dimension, ObjectSheet, Property

HEAD = "id\tnode1\trelation\tnode2\tnode1;label\tnode2;label\trelation;label\tsource\tsentence\n"
ARISTO_HEAD = "QStrength\tArg1\tPred\tArg2\tSentence\n"
WORDNET = Path("/usr/share/wordnet/data.noun")
BLADE = "00000100 06 n 01 blade 0 000 | the flat cutting part of a tool\n"
IRON = "00000200 27 n 01 iron 0 000 | a heavy metal\n"
KNIFE = (
    "00000300 06 n 02 Knife 0 table_knife 0 002 %p 00000100 n 0000 %s 00000200 n 0000"
    ' | edge tool used for cutting bread, with a handle made of wood; "a knife used to kill"\n'
)


def of_edge(relation, subject, object_):
    line = f"e\t/c/a\t{relation}\t/c/b\t{subject}\t{object_}\t\tCN\t\n"
    edges = knowledge.edges([HEAD, line], "cskg.tsv", relations=facts.RELATIONS)
    return [(each.kind, each.thing, each.words) for each in facts.of_edges(edges, "cskg.tsv")]


def of_tuple(subject, predicate, object_):
    line = f"0.9\t{subject}\t{predicate}\t{object_}\tA sentence.\n"
    tuples = knowledge.tuples([ARISTO_HEAD, line], "aristo.tsv")
    return [(each.kind, each.thing, each.words) for each in facts.of_tuples(tuples, "aristo.tsv")]


@pytest.mark.parametrize(
    ("relation", "fact"),
    [
        ("/r/UsedFor", (Kind.AFFORDANCE, "rope", "tying up")),
        ("/r/CapableOf", (Kind.AFFORDANCE, "rope", "tying up")),
        ("/r/MadeOf", (Kind.MATERIAL, "rope", "tying up")),
        ("/r/HasA", (Kind.PART, "rope", "tying up")),
        ("/r/PartOf", (Kind.PART, "tying up", "Rope")),
        ("/r/HasProperty", (Kind.PROPERTY, "rope", "tying up")),
        ("mw:MayHaveProperty", (Kind.PROPERTY, "rope", "tying up")),
    ],
)
def test_each_relation_of_cskg_says_something_of_a_thing(relation, fact):
    assert of_edge(relation, "Rope", "tying up") == [fact]


def test_other_relations_say_nothing():
    assert of_edge("/r/AtLocation", "rope", "ship") == []


@pytest.mark.parametrize(
    ("predicate", "fact"),
    [
        ("make of", (Kind.MATERIAL, "saw", "steel")),
        ("has-part", (Kind.PART, "saw", "steel")),
        ("is-part-of", (Kind.PART, "steel", "saw")),
        ("cut", (Kind.AFFORDANCE, "saw", "cut steel")),
        ("use for", (Kind.AFFORDANCE, "saw", "steel")),
    ],
)
def test_each_predicate_of_aristo_says_something_of_a_thing(predicate, fact):
    assert of_tuple("saw", predicate, "steel") == [fact]


def test_what_a_thing_is_a_kind_of_is_no_affordance():
    assert of_tuple("saw", "isa", "tool") == []


def test_a_fact_keeps_its_line():
    line = "e\t/c/a\t/r/MadeOf\t/c/b\trope\themp\t\tCN\t\n"
    edges = knowledge.edges([HEAD, line], "cskg.tsv", relations=facts.RELATIONS)
    (fact,) = facts.of_edges(edges, "cskg.tsv")
    assert fact.origin == Origin("cskg.tsv", 2, line.rstrip("\n"))


def test_a_synset_says_what_a_thing_is_for_made_of_and_has():
    names = facts.names_of(knowledge.synsets([BLADE, IRON, KNIFE], "data.noun"))
    read = list(facts.of_synsets(knowledge.synsets([KNIFE], "n"), "data.noun", names=names))
    origin = Origin("data.noun", 1, KNIFE.rstrip("\n"), "00000300")
    assert [fact for fact in read if fact.thing == "knife"] == [
        Fact(
            Kind.DESCRIPTION,
            "knife",
            "edge tool used for cutting bread, with a handle made of wood",
            origin,
        ),
        Fact(Kind.AFFORDANCE, "knife", "cutting bread", origin),
        Fact(Kind.MATERIAL, "knife", "wood", origin),
        Fact(Kind.PART, "knife", "blade", origin),
        Fact(Kind.MATERIAL, "knife", "iron", origin),
    ]
    assert {fact.thing for fact in read} == {"knife", "table knife"}


def test_an_object_of_a_catalogue_says_its_labels_and_properties():
    held = {
        Property(Dimension.MATERIAL, "steel", "blade"),
        Property(Dimension.SIZE, "fits_in_hand"),
    }
    sheet = ObjectSheet("knife", "Knife", "A blade in a handle.", frozenset(held))
    read = list(facts.of_sheet(sheet, ["cut_bread"], file="objects.jsonl", line=3))
    assert [(fact.kind, fact.words) for fact in read] == [
        (Kind.AFFORDANCE, "cut bread"),
        (Kind.DESCRIPTION, "A blade in a handle."),
        (Kind.MATERIAL, "steel"),
        (Kind.PART, "steel blade"),
        (Kind.PROPERTY, "fits in hand"),
    ]
    assert {(fact.thing, fact.origin) for fact in read} == {
        ("knife", Origin("objects.jsonl", 3, "A blade in a handle."))
    }


@pytest.mark.skipif(not WORDNET.exists(), reason="Debian's wordnet-base is not installed.")
def test_the_real_wordnet_has_parts_and_uses():
    with WORDNET.open(encoding="utf-8") as lines:
        about_hammers = [line for line in lines if "hammer" in line]
    synsets = list(knowledge.synsets(about_hammers, "data.noun"))
    read = list(facts.of_synsets(synsets, "data.noun", names=facts.names_of(synsets)))
    said = {(fact.kind, fact.thing, fact.words) for fact in read}
    assert (Kind.PART, "hammer", "hammerhead") in said
    assert any(kind == Kind.AFFORDANCE for kind, _, _ in said)
    assert all(fact.origin.raw.startswith(fact.origin.synset) for fact in read)
