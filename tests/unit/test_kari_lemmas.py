from pathlib import Path

import pytest

from evaluation.kari import lemmas
from evaluation.kari.lemmas import PLAIN, Lemmas
from games.knowledge import BrokenLine

WORDNET = Path("/usr/share/wordnet")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("piercing", "pierce"),
        ("cutting", "cut"),
        ("rolled", "roll"),
        ("nails", "nail"),
        ("boxes", "box"),
        ("knives", "knife"),
        ("carries", "carry"),
        ("carried", "carrying"),
        ("held", "holding"),
        ("gripped", "grip"),
    ],
)
def test_forms_of_one_word_are_alike(one, other):
    assert PLAIN.alike(one, other)


@pytest.mark.parametrize(("one", "other"), [("string", "strum"), ("ring", "red"), ("bus", "bed")])
def test_other_words_are_not(one, other):
    assert not PLAIN.alike(one, other)


def test_a_dictionary_keeps_out_bases_that_are_no_words():
    assert "stre" in PLAIN.bases("string")
    assert Lemmas(known=frozenset({"string", "pierce"})).bases("string") == {"string"}


def test_irregular_forms_come_from_wordnets_lists():
    listed = dict(lemmas.exceptions(["smote smite\n", "axes ax axis\n"], "verb.exc"))
    assert listed == {"smote": ("smite",), "axes": ("ax", "axis")}
    assert Lemmas(irregular=listed).alike("smote", "smite")
    assert not PLAIN.alike("smote", "smite")


def test_a_broken_line_of_a_list_is_named():
    with pytest.raises(BrokenLine, match="noun.exc:2: The line is no form followed by its bases"):
        list(lemmas.exceptions(["mice mouse\n", "geese\n"], "noun.exc"))


def test_headwords_are_the_single_words_of_an_index():
    lines = ["  1 licence\n", "pierce v 3 2 @ + 3 2 00121046\n", "pin_down v 1 0 1 0 00943837\n"]
    assert list(lemmas.headwords(lines, "index.verb")) == ["pierce"]


@pytest.mark.skipif(not WORDNET.exists(), reason="Debian's wordnet-base is not installed.")
def test_the_real_files_are_read():
    with (WORDNET / "verb.exc").open() as lines:
        irregular = dict(lemmas.exceptions(lines, "verb.exc"))
    with (WORDNET / "index.verb").open() as lines:
        known = frozenset(lemmas.headwords(lines, "index.verb"))
    read = Lemmas(irregular, known)
    assert [read.base(word) for word in ("cooking", "pulling", "slicing", "ran", "cut")] == [
        "cook",
        "pull",
        "slice",
        "run",
        "cut",
    ]
    assert read.bases("tore") == {"tore", "tear"}
    assert read.bases("slicing") == {"slicing", "slice"}
