"""The Chinese sentences: all there, whole, and compiled as they are written."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "locale" / "zh_Hans" / "LC_MESSAGES"
WRITTEN = polib.pofile(str(FOLDER / "django.po"))
# Where a sentence is filled in, and a percent sign as it is.
PLACE = re.compile(r"%\(\w+\)[a-z]|%%")
SENTENCE = re.compile(r"%\((why|accuracy)\)s")
TAG = re.compile(r"</?[a-z][^>]*>")
HALF_WIDTH = re.compile(r"[\u4e00-\u9fff][,;:?!]|[\u4e00-\u9fff]\.(?!\w)")
TOUCHING = re.compile(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]")


def translations(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def named(entries: list[polib.POEntry]) -> list[str]:
    return [entry.msgid for entry in entries]


def key(entry: polib.POEntry | polib.MOEntry) -> tuple[str | None, str, str]:
    return entry.msgctxt, entry.msgid, entry.msgid_plural or ""


def test_every_sentence_is_translated():
    assert named(WRITTEN.untranslated_entries()) == []


def test_no_translation_is_a_guess_of_the_tool():
    assert named(WRITTEN.fuzzy_entries()) == []


def test_no_translation_has_lost_its_sentence():
    assert named(WRITTEN.obsolete_entries()) == []


def test_what_a_sentence_is_filled_with_stands_in_its_translation_once():
    for entry in WRITTEN:
        wanted = sorted(PLACE.findall(entry.msgid_plural or entry.msgid))
        for said in translations(entry):
            assert sorted(PLACE.findall(said)) == wanted, entry.msgid


def test_marks_of_a_sentence_stand_in_its_translation():
    for entry in WRITTEN:
        for said in translations(entry):
            missing = set(TAG.findall(entry.msgid)) - set(TAG.findall(said))
            assert not missing, entry.msgid


def test_marks_of_a_translation_close():
    for entry in WRITTEN:
        for said in translations(entry):
            tags = TAG.findall(said)
            closing = [tag for tag in tags if tag.startswith("</")]
            assert len(tags) == 2 * len(closing), entry.msgid


def test_punctuation_is_full_width_and_latin_text_stands_apart():
    for entry in WRITTEN:
        for said in translations(entry):
            bare = SENTENCE.sub("", TAG.sub("", said))
            assert not HALF_WIDTH.search(bare), said
            assert not TOUCHING.search(bare), said


def test_the_compiled_file_says_what_the_written_one_says():
    compiled = polib.mofile(str(FOLDER / "django.mo"))
    assert {key(entry): translations(entry) for entry in compiled} == {
        key(entry): translations(entry) for entry in WRITTEN
    }


def test_no_sentence_of_the_code_is_missing(tmp_path):
    if shutil.which("xgettext") is None:
        missing_tool = "xgettext of GNU gettext is not installed"
        pytest.fail(missing_tool) if os.environ.get("REQUIRE_LIVE") else pytest.skip(missing_tool)
    found = sentences_of_the_code(tmp_path)
    assert found - {key(entry) for entry in WRITTEN} == set(), "make messages, then translate"
    assert {key(entry) for entry in WRITTEN} - found == set(), "make messages"


def sentences_of_the_code(folder: Path) -> set[tuple[str | None, str, str]]:
    """What makemessages finds in a copy of the sources, since it writes where it looks."""
    only_sources = shutil.ignore_patterns("*.jsonl", "*.toml", "*.txt", "__pycache__", "gold")
    for room in ("games", "annotation", "evaluation", "config", "templates"):
        shutil.copytree(ROOT / room, folder / room, ignore=only_sources)
    (folder / "locale").mkdir()
    command = [sys.executable, "-m", "django", "makemessages", "--locale", "zh_Hans"]
    subprocess.run(command, cwd=folder, env=_bare(), check=True, capture_output=True, timeout=120)
    made = polib.pofile(str(folder / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"))
    return {key(entry) for entry in made}


def _bare() -> dict[str, str]:
    """Without settings, which would add this project's own locale folder to the copy's."""
    return {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
