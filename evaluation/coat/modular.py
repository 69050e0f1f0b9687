"""The modular set-up: first which objects are suited, then which of their states is best.

Its rules: no option kept is no answer (or, where asked for, all options go on); one option kept
is the answer, without a second call; names that were not offered are ignored and counted.
"""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from evaluation.coat import prompts
from evaluation.coat.labels import Labels
from evaluation.coat.prompting import OBJECTS, Profile
from evaluation.coat.questions import LETTERS, Question
from evaluation.coat.rendering import Rendered
from evaluation.coat.variations import FULL, Kind
from games.llm.chat import Message
from games.replies.spoken import spoken, without_fences

_LIST = re.compile(r"\[[^\[\]]*\]")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_AROUND = " \t*_`\"'“”‘’.;:"
_NONE = frozenset(["none", "no object", "none of them", "none of the objects"])


class NoneKept(StrEnum):
    """What happens to a question of which no option is kept."""

    INVALID = "invalid"
    ALL_OPTIONS = "all-options"


@dataclass(frozen=True)
class ObjectList:
    """What the first stage said. named: keys, each once. unknown: names that were not offered."""

    named: tuple[str, ...]
    unknown: int = 0


@dataclass(frozen=True)
class SecondStage:
    """originals: the letters of the second question -> those of the whole one.

    settled: whether the second question need not be put: there is one option, or none.
    """

    originals: Mapping[str, str]

    @property
    def settled(self) -> bool:
        return len(self.originals) < 2

    @property
    def only(self) -> str | None:
        """The answer where one option is left; None where none is. Of a settled one alone."""
        return next(iter(self.originals.values()), None)

    def question(self, whole: Rendered) -> Rendered:
        """The same question with the options that are left, lettered anew."""
        left = {letter: whole.options[original] for letter, original in self.originals.items()}
        return Rendered(whole.text, left)

    def original(self, letter: str | None) -> str | None:
        """The letter of the whole question; None for no answer."""
        return None if letter is None else self.originals[letter]


def objects_of(question: Question, labels: Labels) -> dict[str, str]:
    """Key -> label of the objects of a question, each once, in the order of its options."""
    return {each.object_name: labels.object(each.object_name) for each in question.options}


def first_messages(
    profile: Profile, kind: Kind, text: str, objects: Mapping[str, str]
) -> list[Message]:
    """text: of the question, without its options. objects: key -> label.

    Raises ValueError for a kind whose options are not in several objects and several states.
    """
    if kind not in FULL:
        raise ValueError(f"{kind} has no modular set-up; {', '.join(sorted(FULL))} have one.")
    told = prompts.load(OBJECTS)
    static = [profile.system or told.sections["system"]]
    if profile.weigh:
        static.append(told.sections["weigh"])
    static.append(told.sections["form"])
    names = "\n".join(f"- {label}" for label in dict.fromkeys(objects.values()))
    asked = f"{text}\n{told.render('objects', objects=names)}"
    return [Message("system", "\n\n".join(static)), Message("user", asked)]


def read_objects(reply: str, objects: Mapping[str, str]) -> ObjectList | None:
    """What a reply of the first stage lists: JSON, or a name a line, or names between commas.

    objects: key -> label; labels and keys are found in any case. None where the reply is no list.
    """
    text = without_fences(spoken(reply).text).strip()
    names = _names_in(text)
    if names is None:
        return None
    keys = [_keys(name, objects) for name in names]
    found = tuple(dict.fromkeys(key for of in keys for key in of))
    unknown = sum(not of for of in keys)
    # Prose falls into pieces of which none is a name; a list in JSON is one whatever it names.
    return ObjectList(found, unknown) if found or _is_list(text) else None


def second_stage(
    listed: Collection[str], question: Question, none_kept: NoneKept = NoneKept.INVALID
) -> SecondStage:
    """listed: keys of the objects that the first stage named."""
    by_letter = question.by_letter()
    kept = [letter for letter, each in by_letter.items() if each.object_name in listed]
    if not kept and none_kept == NoneKept.ALL_OPTIONS:
        kept = list(by_letter)
    return SecondStage(dict(zip(LETTERS, kept, strict=False)))


def _names_in(text: str) -> list[str] | None:
    """None where lists contradict each other, or one of them is none of names."""
    lists = {match[0] for match in _LIST.finditer(text)}
    if lists:
        return _of_json(lists.pop()) if len(lists) == 1 else None
    if text.strip(_AROUND).lower() in _NONE:
        return []
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) == 1 and not _BULLET.match(lines[0]):
        lines = re.split(r"[,;]", lines[0])
    return [_BULLET.sub("", line).strip(_AROUND) for line in lines]


def _of_json(text: str) -> list[str] | None:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return values if all(isinstance(each, str) for each in values) else None


def _is_list(text: str) -> bool:
    return bool(_LIST.search(text)) or text.strip(_AROUND).lower() in _NONE


def _keys(name: str, objects: Mapping[str, str]) -> list[str]:
    wanted = " ".join(name.split()).lower()
    return [key for key, label in objects.items() if wanted in (label.lower(), key.lower())]
