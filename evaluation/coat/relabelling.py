"""Labels changed by hand, those of one part of a catalogue at a time; keys stay as they are."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from evaluation.coat.editing import Unfit
from evaluation.coat.labels import Labels
from evaluation.coat.records import Judged

OBJECTS, UTILITIES, TASKS, PHRASES = "objects", "utilities", "tasks", "phrases"
Texts = Mapping[str, Mapping[str, str]]
"""Part -> key -> what people are to read; an empty text is made from the key."""


def keys_of(judged: Judged, part: str) -> list[str]:
    """In the order of the catalogue."""
    if part == OBJECTS:
        return list(judged.objects)
    if part == TASKS:
        return list(dict.fromkeys(pair.task for pair in judged.pairs))
    return list(judged.utilities)


def label_of(labels: Labels, part: str, key: str) -> str:
    """What people read now."""
    read = {
        OBJECTS: labels.object,
        UTILITIES: labels.utility,
        TASKS: labels.task,
        PHRASES: labels.phrase,
    }
    return read[part](key)


def relabelled(judged: Judged, labels: Labels, texts: Texts) -> Labels:
    """The labels with these texts, of the keys that the catalogue has.

    Raises Unfit where none differs from what is read now, and where two keys would be read alike.
    """
    told = {
        part: {
            key: text
            for key in keys_of(judged, part)
            if (text := _told(labels, part, key, texts.get(part, {})))
        }
        for part in (OBJECTS, UTILITIES, TASKS, PHRASES)
    }
    found = replace(labels, **told)
    if not any(_differ(labels, found, part, keys_of(judged, part)) for part in texts):
        raise Unfit("No label differs from what is read now.")
    for part in texts:
        _check(found, part, keys_of(judged, part))
    return found


def _told(labels: Labels, part: str, key: str, texts: Mapping[str, str]) -> str:
    """What a text that is left as it was came from stays: the key, or what was told before."""
    before = label_of(labels, part, key)
    text = texts.get(key, before)
    if text == before and key not in getattr(labels, part):
        return ""
    return text


def _differ(before: Labels, after: Labels, part: str, keys: Iterable[str]) -> bool:
    return any(label_of(before, part, key) != label_of(after, part, key) for key in keys)


def _check(labels: Labels, part: str, keys: Iterable[str]) -> None:
    """Options of a question, and names in a reply, are told apart by their labels alone."""
    read: dict[str, str] = {}
    for key in keys:
        label = label_of(labels, part, key)
        other = read.setdefault(" ".join(label.casefold().split()), key)
        if other != key:
            raise Unfit(f"{other} and {key} would both be read as {label!r}.")
