"""The command that counts the published COAT data anew."""

import io
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from evaluation.coat import completing, writing
from tests.unit.coat_cases import own


def verify(folder):
    out = io.StringIO()
    call_command("verify_coat", str(folder), stdout=out, stderr=out)
    return out.getvalue()


def lone_objects():
    """Our own catalogue, but one object for each pair: some sets can have no question."""
    judged = own().judged
    first = {pair: names[:1] for pair, names in judged.context_of.items()}
    preferences = {
        pair: {names[0]: judged.preferences[pair][names[0]]} for pair, names in first.items()
    }
    return completing.completed(replace(judged, context_of=first, preferences=preferences))


def test_an_empty_folder_is_refused_with_every_missing_file(tmp_path):
    with pytest.raises(CommandError, match="11 errors"):
        verify(tmp_path)


def test_other_data_fail_and_what_is_short_is_told(tmp_path):
    for name, text in writing.write(lone_objects()).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    out = io.StringIO()
    with pytest.raises(CommandError, match="No pair can have a question of task-1 variation 2"):
        call_command("verify_coat", str(tmp_path), stdout=out, stderr=out)
    first = out.getvalue().splitlines()[1].split()
    assert first == ["V1", "FAILS", "utilities", "22", "8"]
