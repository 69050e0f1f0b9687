"""Who may import whom. A room that is not in the table, or an edge, fails by its name."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("games", "annotation", "evaluation")

# Longest prefix wins. Room -> rooms of this project that it may import, itself always.
VALUES = {
    "games.sheets",
    "games.labels",
    "games.rules",
    "games.roles",
    "games.presets",
    "games.llm.chat",
}
ROOMS: dict[str, set[str]] = {
    "games.sheets": set(),
    "games.labels": set(),
    "games.rules": set(),
    "games.llm.chat": set(),
    "games.roles": {"games.sheets", "games.rules", "games.llm.chat"},
    "games.presets": {"games.rules"},
    "games.llm": {"games.llm.chat"},
    "games.replies": VALUES,
    "games.prompts": set(),
    "games.lexicon": {"games.sheets"},
    "games.checking": {"games.roles", "games.rules", "games.sheets"},
    "games.checkers": VALUES | {"games.checking"},
    "games.table": VALUES | {"games.lexicon"},
    "games.oracles": VALUES | {"games.lexicon", "games.table"},
    "games.checker_scores": VALUES | {"games.formats"},
    "games.oracle_scores": VALUES | {"games.formats"},
    "games.model_roles": VALUES | {"games.replies", "games.prompts"},
    "games.belief": {"games.rules"},
    "games.covers": set(),
    "games.players": {"games.belief", "games.covers", "games.rules"},
    "games.pool": {"games.roles", "games.sheets"},
    "games.sampling": set(),
    "games.subsets": set(),
    "games.pseudonyms": set(),
    "games.oracle_gate": {"games.oracle_scores"},
    "games.formats": VALUES,
    "games.catalogue_checks": VALUES | {"games.formats"},
    "games.models": {"games.rules", "games.sheets", "games.labels", "games.presets"},
    "games.selectors": VALUES
    | {"games.models", "games.formats", "games.oracle_scores", "games.oracle_gate"},
    "games.matrices": {"games.models", "games.selectors", "games.labels"},
    "games.live": VALUES | {"games.models"},
    "games.progress": {"games.models"},
    "games.campaign_texts": set(),
    "games.standings": VALUES | {"games.models", "games.selectors", "games.pseudonyms"},
    "games.person_signs": set(),
    "games.texts": {"games.models", "games.person_signs"},
    "games.exporting": {"games.presets", "games.rules"},
    "games.export_cells": {
        "games.exporting",
        "games.models",
        "games.person_signs",
        "games.rules",
        "games.selectors",
        "games.texts",
    },
    "games.export_rows": {
        "games.export_cells",
        "games.exporting",
        "games.models",
        "games.rules",
    },
    "games.exports": {
        "games.export_cells",
        "games.export_rows",
        "games.exporting",
        "games.models",
        "games.texts",
    },
    "games.contents": VALUES | {"games.models", "games.selectors", "games.formats"},
    "games.services": VALUES
    | {
        "games.models",
        "games.selectors",
        "games.matrices",
        "games.contents",
        "games.texts",
        "games.formats",
        "games.belief",
        "games.players",
        "games.pool",
        "games.sampling",
        "games.oracle_scores",
        "games.oracle_gate",
        "games.subsets",
        "games.pseudonyms",
        "games.llm",
    },
    "games.backends": VALUES
    | {
        "games.selectors",
        "games.checkers",
        "games.oracles",
        "games.lexicon",
        "games.model_roles",
        "games.llm",
        "games.services",
    },
    "games.observer": {
        "games.backends",
        "games.belief",
        "games.matrices",
        "games.rules",
        "games.selectors",
        "games.models",
    },
    "games.pages": VALUES
    | {
        "games.live",
        "games.progress",
        "games.oracle_gate",
        "games.oracle_scores",
        "games.observer",
        "games.models",
        "games.selectors",
        "games.standings",
        "games.matrices",
        "games.belief",
        "games.backends",
    },
    "games.http": {"games.models", "games.selectors"},
    "games.volunteers": {"games.models", "games.pseudonyms"},
    "games.study_forms": set(),
    "games.forms": {"games.services"},
    "games.campaign_forms": VALUES
    | {"games.models", "games.services", "games.pages", "games.campaign_texts"},
    "games.tasks": VALUES | {"games.models", "games.services", "games.backends"},
    "games.views": VALUES
    | {
        "games.models",
        "games.selectors",
        "games.standings",
        "games.services",
        "games.texts",
        "games.exporting",
        "games.export_rows",
        "games.exports",
        "games.pages",
        "games.http",
        "games.access",
        "games.volunteers",
        "games.study_forms",
        "games.campaign_forms",
        "games.progress",
        "games.pseudonyms",
        "games.forms",
        "games.tasks",
        "games.backends",
    },
    "games.access": {"games.http"},
    "games.urls": {"games.views"},
    "games.study_urls": {"games.views"},
    "games.campaign_urls": {"games.views"},
    "games.admin": {"games.models"},
    "games.apps": set(),
    "games.simulation": VALUES
    | {
        "games.models",
        "games.selectors",
        "games.matrices",
        "games.services",
        "games.backends",
        "games.oracle_gate",
        "games.belief",
        "games.players",
        "games.pseudonyms",
    },
    "games.management": {"games"},
    "annotation": {"games"},
    "evaluation.metrics": {"games.rules"},
    "evaluation.drawing": set(),
    "evaluation.charts": {"evaluation.metrics", "evaluation.drawing"},
    "evaluation.records": VALUES
    | {
        "evaluation.metrics",
        "games.models",
        "games.selectors",
        "games.belief",
        "games.observer",
    },
    "evaluation.pages": VALUES
    | {
        "evaluation.metrics",
        "evaluation.records",
        "evaluation.charts",
        "evaluation.drawing",
        "games.models",
        "games.selectors",
        "games.belief",
        "games.players",
    },
    "evaluation.views": {"evaluation.pages", "games.models", "games.access", "games.http"},
    "evaluation.urls": {"evaluation.views"},
    "evaluation.apps": set(),
    "evaluation.management": {"evaluation", "games"},
}
PURE = {
    *VALUES,
    "games.llm.scripted",
    "games.replies",
    "games.belief",
    "games.covers",
    "games.players",
    "games.pool",
    "games.sampling",
    "games.subsets",
    "games.simulation.pages",
    "games.simulation.minds",
    "games.simulation.characters",
    "games.oracle_gate",
    "games.formats",
    "games.catalogue_checks",
    "games.exporting",
    "games.person_signs",
    "games.lexicon",
    "games.checking",
    "games.checkers",
    "games.checker_scores",
    "games.table",
    "games.oracles",
    "games.oracle_scores",
    "evaluation.metrics",
    "evaluation.drawing",
    "evaluation.charts",
}
IMPURE = {"django", "celery", "config", "datetime", "time", "random", "aiohttp"}
IMPURE |= {"os", "pathlib", "tempfile", "subprocess"}
# They read the word lists that are packaged beside them, once.
READS_ITS_OWN_FILES = {"games.lexicon", "games.checking.words"}
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
