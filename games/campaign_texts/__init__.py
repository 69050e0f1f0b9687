"""The consent text that a new campaign starts from, in each language; a researcher adapts it."""

from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "zh-hans")


def default_consent() -> Mapping[str, str]:
    """Language code -> text."""
    return {
        language: (FOLDER / f"consent.{language}.txt").read_text(encoding="utf-8").strip()
        for language in LANGUAGES
    }
