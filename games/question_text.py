"""A question as it was typed -> clean words, or why it can't be read at all."""

import html
import re
import unicodedata
from dataclasses import dataclass

from games.checker_words import Words, repaired
from games.rules import Reason

READ_WORDS = 400

ACTIVE = re.compile(
    r"<\s*/?\s*(script|iframe|object|embed|svg|style|link|meta|form|input|img|video|audio|body|html|base)\b"
    r"|\bon(error|load|click|mouse\w+|focus|blur|submit|toggle|key\w+)\s*=|javascript\s*:|data:text/html"
    r"|\bdrop\s+(table|database)\b|\bunion\s+(all\s+)?select\b|\bselect\s+(\*|[\w, ]+)\s+from\s+\w+\s*(;|where\b|--|$)"
    r"|\b(or|and)\s+'?1'?\s*=\s*'?1|\bdelete\s+from\b|\binsert\s+into\b|\bupdate\s+\w+\s+set\b|;\s*--"
    r"|\{\{.*\}\}|\{%.*%\}|\$\{.*\}|<\?php|\balert\s*\(|\bdocument\.|\bexec\s*\(",
    re.IGNORECASE | re.DOTALL,
)
FORMATTING = re.compile(
    r"</?\s*(b|i|u|s|em|strong|p|br|hr|span|div|h[1-6]|code|small|big|mark|sub|sup|ul|ol|li|font|q"
    r"|blockquote|center|pre|tt|del|ins|a|table|tr|td|th|label|section|article|kbd)(\s[^<>]*)?/?\s*>",
    re.IGNORECASE,
)
IMITATED = re.compile(
    r"^\W*(answer|response|oracle|assistant|user|human|checker|questioner|player|ai|bot|reply|output|result|verdict)\s*:"
    r"|(\n|[.?!]\s*)(answer|response|oracle|assistant|user|human|checker|questioner|output|verdict)\s*:"
    r"|\b(final[_ -]?guess|final answer)\s*:|\[/?(inst|system)\]|<\|?\w*(im_start|im_end|eot_id|endoftext|start_header_id)"
    r"|</?s>|</?think(ing)?>|</?(user|assistant|system|human|answer|question|prompt|instructions?)>|<<sys>>"
    r"|[\"']\s*:\s*[\[{\"'\d]|\[\[?\s*[\"']|^\s*[{}\[\]]|\}\s*$|```"
    r"|^\W*(material|shape|size|surface|none|valid|invalid|rejected)\s*:\s*\w|\bverdict\s*=|\bnew question\s*:\s*$",
    re.IGNORECASE,
)
SYSTEM = re.compile(
    r"^\W*(system|developer|admin|root|moderator|instructions?|note to (the )?\w+|attention)\s*:|\n\s*#*\s*(system|developer|admin)\s*:"
    r"|[.?!]\s*(system|developer|admin)\s*:"
    r"|\b(ignore|disregard|forget|override|overrule|bypass|skip|discard|neglect|drop|do not follow|dont follow|stop following"
    r"|suspend|violate|break|disable|turn off|switch off|deactivate)\b[^?.!]{0,40}\b(rules?|instructions?|prompts?|guidelines?|checker|filters?"
    r"|restrictions?|constraints?|safety|guardrails?|checks?|everything|all (of )?(that|this|the above)|(previous|earlier|prior|above|preceding)( \w+)?)\b"
    r"|\b(checker|filter|oracle|rules?|restrictions?) (is|are|has been|have been|was|were) (now )?(switched off|disabled|off|suspended|lifted|void|removed|turned off|deactivated)"
    r"|\byou are (now|no longer)\b|\bfrom now on\b|\bpretend (to be|that|you|youre|its|it is)\b|\bact as\b|\brole ?play\b|\bimagine you are\b"
    r"|\b(developer|debug|admin|god|dan|test|maintenance) mode\b|\bjailbreak\w*|\bsudo\b|\bprompt injection\b"
    r"|\b(system|hidden|initial|original) (prompt|message|instructions?)\b"
    r"|\b(respond|reply|answer) (only )?(with|in)\b|\b(always|just|only|simply|must) (answer|say|reply|respond|output|return)\b"
    r"|\b(answer|say|return|output|reply|respond|write) ['\"]?(yes|no|valid|true|accepted)\b['\"]?( to (everything|all|this|any|every)| from| regardless| no matter| whatever|[.!]*\s*$)"
    r"|\b(accept|approve|allow|validate|mark|treat|count|consider|rate|classify|label) (this|that|it|everything|all|my|the|any|every)\b[^?]{0,40}\b(as )?(valid|accepted|allowed|question|questions|correct|true|everything|input|text|now on)\b"
    r"|^\W*(accept|approve) (everything|this|all)\b",
    re.IGNORECASE,
)
COMMANDED = re.compile(
    r"(^|[.?!,;:]\s*|\b(and|then|also|please|now|just|instead|you to|must|should)\s+)(please\s+|just\s+|now\s+|simply\s+|kindly\s+)*"
    r"(print|reveal|show|output|repeat|display|write|list|dump|leak|expose|disclose|return|echo|give|tell|name|say|spell|translate|describe|summari[sz]e|recite|quote|send|share|provide|state|paste|hand over)\b"
    r"( me| us| out| back| down)*( the| its| your| me| all| what| this| that| every| full| exact| hidden| secret| correct| original| complete| whole| entire)*"
    r"( objects?'?s?| items?'?s?| things?'?s?)?\s+(of (the )?)?"
    r"(object|items?|names?|answers?|secrets?|descriptions?|prompts?|instructions?|solutions?|targets?|words?|rules?|identity|candidates?|system|database|password|property sheet|sheet|context|labels?|text above|everything above|properties|configuration)\b",
    re.IGNORECASE,
)
SPELT = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
)
CONTRACTED = (
    (
        re.compile(
            r"\b(it|that|there|what|where|who|how|he|she|this)'s\b"
        ),
        r"\1 is",
    ),
    (re.compile(r"\b(object|thing|item)'s(?= (made|a|an|not|very|used|too|mostly|got)\b)"), r"\1 is"),
    (re.compile(r"\b(it|that|there)'(d|ll)\b"), r"\1 would"),
    (re.compile(r"\b(they|we|you)'re\b"), r"\1 are"),
    (re.compile(r"\bi'(d|ll)\b"), "i would"),
    (re.compile(r"\bi'm\b"), "i am"),
    (re.compile(r"\b(i|you|they|we)'ve\b"), r"\1 have"),
    (
        re.compile(
            r"\bit'?s(?= (made|a|an|not|very|mostly|all|the|bigger|smaller|larger|heavier|lighter|longer|shorter|used|got|something|probably)\b)"
        ),
        "it is",
    ),
    (re.compile(r"\blet's\b"), "lets"),
    (re.compile(r"\b([a-z]+)-like\b"), r"\1_like"),
)
SIGNS = (
    (re.compile(r"[<≤]=?\s*(?=\d)"), " less than "),
    (re.compile(r"[>≥]=?\s*(?=\d)"), " more than "),
    (re.compile(r"\$\s*(\d+)"), r"\1 dollars"),
    (re.compile(r"£\s*(\d+)|(\d+)\s*£"), r"\1\2 dollars"),
    (re.compile(r"€\s*(\d+)|(\d+)\s*€"), r"\1\2 euros"),
    (re.compile(r"(?<=\s)[-–—]+(?=\s)|[–—]|\.{2,}|…"), " , "),
    (re.compile(r"(?<=\d)\s*(\"|'')(?!\w)"), " inches"),
)
WORD = re.compile(r"[a-z]+(?:_[a-z]+)*|\d+(?:\.\d+)?|[?!.,;:&/+\n]")
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


