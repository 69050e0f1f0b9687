"""A question stripped to what it asks: no framing, no tags, its negation and scope apart."""

import re
import unicodedata
from dataclasses import dataclass

from games.lexicon import words_of
from games.table.probe import Scope

LONG = 25
# Nothing behind these can be meant as one question on one property.
MOST_SIGNS = 4000
MOST_WORDS = 80
AUXILIARY = (
    r"(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|might|may|must)"
)
PRONOUN = r"(?:it|they|this|that|these|those|there|you|one|the object|the thing)"
OPENING = re.compile(
    r"^(?:(?:ok|okay|so|well|hm+|and|then|please|just|um|right|now|also|next|but|oh|maybe|"
    r"perhaps|question|alright|let me ask|let me see|one more|hey|say|er|erm|quick question|"
    r"first|secondly|firstly|second|finally|another question|my question|tell me|honestly|"
    r"by any chance|in general|in your (?:opinion|view)|generally speaking|out of interest) )+"
)
# "Seen from above, is it round?", "Thinking of its outside, is that smooth?"
STAGE = re.compile(
    r"^(?:seen|viewed|looked at|looking|laid|held|wound|rolled|folded|closed|opened|taken|put|"
    r"thinking|speaking|judging|going|as for|regarding|concerning|when|if|in terms of|on the whole|"
    r"by|from|with|stood|standing|turned|lying|flattened|at rest|compared)\b[^,?]{0,60}, "
    r"(?=(?:is|are|does|do|has|have|would|could|can|will|it)\b)",
    re.IGNORECASE,
)
# Measures are those of a thing at rest: closed, folded, empty.
UNFOLDED = re.compile(
    r"\b(?:open(?:ed)? (?:out|up|wide)|fully open|unfolded|extended|stretched(?: out)?|unrolled|"
    r"uncoiled|spread out|laid out|inflated|pumped up|when (?:open|full)|filled|wound off)\b"
)
UPRIGHT = re.compile(r"\b(?:stood|standing|stand|stands|set|placed|put) (?:up(?:right)?|on end)\b")
FRAME = re.compile(
    r"^(?:(?:can|could|would|will) you (?:please )?(?:say|tell me|tell|confirm|call it|describe it"
    r" as|consider it|say it is)(?: (?:whether|if|that))?|do you (?:know|think|happen to know)"
    r"(?: (?:whether|if|that))?|i(?:d| would) (?:like|love|want) to know (?:whether|if)"
    r"|i (?:wonder|am wondering|was wondering|want to know|need to know) (?:whether|if)"
    r"|tell me (?:whether|if)|am i right (?:that|in thinking|to think)(?: that)?"
    r"|is it (?:true|correct|right|fair to say|the case|possible|safe to say) that"
    r"|would it be (?:fair|right|correct|true|accurate) to (?:say|call|describe)(?: that)?"
    r"|(?:would|do|could|can) (?:you|we|one) (?:say|describe|call|consider|think|agree|class|term)"
    r"(?: that)?(?= (?:its?|the|they|there)\b)|does it happen to|can i (?:ask|check)"
    r" (?:whether|if)|could it be (?:that|said that)|is there any chance (?:that )?"
    r"|can it be said that|i (?:take it|assume|guess|suppose|think|believe|bet)(?: that)?"
    r"|please (?:tell me|say) (?:whether|if)|whether|any idea (?:whether|if))\s+"
)
TAG = re.compile(
    rf" (?:(?:{AUXILIARY}(?:nt)?|aint|cant|wont) {PRONOUN}|right|correct|yes or no|or not|"
    r"yes|no|please|then|at all|though|or is it not|or doesnt it|or isnt it|am i right|"
    r"would you say|do you think|i wonder|by any chance|in your (?:opinion|view)|eh|huh|true|"
    r"in all|in total|altogether|as far as you know|for example|for instance|to the eye|"
    r"to look at|by and large|on the whole|in general|if so|ok|okay|thanks|thank you|"
    r"as a whole|all told|all in all|would you call it that|in the least|whatsoever|by nature|"
    r"in any way|of any (?:kind|sort|type|description)|anywhere at all|in some way|as such|"
    r"false|true or false)$"
)
# "lidless", "lid free": without a lid; these words only look so.
LESSNESS = re.compile(
    r"\b(?!colour|color|seam|stain|feature|lustre|use|weight|top|motion|shape|end|harm|flaw|need|"
    r"spot|regard|un|point|noise|count|price)([a-z]{3,})less\b"
)
FREENESS = re.compile(r"\b(?!is|it|for|set|hangs?|swings?|move|moves)([a-z]{3,})(?<!ly) free$")
UNDONE = re.compile(
    r"\bun(painted|varnished|glazed|coated|decorated|polished|lined|marked|printed|patterned|"
    r"sharpened|coloured|perforated|lacquered|padded|lidded|handled|waxed|finned|ribbed|dyed|"
    r"stitched|striped|labelled|hinged)\b"
)
PLAIN_NEGATIVE = re.compile(rf"^(?:(?:{AUXILIARY})nt|aint|wont|cant) ")
DENIAL = re.compile(
    r"\b(?:not|non(?! (?:stick|slip|flammable))|no|without|lacks?|lacking|never|neither|cannot|"
    r"nothing(?! (?:but|other|except|more|else|apart))|none|nowhere|far from|hardly|free of any|"
    rf"cant|wont|aint|devoid of|free of|free from|missing|absent|anything but|{AUXILIARY}nt)\b"
)
ONLY_BUT = re.compile(
    r"\b(?:anything|something|(?:any |other |a )*materials?|parts?|other things?)"
    r"(?: at all)? (?:other than|besides|apart from|except|except for|but|else than|that isnt|"
    r"that is not|not made of|which is not)\b"
)
ENTIRELY = re.compile(
    r"\b(?:entirely|completely|wholly|totally|purely|only|exclusively|solely|whole|entire|100|"
    r"fully|nothing but|throughout|every part|all (?:of it|over|made|parts|the way)|"
    r"pure|everything|its entirety|from top to bottom|top to toe|through and through|"
    r"right through|every (?:last )?(?:bit|part|inch|side|surface|face)|nothing else|"
    r"without a trace of any(?:thing)? (?:other|else)|the whole way|from end to end|uniformly|"
    r"everywhere|nothing (?:except|other than)|alone|no other(?: \w+)?|"
    r"without any other(?: \w+)?|all)\b"
)
EVERY = re.compile(r"\b(?:every|each) (?:last |single )?(?:bit|part|piece|area|section)\b")
# "Mostly steel" is said of the whole, though other things may be there as well.
MOSTLY = re.compile(
    r"\b(?:mostly|mainly|largely|primarily|predominantly|chiefly|for the most part|most of it|"
    r"(?:the )?(?:bulk|majority|greater part|best part|main part|most part) of it?s?|"
    r"mostly of|by and large|(?:the|its) (?:main )?body(?: of it)?|"
    r"more than half|apart from (?:one|a|some|its|the)\b.*|"
    r"except for (?:one|a|some|its|the)\b.*|(?:its )?(?:main|primary|principal|chief|dominant"
    r"|predominant|basic) (?:material|colour|color|substance|stuff))\b"
)
PIECE = re.compile(r"\b(one|single) (?:rigid|solid|flat|continuous|unbroken|whole|smooth) piece\b")
MORE_OF = re.compile(r"\bmore (?:of it )?(?:is )?(?:made )?(?:of )?(\w+) than (?:of )?\w+$")
NOTHING_ELSE = re.compile(
    r"\b(?:without (?:a trace of )?any(?:thing)? (?:other|else)(?: \w+)?|with no other \w+|"
    r"(?:and )?nothing else(?: \w+ it)?|(?:and )?no other \w+(?: in it)?|not? \w+ other than)$"
)
PARTLY = re.compile(
    r"\b(?:any part|some part|part of|parts of|partly|partially|in part|some of|anywhere|any of|"
    r"at least one|at least part|one side|one end|some parts|any parts|a part|in places|bits of|"
    r"some bit|any bit|a bit of it|bit of it|somewhere|any of it|some of it|at some point|"
    r"at one (?:end|side|point)|any (?:single )?(?:place|point|spot|area|section|component)|"
    r"any (?:\w+ )?(?:parts?|bits?|surfaces?|pieces?|components?|elements?|areas?|sections?)|"
    r"even (?:a bit|partly|slightly)|to some (?:extent|degree)|components?|elements?)\b"
)
HEDGE = re.compile(
    r"\b(?:something like|anything like|more like|dead|bone(?= dry)|pretty much|"
    r"chiefly|for the most part|most of it|to a large extent|just about|virtually|practically|"
    r"nearly|almost|wholly|utterly|definitely|clearly|obviously|distinctly|simply|essentially|"
    r"strictly|exactly(?! (?:one|two|three|four|five|six|seven|eight|nine|ten|a|\d))|rock(?= hard)|"
    r"at all|any kind of|some kind of|any sort of|some sort of|in any way|in some way|"
    r"through and through|right through|every last|from top to bottom|something|"
    r"very|quite|slightly|somewhat|fairly|really|pretty|roughly|approximately|rather|"
    r"relatively|extremely|basically|generally|mostly|mainly|largely|primarily|predominantly|"
    r"noticeably|visibly|particularly|especially|particular|truly|perfectly|moderately|"
    r"reasonably|unusually|kind of|kinda|sort of|sorta|more or less|a little(?= \w)|a bit(?: of)?"
    r"|a tad|a lot of|lots of|plenty of|type of|form of|a piece of|pieces of|bits of|bit of)\b"
)
BITS = re.compile(r"\b(?:bits|bit(?= (?:in|on|to|that|which)\b)|components)\b")
TAIL = re.compile(
    r" (?:(?:when |if )?(?:it is |you )?(?:seen|viewed|looked at|look at it|see it|view it) from|"
    r"rather than|instead of|as opposed to|as compared to|unlike|if (?:you|i|it|one)|"
    r"when (?:you|i|it|its|empty)|(?:if|when) (?:dropped|placed)) .*$"
)

