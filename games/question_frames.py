"""The frame of a question: which form it has, of what it speaks, and what it says of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from games.checker_words import Words
from games.question_text import Clause


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
    """

    form: Form
    rest: tuple[str, ...]
    subject: tuple[str, ...] = ()
    negative: bool = False
    inverted: bool = True
    modal: bool = False


OBJECT = (
    r"(?:(?:it|this|that|they|these|those|one)|(?:(?:the|this|that|your|our|my|a) )?"
    r"(?:(?:hidden|secret|mystery|mysterious|target|given|unknown|chosen|actual|current|said|particular|physical|selected|correct) )*"
    r"(?:object|item|thing|product|artifact|artefact|article|answer|objects|things|items|target|secret))"
    r"(?: in question| itself| here| (?:that )?(?:you|i|we) (?:are|am|were|have|had|should|must|need to|picked|chose|want me to) ?(?:thinking of|thinking about|in mind|looking for|guessing|guess|supposed to guess|to guess|chosen|picked|hiding)?)?(?= |$)"
)
BE = r"(?:is|are|was|were|be|isnt|arent|wasnt|aint|werent)"
DO = r"(?:do|does|did|doesnt|dont|didnt)"
CAN = r"(?:can|could|would|will|should|may|might|must|shall|cant|cannot|couldnt|wouldnt|wont|shouldnt|mightnt)"
HAS = r"(?:has|have|had|hasnt|havent|hadnt)"
AUXILIARY = rf"(?:{BE}|{DO}|{CAN}|{HAS})"
ENQUIRY = r"(?:say|tell|tell me|tell us|confirm|let me know|reveal|specify|clarify|check|answer|inform me|know|see|disclose|share|state|verify|indicate)"

