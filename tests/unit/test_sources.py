"""Which candidates a source offers and a catalogue can take."""

import pytest

from annotation import sources
from annotation.sources import NothingToOffer, Source
from annotation.stages import Kind
from games import knowledge

SPADE = "03 06 n 02 spade 0 shovel 0 000 | a tool used to dig soil; sharp\n"
EDGES = (
    "node1\trelation\tnode2\tnode1;label\tnode2;label\tsource\n"
    "/c/en/a\t/r/UsedFor\t/c/en/b\tspade\tdig holes\tCN\n"
)


def found(source, kind, *lines, broken=knowledge.stop):
    offered = sources.candidates_in(source, kind, lines, "file", broken=broken)
    return [candidate.key for candidate in offered]


@pytest.mark.parametrize(
    ("source", "kind", "text", "keys"),
    [
        (Source.LIST, Kind.OBJECT, "tea towel # wet\n#\ntea-towel\n", ["tea_towel"]),
        (Source.LIST, Kind.AFFORDANCE, "pierce through\n", ["pierce_through"]),
        (Source.WORDNET, Kind.OBJECT, SPADE, ["spade"]),
        (Source.WORDNET, Kind.AFFORDANCE, SPADE, ["dig_soil"]),
        (Source.CSKG, Kind.AFFORDANCE, EDGES, ["dig_holes"]),
    ],
)
def test_each_source_offers_its_candidates_once_each(source, kind, text, keys):
    assert found(source, kind, *text.splitlines(keepends=True)) == keys


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Mütze", "mutze"),
        ("Ærø-Straße", "aero_strasse"),
        ("Łódź cup", "lodz_cup"),
        ("ﬁle №5", "file_no5"),
    ],
)
def test_letters_lose_their_marks_in_keys(name, key):
    assert found(Source.LIST, Kind.OBJECT, name) == [key]


def test_a_name_whose_key_is_taken_is_told():
    noted = []
    lines = ("tea towel", "tea-towel", "Tea Towel")
    offered = sources.candidates_in(
        Source.LIST, Kind.OBJECT, lines, "file", broken=knowledge.stop, repeated=noted.append
    )
    assert [candidate.text for candidate in offered] == ["tea towel"]
    assert [(each.left_out, each.same_name) for each in noted] == [
        ("tea-towel", False),
        ("Tea Towel", True),
    ]


def test_cskg_offers_no_objects():
    with pytest.raises(NothingToOffer, match="CSKG offers affordances"):
        found(Source.CSKG, Kind.OBJECT, EDGES)


@pytest.mark.parametrize(
    ("name", "problem"), [("茶壶", "no Latin letter"), ("x" * 101, "101 characters; 100 at most")]
)
def test_what_no_catalogue_can_take_is_told_with_its_line(name, problem):
    noted = []
    assert found(Source.LIST, Kind.OBJECT, "cup", name, broken=noted.append) == ["cup"]
    assert str(noted[0]).startswith("file:2: ") and problem in str(noted[0])
    with pytest.raises(knowledge.BrokenLine, match=problem):
        found(Source.LIST, Kind.OBJECT, name)


def test_a_name_that_cannot_be_stored_is_told_from_any_source():
    noted = []
    edges = EDGES.replace("dig holes", "dig\x00holes")
    assert found(Source.CSKG, Kind.AFFORDANCE, *edges.splitlines(True), broken=noted.append) == []
    assert "control character" in str(noted[0])
