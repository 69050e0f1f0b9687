"""The frame of a question: which form it has, of what it speaks, and what it says of it."""

import re
from dataclasses import dataclass, replace
from enum import Enum, auto

from games.checking import patterns
from games.checking.patterns import BE, CAN, DO, HAS, OBJECT
from games.checking.subjects import subject_end, without_object
from games.checking.text import Clause
from games.checking.words import Words
from games.sheets import Dimension


class Form(Enum):
    """How a clause asks. BE and HAVE are read as properties, DO by its verb."""

    BE = auto()
    HAVE = auto()
    DO = auto()
    OPEN = auto()
    REQUEST = auto()
    FRAGMENT = auto()


@dataclass(frozen=True)
class Frame:
    """subject: the words that it speaks of, none for the object itself.

    rest: what is said, without the words that are only frame.
    inverted: whether it has the word order of a question, or a tag or lead that makes it one.
    modal: whether it asks what can or would be.
    """

    form: Form
    rest: tuple[str, ...]
    subject: tuple[str, ...] = ()
    negative: bool = False
    inverted: bool = True
    modal: bool = False


def frame_of(clause: Clause, words: Words) -> Frame:
    """The frame of one clause after its leads and tags are peeled off."""
    text, led = _peeled(patterns.REMARKS.sub("", str(clause)), asked=clause.asked)
    text, tagged = _untagged(text)
    for turned, plain in patterns.PLAINER:
        text = turned.sub(plain, text)
    text = patterns.POSSESSED.sub("its ", patterns.MADE_MATTER.sub(r"\g<matter>\g<of>", text))
    if early := _early(text, clause):
        return early
    text = patterns.DESCRIBED.sub("is it ", text, count=1)
    frame = _questioned(text, words) or _later(text, words)
    if frame:
        return frame
    inverted = clause.asked or tagged or led
    stated = _stated(text, words)
    if not stated and inverted:
        stated = _stated_of_people(text) or _stated_of_matter(text, words)
    if stated:
        return replace(stated, inverted=inverted)
    if patterns.REQUEST.search(text) or (patterns.TALK.match(text) and not clause.asked):
        return Frame(Form.REQUEST, _split(text), inverted=False)
    return Frame(Form.FRAGMENT, _split(text), inverted=clause.asked)


def _early(text: str, clause: Clause) -> Frame | None:
    """The frame of what can be told before its word order: requests, guesses, open questions."""
    guessed = not clause.asked and patterns.GUESSED.match(str(clause))
    undecided = patterns.UNDECIDED.match(str(clause))
    if not text or patterns.HINT.search(text) or guessed or undecided:
        return Frame(Form.REQUEST, _split(text), inverted=False)
    opened = patterns.OPEN.match(text) and not patterns.DESCRIBED.match(text)
    if opened or patterns.ASIDE.search(text):
        return Frame(Form.OPEN, _split(text))
    return None


def _peeled(text: str, *, asked: bool) -> tuple[str, bool]:
    """The text without what leads up to the question, and whether that made it one."""
    led = False
    text = text.strip(" ,")
    while found := patterns.CONDITION.match(text) or patterns.LEAD.match(text):
        led = led or bool(patterns.ASKING_LEAD.search(found[0]))
        text = text[found.end() :].strip(" ,")
    found = patterns.WHETHER.search(text)
    if asked and not found:
        found = patterns.WHETHER_ASKED.search(text)
    if not led and found:
        return _peeled(text[found.end() :], asked=asked)[0], True
    return text, led


def _untagged(text: str) -> tuple[str, bool]:
    """The text without its tags, and whether one of them made it a question."""
    tagged = False
    while (found := patterns.TAG.search(text)) and found.start() > 0:
        tagged = tagged or not patterns.SOFT_TAG.fullmatch(found[0])
        text = text[: found.start()].strip(" ,")
    return text, tagged


def _questioned(text: str, words: Words) -> Frame | None:
    """The frame of a clause that begins as a question does."""
    return _questioned_of_object(text, words) or _questioned_of_part(text, words)


def _questioned_of_object(text: str, words: Words) -> Frame | None:
    if found := re.match(rf"^{BE} there(?P<no> not| no longer)?\b(?P<rest>.*)$", text):
        return _frame(Form.HAVE, found)
    if found := re.match(rf"^{HAS} {OBJECT} ?(?P<no>not )?(?:ever )?been\b(?P<rest>.*)$", text):
        return _frame(Form.BE, found)
    if found := re.match(rf"^{HAS} {OBJECT} ?(?P<no>not )?(?:got )?(?P<rest>.*)$", text):
        return _frame(Form.HAVE, found)
    if found := re.match(rf"^{BE} {OBJECT} ?(?P<no>not |really not )?(?P<rest>.*)$", text):
        return _possessed(text, words) or _frame(Form.BE, found)
    if found := re.match(rf"^(?P<verb>{DO}|{CAN}) {OBJECT} ?(?P<no>not )?(?P<rest>.*)$", text):
        return _done(_frame(Form.DO, found), found["verb"])
    counted = rf"^{HAS} (?P<rest>(?:a|an|any|no|some|one|two|three|four|several|many|multiple) .+)$"
    found = re.match(counted, text)
    return Frame(Form.HAVE, _split(found["rest"])) if found else None


