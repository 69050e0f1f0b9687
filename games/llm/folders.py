"""What lies in a model's folder: how long its conversations may be, and its chat template."""

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Folder:
    """found: whether a model lies there. is_path: whether the name is a path and no hub's name.

    context: in tokens, None where the configuration does not say. template: "" for none.
    """

    found: bool
    is_path: bool
    context: int | None = None
    template: str = ""


def look_into(name: str) -> Folder:
    """Return what lies under this name, a path or a hub's `owner/name`."""
    folder = Path(name)
    config = folder / "config.json"
    if not config.is_file():
        is_path = folder.is_absolute() or name.startswith(".") or name.count("/") != 1
        return Folder(found=False, is_path=is_path)
    context = _json_of(config).get("max_position_embeddings")
    return Folder(
        found=True,
        is_path=True,
        context=context if isinstance(context, int) else None,
        template=_template(folder),
    )


def _template(folder: Path) -> str:
    own = folder / "chat_template.jinja"
    if own.is_file():
        return own.read_text(encoding="utf-8")
    template = _json_of(folder / "tokenizer_config.json").get("chat_template")
    return template if isinstance(template, str) else ""


def _json_of(file: Path) -> dict[str, object]:
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}