LEAD = re.compile(
    r"^(?:(?:"
    r"ok|okay|k|so|well|hm+|um+|uh+|er|ah|aha|oh|alright|all right|then|anyway|and|but|also|plus|next|next question|question|q|first question|last question|first of all|please|hey|hi|hello|"
    r"got it|i see|lets see|let me see|let me think|one more|one more thing|one more question|another one|another question|quick question|follow up|follow up question|"
    r"my (?:next |first |last |final |second )?(?:question|guess|query)(?: (?:is|would be|for you is))?(?: this)?|the question is|here is my question|here goes|ok here goes|just (?:to be (?:sure|clear|certain)|to check|checking|to confirm|to clarify|wondering|curious|asking)|to (?:be (?:sure|clear)|confirm|clarify)|"
    r"actually|finally|lastly|basically|honestly|sorry|excuse me|pardon|yes or no|yes no|true or false|this time|in that case|by the way|out of curiosity|what about|how about|i mean|whether|if|perhaps|maybe|possibly|now|like|thank you|thanks|dear oracle|oracle|dear checker|for instance|for example|again|in other words|or|that is to say|overall|in general|generally|typically|usually|normally|specifically|physically|visually|structurally)"
    rf"|(?:good|great|nice|cool|right|perfect|interesting|first|second|third|guess|yes|no|yeah|alright then|hmm ok)(?= ,| {AUXILIARY} )"
    rf"|(?:can|could|would|will|may|might) (?:you|we|i|someone|anyone|u)(?: (?:please|kindly|just|also|maybe))* (?:please )?(?:{ENQUIRY})(?: me| us)? (?:if|whether|that|is|please if|please whether)(?= )"
    r"|(?:can|could|may|might) (?:i|we) (?:please )?(?:ask|know|enquire|inquire|check)(?: you)? (?:if|whether)"
    r"|(?:would|will|do|should|could|can|might|may) (?:you|one|people|we|anyone|someone|i|most people|somebody) (?:say|agree|think|believe|guess|suppose|assume|reckon|consider|expect|argue|know|happen to know|conclude|infer|imagine)(?: (?:that|if|whether|to say))?"
    rf"|(?:please )?(?:tell me|let me know|say|confirm|let us know|answer me|answer|just tell me|tell us) (?:if|whether|this|is)?"
    r"|(?:i|we) (?:would|d|do|just|really|simply|only|also|still|am|are|was|were|will|can|have|had|need|want|to|wanna)?(?: (?:would|just|really|simply|only|also|still|like|love|want|need|curious|interested|trying|going|about|to|be|wish|wanting|hoping|mind|now|very|a bit|so|keen))*"
    r" ?(?:know|ask|find out|learn|wonder|wondering|curious|check|understand|see|establish|be sure|be told|figure out|determine|hear|confirm|know for sure|in knowing|in finding out)(?: you| about this| first)? (?:if|whether)"
    r"|(?:i )?(?:wonder|wondering|curious|asking) (?:if|whether)"
    r"|is (?:it|that) (?:true|correct|right|fair|safe|accurate|reasonable|a fact|the case|so|possible|likely|probable|plausible)(?: to (?:say|assume|think|call it|describe it|conclude|state|claim))?(?: (?:that|if))"
    r"|is (?:it|that) (?:true|correct|fair|safe|accurate|reasonable) to (?:say|assume|think|conclude|state|claim)"
    r"|would (?:it|that) be (?:true|correct|right|fair|safe|accurate|reasonable|a fair description)(?: to (?:say|assume|think|conclude|state|claim))?(?: that| if)?"
    r"|(?:am|was|would) i (?:be )?(?:right|correct|wrong|safe|mistaken)(?: (?:to|in))?(?: (?:think|thinking|assume|assuming|say|saying|believe|believing|suppose|supposing|guess|guessing))?(?: that| if)?"
    r"|(?:is there )?any chance (?:that )?|do you mean(?: that)?|can (?:i|we|it be) (?:assume|conclude|say|infer|said|assumed|concluded)(?: that)?"
    r"|does (?:the|its|your) (?:description|sheet|property sheet|list|data) (?:say|mention|state|tell|indicate|suggest)(?: that| whether| if)?"
    r")(?: ,)*(?: |$))"
)
DESCRIBED = re.compile(
    rf"^(?:would|could|can|might|should|will|may|do|does) (?:you|people|one|someone|we|most people|anyone|it|i|{OBJECT}) (?:be )?"
    rf"(?:describe|call|consider|classify|characteri[sz]e|regard|see|rate|judge|count|described|considered|called|characteri[sz]ed|regarded|deemed|thought of|said to be|seen)(?: {OBJECT})?(?: (?:as|to be|to have|like|being|having|as being|as having))?(?= )"
)
TAG = re.compile(
    rf"(?:,? ?(?:,|^)? ?(?:or )?{AUXILIARY} (?:it|they|there|that|this|one)(?: not)?"
    r"|,? (?:right|correct|yes|no|huh|eh|yeah|or not|or no|yes or no|true or false|true|innit|is that right|is that correct|is that true|am i right|am i correct|would you say|do you think|i guess|i think|i suppose|i assume|please|thanks|thank you|if i may ask|by any chance|or what|ok|okay|y n|yes no|i wonder|or nah|or is it not|is it not|isnt that so|dont you think|at all|though|then|do you agree|answer yes or no|just yes or no|a yes or no|is this correct))(?: ,)*$"
)
SOFT_TAGS = re.compile(r",? (?:please|thanks|thank you|at all|then|though|by any chance|i think|i guess|i suppose)$")
WH = r"(?:what|whats|which|how|hows|where|wheres|why|who|whos|whose|whom|when)"
OPEN = re.compile(
    rf"^(?:{WH}\b|(?:of|in|from|for|to|with|at|by|on|out of|and) {WH}\b"
    rf"|(?:can|could|would|will|may|do) (?:you|i|we|u) (?:please |just |also )*(?:tell|say|describe|explain|list|name|give|show|specify|reveal|know|share|elaborate|provide|clarify|let me know|ask|guess|compare|help me|define|mention|estimate|hint)\b"
    rf"|(?:i|we) (?:would|want|need|am|wonder|d|just|really).*\b{WH}\b|(?:tell|let|say|show|describe|explain|list|name|give)\b.*\b{WH}\b|i wonder {WH}\b)"
)
REQUEST = re.compile(
    r"^(?:give|tell|show|describe|explain|list|name|help|let|say|please|hint|skip|next|stop|start|go|wait|try|guess|use|write|make|do it|reveal|pick|choose|think|answer|repeat|continue|pass|quit|exit|restart|end|add|change|remove|consider|remember|imagine|assume|suppose|look|listen)\b"
    r"|\b(?:a |any |another |some |me )(?:hint|hints|clue|clues)\b"
)
TALK = re.compile(
    r"^(?:i|we|you|he|she|my|your|me|thanks|thank|hello|hi|hey|bye|yes|no|nope|yeah|ok|okay|sorry|good|great|nice|cool|wow|haha|lol|not sure|no idea|dunno|idk|sure|fine|done|maybe|hmm|hm|oops|right|correct|wrong|exactly|perfect|almost|final|because|to be honest|lets|there you go|the answer|this game|this is fun|that makes|that was)\b"
)