SHAPED_LIKE = re.compile(
    r"\b(?:shaped?|formed|look|looks|looking) (?:\w+ )?like (?:an? |the )?(.+)$"
)
LIKE = re.compile(r"\b(?:like|as) (?:an? |the |some )?(?!shaped)\w+(?: \w+)?$")
# Words of a question that name no property.
STOP = frozenset(
    words_of(
        """100 a able about actually all an and any appear appears are area areas around as at
        attached basic be been being body both built by call can color colored colour
        coloured come comes completely component components composed considered consist
        consists constructed construction contain containing contains could described design
        did do does easily easy either element elements else enough entire entirely every
        everything exterior feature features feel feels finish for form formed found from
        fully general get give got had has have having here i if in include includes
        including is it item items its itself just kind less like look looking looks made
        main make material materials may might more most mostly must my nature no nor
        normally not object objects of on one only or other out outer outside over overall
        part parts person physical piece pieces present primarily property pure purely
        quality quite same say section seem seems shape shaped shapes should similar size
        sized so some somewhere sort still structure such surface texture than that the
        their them there these they thing things this those through throughout to totally
        touch touching type typically up used using usually visible was were when whole
        wholly will with would you your"""
    )
)


@dataclass(frozen=True)
class Asked:
    """words: what is left to read; full: the same with its hedges, for comparisons.

    scope: ENTIRELY where nothing else may be there, ANYWHERE where any part will do, OVERALL
    where the question says neither.
    """

    words: tuple[str, ...]
    full: tuple[str, ...]
    negated: bool
    scope: Scope
    upright: bool = False
    unfolded: bool = False

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def full_text(self) -> str:
        return " ".join(self.full)


