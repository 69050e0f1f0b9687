"""The pool of property questions that a catalogue's own values make, with every object's answers.

An object answers yes to its listed values and to whatever is broader than them (steel is metal),
and no to every other value of the catalogue.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.roles import Pair
from games.sheets import Dimension, ObjectSheet

BoolArray = NDArray[np.bool_]
Broader = Mapping[Pair, Sequence[str]]


@dataclass(frozen=True)
class PoolQuestion:
    pair: Pair
    text: str


@dataclass(frozen=True, eq=False)
class Pool:
    """questions: sorted by dimension and value. answers: (objects, questions), True for yes."""

    questions: tuple[PoolQuestion, ...]
    answers: BoolArray


def build(sheets: Sequence[ObjectSheet], broader: Broader) -> Pool:
    """Return the questions of all pairs that some object has, and every object's answers.

    broader: for a pair the values of its dimension that hold wherever it does; those of
        the broader values hold too. Rows of the answers follow `sheets`.
    """
    held = [pairs_of(sheet, broader) for sheet in sheets]
    pairs = sorted(set().union(*held), key=lambda pair: (pair.dimension, pair.value))
    answers = np.array([[pair in has for pair in pairs] for has in held], dtype=bool)
    questions = tuple(PoolQuestion(pair, question_text(pair)) for pair in pairs)
    return Pool(questions, answers.reshape(len(sheets), len(pairs)))


def pairs_of(sheet: ObjectSheet, broader: Broader) -> frozenset[Pair]:
    """Every pair that the object answers yes to; a value of any part counts."""
    found: set[Pair] = set()
    waiting = [Pair(held.dimension, held.value) for held in sheet.properties]
    while waiting:
        pair = waiting.pop()
        if pair not in found:
            found.add(pair)
            waiting += [Pair(pair.dimension, value) for value in broader.get(pair, ())]
    return frozenset(found)


def question_text(pair: Pair) -> str:
    """Return a plain English yes/no question that probes the pair and nothing else.

    An object answers yes where any part of it has the value, and so the question says: "Is it
    round?" would ask for the form of the whole.
    """
    if pair.value in _ODD:
        return _ODD[pair.value]
    words = pair.value.replace("_", " ").strip()
    return _WORDINGS[pair.dimension](_COMPOUND.sub(r"-\1", _capitalised(words)))


def _ask_material(words: str) -> str:
    if _is_adjective(words):
        return _ask_any_part(words)
    return f"Is it made of {words}?"


def _ask_shape(words: str) -> str:
    if words in _WHOLE_FORMS:
        return _ask_any_part(_with_article(words))
    if _is_adjective(words):
        return _ask_any_part(words)
    return f"Does it have {_with_article(words.removesuffix(' part'))}?"


def _ask_size(words: str) -> str:
    fitting = re.match(r"fits? (in|into|inside|through|under|on|over) (.+)", words)
    if fitting:
        return f"Does it fit {fitting[1]} {_with_article(fitting[2])}?"
    compared = re.match(r"((?:\w+ )?\w+ than|(?:about )?as \w+ as) (.+)", words)
    if compared:
        return f"Is it {compared[1]} {_with_article(compared[2])}?"
    return _ask_any_part(words) if words in _SIZES_OF_PARTS else f"Is it {words}?"


def _ask_surface(words: str) -> str:
    if words.endswith((" look", " finish", " feel")):
        return f"Does it have {_with_article(words)}?"
    if _last(words) in _SURFACE_NOUNS or _is_plural(_last(words)):
        return f"Does its surface have {_with_article(words)}?"
    return _ask_any_part(words)


def _ask_any_part(words: str) -> str:
    return f"Is any part of it {words}?"


def _with_article(words: str) -> str:
    """The words with a or an, unless they are plural, a mass, or bring their own."""
    first, last = words.split()[0], _last(words)
    if first in _DETERMINERS or last in _MASS_NOUNS or _is_plural(last):
        return words
    return f"{'an' if _AN.match(words) else 'a'} {words}"


def _is_plural(word: str) -> bool:
    return word in _PLURALS or (word.endswith("s") and not word.endswith(("ss", "us", "is", "ns")))


def _is_adjective(words: str) -> bool:
    last = _last(words)
    if last in _NOUNS_LIKE_ADJECTIVES:
        return False
    return last in _ADJECTIVES or bool(_ADJECTIVE_ENDING.search(last))


def _last(words: str) -> str:
    """The word that decides: in `hole through` and `slot in the side` the one before."""
    return re.split(r" (?:in|on|at|of|through|along|around|with|for)\b", words)[0].split()[-1]


def _capitalised(words: str) -> str:
    """Letters that stand for a shape, and abbreviations, as capitals: L shaped, PVC."""
    return _LETTERS.sub(lambda found: found[0].upper(), words)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Single letters by the sound of their names: an L shape, a U shape.
_AN = re.compile(r"[aefhilmnorsx]\b|(?!u\b|uni|use|one)[aeiou]", re.IGNORECASE)
_COMPOUND = re.compile(r" (shaped|like|sized|coloured|walled|looking)$")
_LETTERS = re.compile(r"^[b-hj-z](?= shaped)|^(?:pvc|abs|pla|mdf|ptfe)\b")
_ADJECTIVE_ENDING = re.compile(
    r"(ical|ular|onal|oidal|ed|ing|ous|ible|able|less|ish|like|ive|-shaped|-sized)$"
)
_ADJECTIVES = _words("""
    bent blunt bowed broad bulbous bulky collapsible compact concave conical convex coiled
    closed crooked cubic cuboid curved curvy cylindrical deep domed elastic elongated empty even
    fat fine flared flat flexible floppy fluted forked fragile hard heavy hemispherical hollow
    inflatable irregular jagged level limp long loose narrow oblong open oval pliable plump
    pointed pointy rigid round serrated shallow sharp short slender slim soft solid spherical
    spiky spiral spongy square springy squashy stiff straight stretchy symmetrical tall tapered
    tapering thick thin toothed triangular tubular twisted upright wavy wide woven knitted
    wooden woollen metallic absorbent alive angular brittle buoyant dense magnetic squishy
    sturdy synthetic telescopic waterproof