@dataclass(frozen=True)
class Clause:
    """One sentence or part of one, in tokens; commas and the signs & / + are tokens too."""

    tokens: tuple[str, ...]
    asked: bool

    def __str__(self) -> str:
        return " ".join(self.tokens)


def refusal(text: str) -> Reason | None:
    """Why the text as a whole can't be taken for a question, whatever it asks."""
    plain = html.unescape(unicodedata.normalize("NFKC", text)).translate(SPELT)
    if ACTIVE.search(plain):
        return Reason.UNPARSEABLE
    bare = FORMATTING.sub(" ", plain)
    if SYSTEM.search(bare):
        return Reason.NOT_A_QUESTION
    if IMITATED.search(bare):
        return Reason.UNPARSEABLE
    if COMMANDED.search(bare):
        return Reason.NOT_A_QUESTION
    return None if _mostly_latin(bare) else Reason.UNPARSEABLE


def clauses(text: str, words: Words) -> tuple[Clause, ...]:
    """The text's clauses: lower case, accents and apostrophes off, property words respelt."""
    plain = _plain(text)
    names = _names(plain)
    tokens = WORD.findall(_lowered(plain))[:READ_WORDS]
    found: list[Clause] = []
    begun: list[str] = []
    for token in [*tokens, "."]:
        if token in "?!.;:\n":
            if begun:
                found.append(Clause(_respelt(begun, names, words), asked=token == "?"))
            elif token == "?" and found:
                found[-1] = Clause(found[-1].tokens, asked=True)
            begun = []
        else:
            begun.append(token)
    return tuple(found)


