"""Which code runs: a commit, whether files differ from it, or the version of a bare copy."""

import subprocess

from evaluation.code_version import code_version

PROJECT = '[project]\nname = "x"\nversion = "1.2.3"\n'


def checkout(folder):
    (folder / "pyproject.toml").write_text(PROJECT)
    for arguments in (
        ("init", "--quiet"),
        ("add", "."),
        ("-c", "user.name=x", "-c", "user.email=x@y", "commit", "--quiet", "-m", "First"),
    ):
        subprocess.run(["git", "-C", str(folder), *arguments], check=True)
    return folder


def test_a_checkout_is_its_commit(tmp_path):
    found = code_version(checkout(tmp_path))
    assert (len(found["commit"]), found["dirty"]) == (40, False)


def test_a_changed_file_makes_it_dirty(tmp_path):
    checkout(tmp_path)
    (tmp_path / "pyproject.toml").write_text(PROJECT + "\n")
    assert code_version(tmp_path)["dirty"] is True


def test_a_new_module_makes_it_dirty(tmp_path):
    checkout(tmp_path)
    (tmp_path / "new.py").touch()
    assert code_version(tmp_path)["dirty"] is True


def test_what_the_lab_writes_makes_nothing_dirty(tmp_path):
    checkout(tmp_path)
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "lab.sqlite3").touch()
    assert code_version(tmp_path)["dirty"] is False


def test_a_copy_without_history_is_its_version(tmp_path):
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    assert code_version(tmp_path) == {"version": "1.2.3"}


def test_a_copy_inside_another_checkout_is_not_that_one(tmp_path):
    inner = checkout(tmp_path) / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text(PROJECT)
    assert code_version(inner) == {"version": "1.2.3"}
