"""Who may import whom. A room that is not in the table, or an edge, fails by its name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.rooms import PURE, ROOMS

ROOT = Path(__file__).resolve().parents[2]
APPS = ("games", "annotation", "evaluation")

IMPURE = {"django", "celery", "config", "datetime", "time", "random", "aiohttp"}
IMPURE |= {"os", "pathlib", "tempfile", "subprocess"}
# They read the texts that are packaged beside them, once.
READS_ITS_OWN_FILES = {"games.lexicon", "games.checking.words", "evaluation.coat.prompts"}
READS_ITS_OWN_FILES |= {"evaluation.induction.prompts"}
SEEDED = "random.Random"


def modules() -> Iterator[tuple[str, Path]]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                parts = path.relative_to(ROOT).with_suffix("").parts
                yield ".".join(parts).removesuffix(".__init__"), path


def imports(path: Path) -> Iterator[str]:
    """Full names of what is imported; `from games import rules` gives games.rules."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if _is_module(full) or full == SEEDED else node.module


def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def room_of(module: str) -> str | None:
    fitting = [room for room in ROOMS if module == room or module.startswith(f"{room}.")]
    return max(fitting, key=len, default=None)


def within(module: str, rooms: set[str]) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


MODULES = dict(modules())
PURE_MODULES = [m for m in MODULES if within(m, PURE) and m not in READS_ITS_OWN_FILES]


@pytest.mark.parametrize("module", [m for m in MODULES if m not in APPS])
def test_every_module_has_its_room(module):
    assert room_of(module), f"{module} stands in no room of the table."


@pytest.mark.parametrize("module", MODULES)
def test_imports_keep_to_the_table(module):
    room = room_of(module)
    if room is None:
        return
    allowed = ROOMS[room] | {room}
    for imported in imports(MODULES[module]):
        if imported.split(".")[0] in (*APPS, "config") and imported not in APPS:
            assert within(imported, allowed), f"{module} ({room}) may not import {imported}."


@pytest.mark.parametrize("module", PURE_MODULES)
def test_pure_rooms_import_nothing_from_outside(module):
    for imported in imports(MODULES[module]):
        outside = imported.split(".")[0] in IMPURE and imported != SEEDED
        assert not outside, f"{module} is pure and may not import {imported}."


@pytest.mark.parametrize("room", ROOMS)
def test_the_table_lists_only_rooms_that_exist(room):
    assert room in MODULES or any(m.startswith(f"{room}.") for m in MODULES), room


def documented() -> dict[str, bool]:
    """Modules and packages in the tables of docs/architecture.md, and whether each is marked P."""
    found: dict[str, bool] = {}
    app = ""
    for line in (ROOT / "docs" / "architecture.md").read_text().splitlines():
        if heading := re.match(r"## Rooms of `(\w+)`", line):
            app = heading[1]
        elif app and (row := re.match(r"\| ([^|]+) \| ([^|]+) \|", line)):
            for names, mark in re.findall(r"`([^`]+)`( P)?", row[2]):
                for name in names.split():
                    module = name.removesuffix(".py").strip("/").replace("/", ".")
                    found[f"{app}.{module}"] = bool(mark) or row[1].endswith(" P")
    return found


DOCUMENTED = documented()


def document_of(module: str) -> str | None:
    fitting = [each for each in DOCUMENTED if module == each or module.startswith(f"{each}.")]
    return max(fitting, key=len, default=None)


@pytest.mark.parametrize("module", [m for m in MODULES if m not in APPS])
def test_the_document_names_every_module_and_says_which_are_pure(module):
    named = document_of(module)
    assert named, f"{module} stands in no table of docs/architecture.md."
    assert DOCUMENTED[named] == within(module, PURE), f"{module} is pure in one of both tables."


@pytest.mark.parametrize("module", DOCUMENTED)
def test_the_document_names_only_modules_that_exist(module):
    assert _is_module(module), f"{module} is in docs/architecture.md alone."