def frame_of(clause: Clause, words: Words) -> Frame:
    """The frame of one clause after its leads and tags are peeled off."""
    text, led = _peeled(str(clause))
    text, tagged = _untagged(text)
    if OPEN.match(text) or text.endswith((" what", " which", " of what")):
        return Frame(Form.OPEN, tuple(text.split()))
    described = DESCRIBED.sub("is it ", text, count=1)
    frame = _questioned(described, words) or _later(described, words)
    if frame:
        return frame
    stated = _stated(described, words)
    inverted = clause.asked or tagged or led
    if stated:
        return replace(stated, inverted=inverted)
    if REQUEST.search(text) or TALK.match(text) and not clause.asked:
        return Frame(Form.REQUEST, tuple(text.split()), inverted=False)
    return Frame(Form.FRAGMENT, tuple(text.split()), inverted=clause.asked)


def _peeled(text: str) -> tuple[str, bool]:
    """The text without what leads up to the question, and whether that made it one."""
    led = False
    text = text.strip(" ,")
    while found := LEAD.match(text):
        led = led or bool(re.search(r"\b(if|whether|that|say|think|ask|wondering|chance)\b", found[0]))
        text = text[found.end() :].strip(" ,")
    return text, led


def _untagged(text: str) -> tuple[str, bool]:
    tagged = False
    while (found := TAG.search(text)) and found.start() > 0:
        if re.fullmatch(rf"{AUXILIARY} \w+", text[: found.start()].strip(" ,")) :
            break
        tagged = tagged or not SOFT_TAGS.fullmatch(found[0])
        text = text[: found.start()].strip(" ,")
    return text, tagged


def _questioned(text: str, words: Words) -> Frame | None:
    """The frame of a clause that begins as a question does."""
    if found := re.match(rf"^({BE}) there ?(not|no longer)?\b(.*)$", text):
        return Frame(Form.HAVE, _split(found[3]), negative=bool(found[2]))
    if found := re.match(rf"^({HAS}) {OBJECT} ?(not )?(?:been|ever been)\b(.*)$", text):
        return Frame(Form.BE, _split(found[3]), negative=bool(found[2]))
    if found := re.match(rf"^({HAS}) {OBJECT} ?(not )?(?:got )?(.*)$", text):
        return Frame(Form.HAVE, _split(found[3]), negative=bool(found[2]))
    if found := re.match(rf"^({BE}) {OBJECT} ?(not |really not )?(.*)$", text):
        part = _possessed(text, words)
        return part or Frame(Form.BE, _split(found[3]), negative=bool(found[2]))
    if found := re.match(rf"^({DO}|{CAN}) {OBJECT} ?(not )?(.*)$", text):
        return _done(Frame(Form.DO, _split(found[3]), negative=bool(found[2])), found[1])
    if found := re.match(rf"^({BE}) (.+)$", text):
        return _of_part(found[2].split(), words, Form.BE)
    if found := re.match(rf"^({DO}|{CAN}|{HAS}) (.+)$", text):
        form = Form.HAVE if re.fullmatch(HAS, found[1]) and " got " in found[2] else Form.DO
        frame = _of_part(found[2].split(), words, form)
        return _done(frame, found[1]) if frame and form == Form.DO else frame
    return None


