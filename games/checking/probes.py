"""What a question probes: each property that it names, or why it names none that may be asked."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from games.checking.claims import owned, prefixed, said
from games.checking.findings import Finding, pair, refused, split_place
from games.checking.frames import Form, Frame
from games.checking.materials import of_material
from games.checking.parts import conjuncts, join_compounds
from games.checking.people import owned_by_others, speaks_of_others, what_people_do
from games.checking.trailers import without_trailing
from games.checking.verbs import dimension_of, refused_verb
from games.checking.words import Words
from games.roles import Pair
from games.rules import Reason
from games.sheets import Dimension

Read = Callable[[str, Words], list[Finding]]

RESTART = re.compile(
    r"^(?:(?P<be>(?:is|are|was|were) (?:it|they|this|that)|(?:it|they) (?:is|are)|is|are|thats"
    r"|that is"
    r"|which is|also|being|rather|just|even|not just|possibly)"
    r"|(?P<have>(?:is|are) there|there (?:is|are)|(?:does|do|did|would|could|can) (?:it|they)"
    r" (?:have|contain|include)|(?:it|they) (?:has|have)|has it|has|have|having|contains|contain"
    r"|includes|with)"
    r"|(?:does|do|did|can|could|would|will|should)"
    r" (?P<who>it|they|you|i|we|people|one|someone)|(?P<verb>it))(?= |$)"
)
INCLUDED = re.compile(
    r"^(?:used (?:to (?:make|build|construct|create|produce)|in|for (?:making|its|it$))\b.*"
    r"|(?:present|found|contained|included|visible)(?: (?:in|on|inside) (?:it|there|the object))?"
    r"|(?:in|on|inside|part of) (?:it|there|them|the object))$"
)

# Subjects that only say of what a property is asked, and drop out of its value.
PLAIN_SUBJECTS = {"object", "body", "part", "parts", "it", "of", "piece", "pieces"}


def findings(frame: Frame, words: Words) -> list[Finding]:
    """What the frame probes, in the order of its words."""
    if reason := _about_subject(frame, words):
        return [reason]
    if frame.subject and INCLUDED.match(" ".join(frame.rest)):
        return _included(frame, words)
    readers = {Form.BE: been, Form.HAVE: had, Form.DO: _done}
    return readers[frame.form](frame, words)


def _about_subject(frame: Frame, words: Words) -> Reason | None:
    """Why the subject itself can't be asked about: its purpose, its price, its name."""
    others = frame.form == Form.HAVE and speaks_of_others(frame.subject, words)
    if others and owned_by_others("has", [word for word in frame.rest if word != "got"]):
        return Reason.NOT_PHYSICAL
    for word in frame.subject:
        if words.among(word, "refused.function_nouns"):
            return Reason.FUNCTION_OR_USE
        if word in words.lists["refused.spelling"] or word in ("brand", "category"):
            return Reason.CATEGORY_OR_IDENTITY
        if words.among(word, "refused.not_physical", "refused.hidden") and frame.form == Form.BE:
            return Reason.NOT_PHYSICAL
    return None


def _included(frame: Frame, words: Words) -> list[Finding]:
    """Is leather used in it, is copper present: what is asked for stands as the subject."""
    subject = list(frame.subject)
    if words.dimension(subject[-1]) == Dimension.MATERIAL or frame.rest[0] == "used":
        return of_material([], subject, words)
    return owned(" ".join(subject), words)


def been(frame: Frame, words: Words) -> list[Finding]:
    found: list[Finding] = []
    lead = ""
    verbs = "|".join(sorted(words.lists["verbs.made"]))
    for at, part in enumerate(_with_yardsticks(conjuncts(frame.rest, words))):
        made = re.match(rf"^(?:\w+ )*?(?:{verbs}) (?:\w+ )*?(?:of|from)(?: |$)", part)
        if lead and not made and _is_material_only(part, words):
            part = lead + part
        found += _restarted(part, words, _reader(part, frame, words, first=at == 0))
        lead = "made of " if made else ""
    return _of_subject(found or [Reason.UNPARSEABLE], replace(frame, form=Form.BE), words)


def _with_yardsticks(parts: list[str]) -> list[str]:
    """The parts, a second yardstick with the comparison before it: bigger than a cat or a dog."""
    whole: list[str] = []
    for part in parts:
        opening = re.match(r".* (?:than|like) ", whole[-1]) if whole else None
        bare = re.match(r"(?:an?|the|my|your) ", part) and not re.search(r"\b(?:than|as)\b", part)
        whole.append(opening[0] + part if opening and bare else part)
    return whole


def _reader(part: str, frame: Frame, words: Words, *, first: bool) -> Read:
    """Parts and patterns behind `and` are had: round with a lid, a handle and no hole."""
    head, _ = split_place(part.split(), words)
    noun = head[-1] if head else ""
    if not first and words.among(noun, "shape.parts", "surface.nouns"):
        return owned
    return partial(said, modal=frame.modal)


def _is_material_only(part: str, words: Words) -> bool:
    """Whether a part behind `made of ... and` is one more material, though an unknown one."""
    head, _ = split_place(part.split(), words)
    named = [word for word in head if word not in words.lists["frame.determiners"]]
    if not named or RESTART.match(part) or " than " in part:
        return False
    return words.dimension(named[-1]) is None and not refused(named, words)


def had(frame: Frame, words: Words) -> list[Finding]:
    found: list[Finding] = []
    for part in conjuncts(frame.rest, words):
        found += _restarted(part, words, owned)
    return _of_subject(found or [Reason.UNPARSEABLE], replace(frame, form=Form.HAVE), words)


