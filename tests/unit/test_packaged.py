"""Packaged weights are made ready once, and whole."""

import pytest

from games.llm import packaged


@pytest.fixture
def weights(tmp_path, monkeypatch):
    """Conversions that write one file, counted."""
    made = []

    def convert(source, target):
        made.append(source)
        (target / "config.json").write_text("{}")

    monkeypatch.setattr(packaged, "chat_weights", lambda: tmp_path / "small.gguf")
    monkeypatch.setattr(packaged, "_convert", convert)
    return made


def test_the_model_is_converted_into_its_folder(tmp_path, weights):
    target = tmp_path / "models" / "small"
    assert packaged.prepare(target) == f"small.gguf was converted into {target}."
    assert (target / "config.json").is_file()


def test_a_second_time_nothing_is_done(tmp_path, weights):
    packaged.prepare(tmp_path / "small")
    assert "nothing to do" in packaged.prepare(tmp_path / "small")
    assert len(weights) == 1


def test_a_conversion_that_breaks_leaves_nothing_behind(tmp_path, weights, monkeypatch):
    def break_off(source, target):
        (target / "half.bin").write_text("")
        raise OSError("No space left on device")

    monkeypatch.setattr(packaged, "_convert", break_off)
    with pytest.raises(OSError, match="No space left"):
        packaged.prepare(tmp_path / "small")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_other_files_is_left_alone(tmp_path, weights):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(FileExistsError, match="holds other files"):
        packaged.prepare(tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_missing_package_says_how_to_install_it(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(packaged, "_CHAT_PACKAGE", "no_such_package_of_weights")
    assert packaged.main([str(tmp_path / "small")]) == 1
    assert "requirements/weights.txt" in capsys.readouterr().err