def _possessed(text: str, words: Words) -> Frame | None:
    """Is the objects surface rough, is this handle made of ...: the object's part is the subject."""
    found = re.match(rf"^{BE} (?:the|this|that|your) (?:objects|items|things) (.+)$", text)
    if not found:
        found = re.match(rf"^{BE} (?:this|that|these|those) (.+)$", text)
        if not found or not words.among(found[1].split()[0], "shape.parts", "frame.carriers"):
            return None
    return _of_part(["its", *found[1].split()], words, Form.BE)


def _later(text: str, words: Words) -> Frame | None:
    """The frame of the last question that begins inside the clause, as after a comma."""
    starts = [
        found.end()
        for found in re.finditer(rf"(?:,|\bso\b|\bthen\b|\bbut\b|\band\b|\bif\b|\bwhether\b|\bquestion\b|\bask\b|\bis\b)(?: |,)+(?={AUXILIARY} {OBJECT})", text)
    ]
    if not starts or re.match(rf"^{OBJECT} ?{AUXILIARY}", text):
        return None
    rest, _ = _untagged(text[starts[-1] :])
    return _questioned(rest, words)


def _stated(text: str, words: Words) -> Frame | None:
    """The frame of a statement: it has the words of a question in another order."""
    if found := re.match(r"^there (?:is|are|was|isnt|arent) ?(no|not)?\b ?(.*)$", text):
        negative = bool(found[1]) or "isnt" in text[:12] or "arent" in text[:13]
        return Frame(Form.HAVE, _split(found[2]), negative=negative)
    found = re.match(rf"^{OBJECT} ?(?:also |really |probably |just )?({AUXILIARY}) ?(not )?(.*)$", text)
    if not found:
        return _stated_otherwise(text, words)
    negative = bool(found[2]) or found[1].endswith(("nt", "cannot"))
    if re.fullmatch(BE, found[1]):
        return Frame(Form.BE, _split(found[3]), negative=negative)
    if re.fullmatch(HAS, found[1]):
        rest = re.sub("^(got|been) ", "", found[3])
        form = Form.BE if found[3].startswith("been ") else Form.HAVE
        return Frame(form, _split(rest), negative=negative)
    return _done(Frame(Form.DO, _split(found[3]), negative=negative), found[1])


def _stated_otherwise(text: str, words: Words) -> Frame | None:
    found = re.match(rf"^{OBJECT} (.+)$", text)
    if found and not text.startswith(("one ", "object", "item", "thing", "product", "article")):
        if words.among(found[1].split()[0], "shape.parts"):
            return None
        return Frame(Form.DO, _split(found[1]))
    found = re.match(rf"^((?:the|its|any|some|all|most|both|one|their|each|every|at) .+?) ({BE}) (not )?(.+)$", text)
    if not found:
        return None
    subject = _without_object(found[1].split())
    return Frame(Form.BE, _split(found[4]), subject=subject, negative=bool(found[3]))


def _done(frame: Frame, auxiliary: str) -> Frame:
    """The frame with `be` and `have` behind an auxiliary read as the verbs that they are."""
    modal = bool(re.fullmatch(CAN, auxiliary))
    rest = list(frame.rest)
    while rest and rest[0] in ("also", "really", "actually", "even", "only", "usually", "typically", "ever", "normally", "generally", "possibly", "just", "likely", "probably", "still"):
        rest.pop(0)
    if rest[:1] == ["be"]:
        return replace(frame, form=Form.BE, rest=tuple(rest[1:]), modal=modal)
    return replace(frame, rest=tuple(rest), modal=modal)