def understand(question: str) -> Asked:
    text = _without_frame(_core(_plain(question)))
    text, negated = _without_denial(text)
    if ONLY_BUT.search(text):
        text, negated = ONLY_BUT.sub("entirely", text), not negated
    scope = Scope.OVERALL
    mostly = MOSTLY.search(text) is not None
    if mostly:
        scope = Scope.MOSTLY
    elif PARTLY.search(text) and not EVERY.search(text):
        scope = Scope.ANYWHERE
    elif ENTIRELY.search(text):
        scope = Scope.ENTIRELY
    bare = BITS.sub("parts", MOSTLY.sub(" ", text) if mostly else text)
    bare = " ".join(HEDGE.sub(" ", bare).split())
    upright = UPRIGHT.search(question.lower()) is not None
    unfolded = UNFOLDED.search(question.lower()) is not None
    return Asked(tuple(bare.split()), tuple(text.split()), negated, scope, upright, unfolded)


def without_simile(asked: Asked) -> tuple[str, ...]:
    """The words without "like a ball" or "as a rock"; "shaped like a ball" is ball-shaped."""
    text = asked.text
    if found := SHAPED_LIKE.search(text):
        subject = asked.text[: found.start()].split()
        return (*subject, *found[1].split(), "shaped")
    cut = LIKE.sub("", text).split()
    return tuple(cut) if set(cut) - STOP else asked.words


def _plain(question: str) -> str:
    """The question's words in lower case, without markup; < and > as words."""
    text = unicodedata.normalize("NFKC", question[:MOST_SIGNS])
    text = re.sub(r"</?[A-Za-z][^<>]{0,200}>", " ", text)
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = STAGE.sub("", text.strip())
    text = re.sub(r"(?<=\d) ?(?:\"|”|″)", " inches ", text)
    text = re.sub(r"(?<=\d) ?(?:'|’|′)(?![a-z])", " feet ", text)
    text = text.replace("≥", " at least ").replace("≤", " at most ")
    text = text.replace("<", " less than ").replace(">", " more than ")
    return " ".join(words_of(text))


def _core(text: str) -> str:
    """The last question of a long preamble."""
    if text.count(" ") < LONG:
        return text
    starts = [hit.start() for hit in re.finditer(rf"\b{AUXILIARY} (?:it|there|the)\b", text)]
    asked = text[starts[-1] :] if starts else text
    return " ".join(asked.split()[:MOST_WORDS])


def _without_frame(text: str) -> str:
    text = FRAME.sub("", OPENING.sub("", text))
    text = TAIL.sub("", text)
    for _ in range(2):
        text = TAG.sub("", text)
    return text


def _without_denial(text: str) -> tuple[str, bool]:
    """The text without its denials, and whether they leave a negative.

    "Isn't it round?" asks whether it is round; "Is it not round?" whether it is not.
    """
    if PLAIN_NEGATIVE.match(text):
        text = re.sub(r"^(\w+?)nt ", r"\1 ", text)
    text = re.sub(r"\bon the (\w+) side$", r"\1", text)
    text = UNDONE.sub(r"not \1", FREENESS.sub(r"no \1", LESSNESS.sub(r"no \1", text)))
    text = PIECE.sub(r"\1 piece", text)
    text = MORE_OF.sub(r"mostly \1", text)
    text = NOTHING_ELSE.sub("entirely", text)
    count = len(DENIAL.findall(text))
    return " ".join(DENIAL.sub(" ", text).split()), count % 2 == 1
