import gzip
import io

import pytest

from games import candidates, knowledge
from games.knowledge import BrokenLine, Edge, KnownTuple, Pointer

LICENCE = "  1 This software and database is being provided to you\n"
HAMMER = (
    "03481172 06 n 02 hammer 0 pounding_tool 1 003 @ 03239726 n 0000 %p 03488000 n 0000"
    ' + 01414644 v 0101 | a hand tool used for driving nails; "he took a hammer"\n'
)
IDEA = "05833840 09 n 01 idea 0 001 @ 05809192 n 0000 | used to think with\n"
HEAD = "id\tnode1\trelation\tnode2\tnode1;label\tnode2;label\trelation;label\tsource\tsentence\n"
USED = "e1\t/c/en/rope\t/r/UsedFor\t/c/en/tying\trope|cord\ttie_things together\tused\tCN\t\n"
IS_A = "e2\t/c/en/rope\t/r/IsA\t/c/en/thing\trope\tthing\tis a\tCN\t\n"


def edges(*lines, **how):
    wanted = frozenset({"UsedFor", "CapableOf"})
    return list(knowledge.edges(lines, "cskg.tsv", relations=wanted, **how))


def test_a_synset_has_words_pointers_and_a_gloss():
    (hammer,) = knowledge.synsets([LICENCE, HAMMER], "data.noun")
    assert (hammer.line, hammer.offset, hammer.lexical_file) == (2, "03481172", 6)
    assert hammer.words == ("hammer", "pounding tool")
    assert hammer.pointers[1] == Pointer("%p", "03488000", "n")
    assert hammer.gloss == 'a hand tool used for driving nails; "he took a hammer"'


@pytest.mark.parametrize(
    "line",
    [
        "03481172 06 n\n",
        "x 06 n 01 a 0 000 | b\n",
        "no synset\n",
        "03481172 06 n 01 a 0 003 @ 05809192 n 0000 | three pointers announced, one there\n",
        "03481172 06 n 01 a 0 -1 @ 05809192 n 0000 | less than none announced\n",
        "03481172 06 n 00 000 | no words\n",
    ],
)
def test_a_broken_line_is_named_and_stops(line):
    with pytest.raises(BrokenLine, match="data.noun:2: The line is no synset"):
        list(knowledge.synsets([HAMMER, line], "data.noun"))


def test_a_reader_can_note_broken_lines_and_go_on():
    noted = []
    found = list(knowledge.synsets(["no synset\n", HAMMER], "data.noun", broken=noted.append))
    assert [synset.words[0] for synset in found] == ["hammer"]
    assert [broken.line for broken in noted] == [1]


def test_edges_of_the_wanted_relations_come_with_their_line():
    assert edges(HEAD, IS_A, USED) == [
        Edge(3, "rope", "UsedFor", "tie things together", "CN", USED.rstrip("\n"))
    ]


def test_an_edge_line_of_other_columns_is_broken():
    with pytest.raises(BrokenLine, match="cskg.tsv:2: 3 columns; the head names 9"):
        edges(HEAD, "e1\ta\tb\n")


def test_a_file_without_the_columns_is_no_edge_file():
    with pytest.raises(BrokenLine, match="cskg.tsv:1: The columns node1"):
        edges("subject\tobject\n", broken=lambda broken: None)


def test_objects_are_the_human_made_things():
    found = list(candidates.objects_of(knowledge.synsets([HAMMER, IDEA], "data.noun"), "data.noun"))
    assert [each.key for each in found] == ["hammer"]
    assert found[0].origin == {
        "knowledge_base": "WordNet",
        "list": "data.noun",
        "line": "1",
        "synset": "03481172",
    }


def test_glosses_of_things_tell_what_they_are_for():
    synsets = knowledge.synsets([HAMMER, IDEA], "data.noun")
    (found,) = candidates.affordances_of_glosses(synsets, "data.noun")
    assert (found.key, found.origin["of"]) == ("driving_nails", "hammer")


@pytest.mark.parametrize(
    ("gloss", "said"),
    [
        ("a chair that can be folded flat", ["folded flat"]),
        ("a bag which may be easily carried; that can be torn", ["carried"]),
        ("a coat designed to be worn over a suit", ["worn over a suit"]),
        ("a rod that can be used to lift loads", ["lift loads"]),
        ("a hook where things can be hung", []),
        ("a net that can hold fish, used for cutting", ["hold fish", "cutting"]),
    ],
)
def test_glosses_tell_what_can_be_done_with_a_thing(gloss, said):
    assert list(candidates.purposes_of(gloss)) == said