def _of_part(tokens: Sequence[str], words: Words, form: Form) -> Frame | None:
    """The frame with the subject parted from what is said: the handle | made of plastic."""
    end = _subject_end(tokens, words, form)
    if end is None:
        return None
    rest = tokens[end:]
    negative = rest[:1] == ["not"]
    return Frame(form, tuple(rest[negative:]), subject=_without_object(tokens[:end]), negative=negative)


def _subject_end(tokens: Sequence[str], words: Words, form: Form) -> int | None:
    """Where the subject of this clause ends; None where no subject can be made out."""
    extent = re.match(rf"^(?:(?:any|some|all|most|half|much|none|each|a|one|the|every|only|at|least|majority|main|both|bigger|larger|bulk|rest|whole|entire|large|small|big)(?: |$))*(?:(?:of|part|parts|piece|pieces|portion|majority|bit|bits|section|component|components|areas?|half)(?: |$))+(?:of )?(?:{OBJECT}|them)", " ".join(tokens))
    if extent:
        return len(extent[0].split())
    named = next((at for at, token in enumerate(tokens) if _names_subject(token, words)), None)
    if named is None or named > 4:
        return _unnamed_end(tokens, form)
    if tokens[0] not in ("the", "its", "their", "any", "some", "all", "both", "one", "each", "every", "most", "either", "these", "those", "this", "at", "your", "half", "only", "none", "two", "a", "an", "object", "objects", "his", "parts", "sides", "edges", "ends"):
        return _unnamed_end(tokens, form)
    end = named + 1
    while end < len(tokens) - 1 and _names_subject(tokens[end], words) and not words.among(tokens[end], "material.nouns") and tokens[end] not in ("curve", "bend", "taper", "hollow", "open", "cover", "flare", "bulge", "level", "angle", "crease", "slope"):
        end += 1
    inner = re.match(rf"^(?:of|on|at|in|inside) (?:its |the |both |each )*(?:{OBJECT}|(\w+))(?= |$)", " ".join(tokens[end:]))
    if inner and (not inner[1] or words.among(inner[1], "shape.parts", "frame.carriers", "frame.generic")):
        end += len(inner[0].split())
    return end


def _names_subject(token: str, words: Words) -> bool:
    names = ("shape.parts", "frame.carriers", "frame.generic", "size.nouns", "surface.nouns", "shape.nouns", "frame.neutral")
    plain = words.among(token, *names) or words.among(token, "refused.function_nouns") or token in ("name", "price", "word", "value", "cost")
    return plain and token not in ("in", "one", "flat", "oval", "square", "hollow", "dull", "round", "open", "level")


def _unnamed_end(tokens: Sequence[str], form: Form) -> int | None:
    """The subject's end where its noun is not known: the spout | curved, most homes | have one."""
    if form == Form.BE:
        at = 2 if tokens[0] in ("the", "its", "their", "any", "all", "both", "your") else 1
        if "used" in tokens[1:4]:
            return tokens.index("used")
        return at if len(tokens) > at else None
    at = 1
    if tokens[0] in ("the", "its", "most", "many", "some", "all", "any", "your", "a", "an", "every", "other", "young", "old", "lots", "few", "only", "my", "this"):
        at = 2 + (tokens[1:3] == ["of", "people"] or tokens[1:2] == ["little"])
    return at if len(tokens) >= at else None


def _without_object(tokens: Sequence[str]) -> tuple[str, ...]:
    text = re.sub(r"^(?:the )?objects ", "", " ".join(tokens))
    if not text.startswith(("most of", "all of", "half of", "none of", "much of")):
        text = re.sub(rf" (?:of|on|in|at) (?:the )?{OBJECT}$", "", text)
    return tuple(text.split())


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.replace("being ", "", 1).split()) if text.strip().startswith("being ") else tuple(text.split())