""")
_NOUNS_LIKE_ADJECTIVES = _words("""
    opening coating ring string spring lining bearing casing fitting railing covering wing
    bed seed weed reed thread cable table plate gate template felt clay plywood bead
    stitching webbing netting padding piping lettering filling
""")
_SIZES_OF_PARTS = frozenset({"deep", "shallow", "thick", "thin", "thin-walled"})
_WHOLE_FORMS = _words("""
    ball block bowl box brick bundle coil cone cross cube cuboid cup cylinder disc disk dome
    hemisphere pipe prism pyramid ring rod sheet slab sphere star strip tube wedge
    funnel crescent heart
""")
_SURFACE_NOUNS = _words("""
    bristles bumps coating cracks dents dimples dots fibres fur fuzz glaze grain grooves hair
    knurling lacquer letters lettering loops markings mesh nap numbers paint pattern patterns
    perforations picture pile pores print ridges ribs rust scales scratches seam seams spikes
    stitches stitching stripes studs teeth texture tread varnish weave wrinkles
""")
_MASS_NOUNS = _words("""
    bristle fur fuzz glaze hair knurling lacquer lettering netting paint padding
    piping print rope rust stitching stuffing tread webbing
""")
_PLURALS = frozenset({"teeth", "feet", "tines"})
_DETERMINERS = _words("""
    a an the one two three four five six seven eight many several some no most
    more your
""")
_ODD: Mapping[str, str] = {
    "multi_part": "Is it made of several parts?",
    "hole_through": "Does it have a hole through it?",
    "one_piece": "Is it all one piece?",
    "one_colour": "Is it all one colour?",
    "scale_marks": "Does it have scale marks?",
    "sinks": "Is it denser than water?",
    "foldable": "Is it made of foldable material?",
    "worn": "Does it have a worn look?",
}
_WORDINGS: Mapping[Dimension, Callable[[str], str]] = {
    Dimension.MATERIAL: _ask_material,
    Dimension.SHAPE: _ask_shape,
    Dimension.SIZE: _ask_size,
    Dimension.SURFACE: _ask_surface,
}