def raw_words(text: str) -> list[str]:
    """The text's words as they were typed, in lower case, accents and apostrophes off."""
    return [token for token in WORD.findall(_lowered(_plain(text)))[:READ_WORDS] if token.isalpha()]


def is_foreign(tokens: list[str], words: Words) -> bool:
    """Whether words of other languages outnumber the plainly English ones."""
    shared = words.lists["languages.also_english"]
    foreign = words.lists["languages.words"] - shared
    own = words.lists["spelling.common"] - words.lists["languages.words"] - shared
    others = sum(token in foreign for token in tokens)
    doubtful = sum(token in shared for token in tokens)
    if not any(token in own for token in tokens) and (others or doubtful >= 2 and len(tokens) > 1):
        return True
    english = sum(
        token in own or (token not in foreign and token not in shared and token in words.known)
        for token in tokens
    )
    return (
        others > english
        or (others >= 2 and others >= english)
        or (others + doubtful > english + 1 and others > 0)
    )


def is_noise(tokens: list[str], words: Words) -> bool:
    """Whether no token could be an English word: keyboard rows, one letter held, no vowels."""
    letters = [token for token in tokens if token.isalpha()]
    return all(_is_hammered(token) and not words.is_known(token) for token in letters)


def _is_hammered(token: str) -> bool:
    vowels = sum(letter in "aeiouy" for letter in token)
    return (
        len(set(token)) <= max(1, len(token) // 4)
        or vowels == 0
        or any(
            token[at : at + 4] in row
            for row in ROWS
            for at in range(max(1, len(token) - 3))
            if len(token) > 3
        )
        or bool(re.search(r"[bcdfghjklmnpqrstvwxz]{5,}", token))
        or (len(token) > 30)
    )


def _plain(text: str) -> str:
    plain = html.unescape(unicodedata.normalize("NFKC", text)).translate(SPELT)
    plain = FORMATTING.sub(" ", plain)
    plain = "".join(_drawn(sign) for sign in plain)
    return re.sub(r"[*_~#|\"()\[\]]+", " ", plain).strip()


def _drawn(sign: str) -> str:
    category = unicodedata.category(sign)
    if category == "Cf":
        return ""
    return sign if sign == "\n" or category not in ("Cc", "So", "Sk", "Co", "Cn") else " "


def _lowered(plain: str) -> str:
    text = unicodedata.normalize("NFKD", plain.lower())
    text = "".join(sign for sign in text if not unicodedata.combining(sign))
    for pattern, replacement in (*CONTRACTED, *SIGNS):
        text = pattern.sub(replacement, text)
    return text.replace("'", "")


def _names(plain: str) -> frozenset[str]:
    """Words with a capital inside a sentence: names, which are not to be respelt."""
    if plain.isupper() or plain.istitle():
        return frozenset()
    found = [name.lower() for name in re.findall(r"(?<=[a-z,] )([A-Z][a-z]+)", plain)]
    return frozenset(form for name in found for form in (name, f"{name}s"))


def _respelt(tokens: list[str], names: frozenset[str], words: Words) -> tuple[str, ...]:
    text = f" {' '.join(token if token in names else repaired(token, words) for token in tokens)} "
    for wrong, right in words.slips.items():
        if f" {wrong} " in text:
            text = text.replace(f" {wrong} ", f" {right} ")
    return tuple(text.split())


def _mostly_latin(text: str) -> bool:
    letters = [sign for sign in text if sign.isalpha()]
    if not letters:
        return False
    latin = sum("LATIN" in unicodedata.name(sign, "") for sign in letters)
    return latin >= 0.7 * len(letters)