def _questioned_of_part(text: str, words: Words) -> Frame | None:
    if found := re.match(rf"^{BE} (?P<rest>.+)$", text):
        tokens = found["rest"].split()
        bare = tokens[0] in words.lists["verbs.made"] or len(tokens) == 1
        if bare:
            return Frame(Form.BE, tuple(tokens))
        return _of_part(tokens, words, Form.BE)
    if found := re.match(rf"^(?P<verb>{DO}|{CAN}|{HAS}) (?P<rest>.+)$", text):
        got = re.fullmatch(HAS, found["verb"]) and " got " in found["rest"]
        frame = _of_part(found["rest"].split(), words, Form.HAVE if got else Form.DO)
        return _done(frame, found["verb"]) if frame and not got else frame
    return None


def _frame(form: Form, found: re.Match[str]) -> Frame:
    return Frame(form, _split(found["rest"]), negative=bool(found["no"]))


def _possessed(text: str, words: Words) -> Frame | None:
    """The frame of: is this lid made of ..."""
    found = re.match(rf"^{BE} (?:this|that|these|those) (?P<rest>.+)$", text)
    if not found or not words.among(found["rest"].split()[0], "shape.parts", "frame.carriers"):
        return None
    return _of_part(["its", *found["rest"].split()], words, Form.BE)


def _later(text: str, words: Words) -> Frame | None:
    """The frame of the last question that begins inside the clause, as after a comma."""
    if patterns.STATED.match(text):
        return None
    starts = [found.end() for found in patterns.RESTARTED.finditer(text)]
    if not starts:
        return None
    rest, _ = _untagged(text[starts[-1] :])
    return _questioned(rest, words)


def _stated(text: str, words: Words) -> Frame | None:
    """The frame of a statement: it has the words of a question in another order."""
    there = r"^there (?:is|are|was|(?P<not>isnt|arent)) ?(?P<no>no|not)?\b ?(?P<rest>.*)$"
    if found := re.match(there, text):
        negative = bool(found["no"] or found["not"])
        return Frame(Form.HAVE, _split(found["rest"]), negative=negative)
    if found := patterns.STATED.match(text):
        negative = bool(found["no"]) or found["verb"].endswith(("nt", "cannot"))
        return _stated_of_object(found["verb"], found["rest"], negative=negative)
    return _stated_verb(text, words) or _stated_of_part(text)


def _stated_of_object(verb: str, rest: str, *, negative: bool) -> Frame:
    if re.fullmatch(BE, verb) and rest.startswith("got "):
        return Frame(Form.HAVE, _split(rest.removeprefix("got ")), negative=negative)
    if re.fullmatch(BE, verb):
        return Frame(Form.BE, _split(rest), negative=negative)
    if re.fullmatch(HAS, verb):
        form = Form.BE if rest.startswith("been ") else Form.HAVE
        return Frame(form, _split(re.sub("^(got|been) ", "", rest)), negative=negative)
    return _done(Frame(Form.DO, _split(rest), negative=negative), verb)


def _stated_verb(text: str, words: Words) -> Frame | None:
    """It weighs a ton, it made of felt: the auxiliary is missing."""
    found = re.match(rf"^{OBJECT} (?P<rest>.+)$", text)
    if not found or text.startswith(("object", "item", "thing", "product", "article")):
        return None
    first = found["rest"].split()[0]
    if words.among(first, "shape.parts", "frame.carriers") and text.startswith(("this", "that")):
        return None
    form = Form.BE if first in words.lists["verbs.made"] else Form.DO
    return Frame(form, _split(found["rest"]))


def _stated_of_part(text: str) -> Frame | None:
    subject = (
        r"(?P<subject>(?:the|its|any|some|parts|bits|pieces|sections|all|most|both|one|their|each"
        r"|every|at) .+?)"
    )
    found = re.match(rf"^{subject} {BE} (?P<no>not )?(?P<rest>.+)$", text)
    if not found:
        return None
    return replace(_frame(Form.BE, found), subject=without_object(found["subject"].split()))


def _stated_of_people(text: str) -> Frame | None:
    """You can wear it, people use it: an action, whatever follows."""
    people = r"(?P<who>you|we|i|people|someone|children|kids|everyone|anyone|one)"
    found = re.match(rf"^{people} (?:{CAN} |{DO} |usually |often )*(?P<rest>\w.*)$", text)
    return Frame(Form.DO, _split(found["rest"]), subject=(found["who"],)) if found else None


def _stated_of_matter(text: str, words: Words) -> Frame | None:
    """Wool is in it, nylon was used: a matter stands as the subject."""
    found = re.match(rf"^(?P<subject>\w+) {BE} (?P<no>not )?(?P<rest>.+)$", text)
    if not found or words.dimension(found["subject"]) != Dimension.MATERIAL:
        return None
    return replace(_frame(Form.BE, found), subject=(found["subject"],))


def _done(frame: Frame, auxiliary: str) -> Frame:
    """The frame with `be` behind an auxiliary read as the verb that it is."""
    rest = re.sub(rf"^(?:(?:{patterns.BETWEEN}) )+", "", " ".join(frame.rest))
    modal = bool(re.fullmatch(CAN, auxiliary))
    form = Form.BE if re.match(r"be\b", rest) else frame.form
    return replace(frame, form=form, rest=_split(re.sub(r"^be\b", "", rest)), modal=modal)


def _of_part(tokens: list[str], words: Words, form: Form) -> Frame | None:
    """The frame with the subject parted from what is said."""
    end = subject_end(tokens, words, acting=form == Form.DO)
    if end is None:
        return None
    negative = tokens[end : end + 1] == ["not"]
    person = form == Form.DO and tokens[:end] == ["one"]
    subject = ("one",) if person else without_object(tokens[:end])
    return Frame(form, tuple(tokens[end + negative :]), subject=subject, negative=negative)


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.removeprefix("being ").split())
