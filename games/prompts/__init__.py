"""What models are told: text files of named sections, each file with its SHA-256.

A file holds sections, each under a line `== name ==`; `$word` in a section is
filled in when it is rendered. The hash is of the whole file, so that a play can
state exactly which words its models were given.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

_FOLDER = Path(__file__).parent
_HEADING = re.compile(r"^== (\w+) ==\n", re.MULTILINE)


@dataclass(frozen=True)
class Prompt:
    """sections: name -> text as it stands in the file, without the blank lines around it."""

    name: str
    sections: Mapping[str, str]
    sha256: str

    @property
    def short_hash(self) -> str:
        return self.sha256[:8]

    def render(self, section: str, **words: str) -> str:
        """Return the section with its words filled in.

        Raises KeyError for an unknown section or a word that is missing.
        """
        return Template(self.sections[section]).substitute(words)


@cache
def load(name: str, folder: Path = _FOLDER) -> Prompt:
    """Return the prompt of this name in a folder; raises FileNotFoundError where there is none."""
    return parse(name, (folder / f"{name}.txt").read_text(encoding="utf-8"))


def parse(name: str, text: str) -> Prompt:
    _, *parts = _HEADING.split(text)
    sections = dict(zip(parts[::2], (part.strip() for part in parts[1::2]), strict=True))
    return Prompt(name, sections, hashlib.sha256(text.encode()).hexdigest())
