"""Which code runs: the commit and whether files differ from it, else the project's version."""

import subprocess
import tomllib
from pathlib import Path

WAIT_SECONDS = 10


def code_version(folder: Path) -> dict[str, object]:
    """Return {commit, dirty} of a checkout, {version} of a copy without its history.

    dirty: whether a file that git knows differs from the commit, or one that it does not know
        lies among the modules.
    """
    top = _git(folder, "rev-parse", "--show-toplevel")
    commit = _git(folder, "rev-parse", "HEAD")
    if not top or not commit or Path(top).resolve() != folder.resolve():
        return {"version": _project_version(folder)}
    changed = _git(folder, "status", "--porcelain", "--", ".", ":(exclude)var")
    return {"commit": commit, "dirty": bool(changed)}


def _git(folder: Path, *arguments: str) -> str:
    """Return what git says, "" where there is no git, no checkout, or no end of it."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=WAIT_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def _project_version(folder: Path) -> str:
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    except OSError:
        return "unknown"
    return str(project["project"]["version"])