def _restarted(part: str, words: Words, read: Read) -> list[Finding]:
    """What a part probes that may begin a question anew: ... and does it have a lid."""
    found = RESTART.match(part)
    if not found:
        return read(part, words)
    rest = part[found.end() :].strip()
    if not rest:
        return []
    if found["be"]:
        return said(rest, words)
    if found["have"]:
        return owned(rest, words)
    who = () if found["who"] in ("it", "they", None) else (found["who"],)
    if rest.startswith("be "):
        return said(rest.removeprefix("be "), words, modal=True)
    return _done(Frame(Form.DO, tuple(rest.split()), subject=who), words)


def _done(frame: Frame, words: Words) -> list[Finding]:
    """What is probed by a verb: the few that speak of properties, or an action."""
    fillers = words.lists["frame.fillers"]
    tokens = [token for token in join_compounds(frame.rest, words) if token not in fillers]
    degrees: list[str] = []
    while len(tokens) > 1 and tokens[0] in words.lists["frame.degrees"]:
        degrees.append(tokens.pop(0))
    if not tokens:
        return [Reason.UNPARSEABLE]
    if speaks_of_others(frame.subject, words):
        return what_people_do(tokens[0], tokens[1:], words)
    return verb_findings(tokens[0], [*degrees, *tokens[1:]], frame, words)


def verb_findings(verb: str, rest: list[str], frame: Frame, words: Words) -> list[Finding]:
    lists = words.lists
    following = replace(frame, rest=tuple(rest))
    if verb in lists["verbs.have"] and rest[:1] != ["to"]:
        contained = verb.startswith("contain") and _is_unknown_matter(rest, words)
        return of_material([], rest, words) if contained else had(following, words)
    if verb in lists["verbs.be"]:
        return _seems(verb, following, words)
    if verb in lists["verbs.lack"]:
        return prefixed(had(following, words), verb)
    if reason := refused_verb(verb, rest, words):
        return [reason]
    if verb in lists["verbs.material"]:
        return _consists(verb, following, words)
    where = dimension_of(verb, rest, words)
    return _whole(verb, following, words, where) if isinstance(where, Dimension) else [where]


def _is_unknown_matter(rest: list[str], words: Words) -> bool:
    """Whether what it contains is one word that is not known and no plural: calcium, lanolin."""
    named = [word for word in rest if word not in ("any", "some")]
    if len(named) != 1 or named[0].endswith("s"):
        return False
    return not words.is_known(named[0]) and words.dimension(named[0]) is None


def _consists(verb: str, frame: Frame, words: Words) -> list[Finding]:
    named = any(words.dimension(word) == Dimension.MATERIAL for word in frame.rest)
    if verb in ("consist", "consists"):
        return been(replace(frame, rest=("made", *frame.rest)), words)
    if verb in ("use", "uses") and not named:
        return [Reason.FUNCTION_OR_USE]
    return been(replace(frame, rest=("made", "of", *frame.rest)), words)


def _seems(verb: str, frame: Frame, words: Words) -> list[Finding]:
    """Feels smooth, looks like a bell, appears to be round."""
    rest = list(frame.rest)
    if rest[:2] == ["to", "be"]:
        return been(replace(frame, rest=tuple(rest[2:])), words)
    if rest[:2] == ["to", "have"]:
        return had(replace(frame, rest=tuple(rest[2:])), words)
    if rest[:1] == ["like"] or rest[:2] == ["as", "if"]:
        where = Dimension.SURFACE if verb.startswith("feel") else Dimension.SHAPE
        return [pair(where, [verb, *rest], words)]
    if set(rest) & words.lists["refused.not_physical"]:
        return [Reason.NOT_PHYSICAL]
    if {"same", "different", "alike"} & set(rest[:3]) and not verb.startswith("feel"):
        return [pair(Dimension.SHAPE, [verb, *rest], words)]
    return been(frame, words)


def _whole(verb: str, frame: Frame, words: Words, where: Dimension) -> list[Finding]:
    """One pair of the verb with its words, and what is joined to them."""
    first, *others = conjuncts([verb, *frame.rest], words)
    negation = ["not"] if frame.negative else []
    found = [pair(where, [*negation, *without_trailing(first).split()], words)]
    for part in others:
        found += _restarted(part, words, said)
    return found


def _of_subject(found: list[Finding], frame: Frame, words: Words) -> list[Finding]:
    """The findings with the part that they speak of, and a negation, put into their values."""
    no = "no" if frame.form == Form.HAVE else "not"
    left_out = words.lists["frame.determiners"] | words.lists["frame.fillers"]
    subject = [word for word in frame.subject if word not in left_out]
    if subject[:1] in (["no"], ["none"]):
        return prefixed(found, "not")
    if frame.negative:
        found = prefixed(found, no)
    looks = bool(subject) and subject[-1] in words.lists["surface.looks"]
    plain = words.lists["frame.carriers"] | PLAIN_SUBJECTS
    if set(subject) <= plain or (
        frame.form != Form.BE and subject[0] not in ("one", "both", "all")
    ):
        subject = []
    sized = bool(subject) and words.among(subject[-1], "size.nouns")
    return [_told(item, subject, looks=looks, first=sized) for item in found]


def _told(item: Finding, subject: list[str], *, looks: bool, first: bool) -> Finding:
    """The pair with its subject: tin_lid, both_rims_curved, lid_wider_than_tray."""
    if not isinstance(item, Pair):
        return item
    where = Dimension.SURFACE if looks and item.dimension == Dimension.SHAPE else item.dimension
    if not subject:
        return Pair(where, item.value)
    if item.value in ("material", "fabric", "substance"):
        return Pair(where, "_".join(subject))
    compared = first or "_than_" in item.value or item.value.startswith("as_")
    if len(subject) == 1 and not compared:
        return Pair(where, f"{item.value}_{subject[0]}")
    return Pair(where, f"{'_'.join(subject)}_{item.value}")
