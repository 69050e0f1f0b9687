"""A question as it was typed -> its clauses in clean words."""

import re
import unicodedata
from dataclasses import dataclass

from games.checking.gluing import unglued
from games.checking.screen import FORMATTING, straightened
from games.checking.words import Words, repaired

READ_WORDS = 400


CONTRACTED = (
    (
        re.compile(r"\b(it|that|there|what|where|who|how|he|she|this)'s\b"),
        r"\1 is",
    ),
    (
        re.compile(r"\b(object|thing|item)'s(?= (made|a|an|not|very|used|too|mostly|got)\b)"),
        r"\1 is",
    ),
    (re.compile(r"\b(it|that|there)'(d|ll)\b"), r"\1 would"),
    (re.compile(r"\b(they|we|you)'re\b"), r"\1 are"),
    (re.compile(r"\b(i|you|we|they|he|she|people|who)'(d|ll)\b"), r"\1 would"),
    (re.compile(r"\bi'm\b"), "i am"),
    (re.compile(r"\b(i|you|they|we)'ve\b"), r"\1 have"),
    (
        re.compile(
            r"\bit'?s(?= (made|a|an|not|very|mostly|all|the|bigger|smaller|larger|heavier"
            r"|lighter|longer|shorter|used|got|something|probably)\b)"
        ),
        "it is",
    ),
    (re.compile(r"\blet's\b"), "lets"),
    (re.compile(r"\b([a-z]+)-like\b"), r"\1_like"),
)
SIGNS = (
    (re.compile(r"(?<=\d)\s*%"), " percent "),
    (re.compile(r"\b(\w+er|more|less) then(?= (?:an?|the|my|your|\d|one)\b)"), r"\1 than"),
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


def clauses(text: str, words: Words) -> tuple[Clause, ...]:
    """The text's clauses: lower case, accents and apostrophes off, property words respelt."""
    plain = _plain(text)
    names = _names(plain)
    tokens = _unglued(WORD.findall(_lowered(plain))[:READ_WORDS], words)
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


def raw_words(text: str, words: Words) -> list[str]:
    """The text's words as they were typed, in lower case, accents and apostrophes off."""
    tokens = WORD.findall(_lowered(_plain(text)))[:READ_WORDS]
    return [token for token in _unglued(tokens, words) if token.isalpha()]


def is_foreign(tokens: list[str], words: Words) -> bool:
    """Whether words of other languages outnumber the plainly English ones."""
    shared = words.lists["languages.also_english"]
    foreign = words.lists["languages.words"] - shared
    own = words.lists["spelling.common"] - words.lists["languages.words"] - shared
    others = sum(token in foreign for token in tokens)
    doubtful = sum(token in shared for token in tokens)
    if not any(token in own for token in tokens) and (others or doubtful >= 2 and len(tokens) > 1):
        return True
    if len(tokens) > 1 and not any(map(words.is_known, tokens)):
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
    plain = FORMATTING.sub(" ", straightened(text))
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
    typed = _without_slips(tokens, words).split()
    known = [token if token in names else repaired(token, words) for token in typed]
    return tuple(_without_slips(known, words).split())


def _without_slips(tokens: list[str], words: Words) -> str:
    text = f" {' '.join(tokens)} "
    for wrong, right in words.slips.items():
        if f" {wrong} " in text:
            text = text.replace(f" {wrong} ", f" {right} ")
    return text


def _unglued(tokens: list[str], words: Words) -> list[str]:
    return [part for token in tokens for part in unglued(token, words)]