def test_edges_tell_what_things_are_used_for():
    (found,) = candidates.affordances_of_edges(edges(HEAD, USED), "cskg.tsv")
    assert found.key == "tie_things_together"
    assert found.origin == {
        "knowledge_base": "CSKG",
        "relation": "UsedFor",
        "list": "cskg.tsv",
        "line": "2",
        "of": "rope",
    }


def test_a_list_has_a_candidate_a_line():
    found = list(candidates.of_list(["Tea  cup\n", "# kitchen\n", "\n", "wok # steel\n"], "mine"))
    assert [(each.key, each.text, each.origin["line"]) for each in found] == [
        ("tea_cup", "Tea cup", "1"),
        ("wok", "wok", "4"),
    ]


def test_a_candidate_stands_once():
    found = candidates.of_list(["wok\n", "Wok\n"], "mine")
    assert [each.text for each in candidates.once_each(found)] == ["wok"]


ARISTO_HEAD = (
    "QStrength\tQuantifier\tArg1\tPred\tArg2\tSentence\tScore\tInferred?\tMultiword?\tCanonical?"
    "\tDomain\tRange\tProvenance\n"
)
SAW = "0.8\tmost\tsaw\tcut\twood\tMost saws cut wood.\t0.9\tn\tn\tn\ttool_n1\tThing\t7 \n"


def test_a_tuple_has_subject_verb_object_and_how_far_it_holds():
    assert list(knowledge.tuples([ARISTO_HEAD, SAW], "aristo.tsv")) == [
        KnownTuple(2, "saw", "cut", "wood", "Most saws cut wood.", 0.8, SAW.rstrip("\n"))
    ]


def test_a_tuple_without_a_number_is_broken():
    with pytest.raises(BrokenLine, match="aristo.tsv:2: QStrength is 'most'; it is a number"):
        list(knowledge.tuples([ARISTO_HEAD, SAW.replace("0.8", "most")], "aristo.tsv"))


def test_a_file_without_the_columns_is_no_tuple_file():
    with pytest.raises(BrokenLine, match="aristo.tsv:1: The columns QStrength, Arg1"):
        list(knowledge.tuples([HEAD], "aristo.tsv", broken=lambda broken: None))


def test_what_pictures_show_is_a_relation_too():
    line = 'e3\twn:rope\tmw:MayHaveProperty\twn:brown\t"rope"\t"brown"\t\t"VG"\t\n'
    wanted = frozenset({"MayHaveProperty"})
    (edge,) = knowledge.edges([HEAD, line], "cskg.tsv", relations=wanted)
    assert (edge.subject, edge.object, edge.source) == ("rope", "brown", "VG")


def test_a_compressed_file_gives_the_same_lines():
    plain = f"{HEAD}{USED}".encode()
    for data in (plain, gzip.compress(plain)):
        lines = list(knowledge.text_lines(io.BytesIO(data), "cskg.tsv.gz"))
        assert lines == [HEAD, USED]


def test_a_compressed_file_that_is_cut_off_says_where():
    whole = gzip.compress((HEAD + USED * 5000).encode(), mtime=0)
    with pytest.raises(BrokenLine, match=r"cskg.tsv.gz:\d+: The compressed file is damaged"):
        list(knowledge.text_lines(io.BytesIO(whole[:-20]), "cskg.tsv.gz"))


def test_bytes_that_are_no_utf8_break_their_line_alone():
    data = (HEAD + USED).encode() + USED.encode().replace(b"rope", b"r\xffpe") + USED.encode()
    noted = []
    lines = knowledge.text_lines(io.BytesIO(data), "cskg.tsv")
    found = edges(*lines, broken=noted.append)
    assert [edge.line for edge in found] == [2, 4]
    assert [str(each) for each in noted] == ["cskg.tsv:3: The line holds bytes that are no UTF-8."]


def test_a_synset_of_bytes_that_are_no_utf8_is_broken():
    data = HAMMER.encode().replace(b"nails", b"n\xe9ils") + IDEA.encode()
    noted = []
    lines = knowledge.text_lines(io.BytesIO(data), "data.noun")
    found = list(knowledge.synsets(lines, "data.noun", broken=noted.append))
    assert [synset.words[0] for synset in found] == ["idea"]
    assert [broken.line for broken in noted] == [1]


def test_progress_is_told_every_so_many_lines_and_at_the_end():
    told = []
    assert len(list(knowledge.counted(["a\n"] * 5, told.append, every=2))) == 5
    assert told == [2, 4, 5]
