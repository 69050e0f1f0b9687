"""Scripts that import others: each is named where names that change with the content are put in."""

import re
from fnmatch import fnmatchcase
from pathlib import Path

from config.static_files import IMPORT, MODULES

SCRIPTS = Path(__file__).parents[2] / "static"


def test_every_script_that_imports_another_is_among_the_modules():
    imports = re.compile(IMPORT)
    for script in SCRIPTS.rglob("*.js"):
        name, text = script.relative_to(SCRIPTS).as_posix(), script.read_text()
        lines = [line for line in text.splitlines() if line.startswith("import ")]
        assert all(imports.search(line) for line in lines), f"{name} imports in another form."
        if lines:
            assert any(fnmatchcase(name, each) for each in MODULES), f"{name} is no module."
