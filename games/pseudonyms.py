"""Names that the system makes: a player's pseudonym, the three words that lead back, codes."""

import hashlib
import hmac
import unicodedata
from functools import lru_cache
from random import Random
from uuid import UUID

from xkcdpass import xkcd_password

RESUME_WORDS = 3
# Without what is easily mistaken for something else when read aloud or copied by hand.
CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 8
_COLOURS = (
    "amber auburn azure beige bronze cobalt copper coral cream crimson cyan ebony emerald "
    "fawn golden green grey indigo ivory jade khaki lilac lime maroon mauve ochre olive "
    "orange pearl pink plum purple red rose ruby russet saffron scarlet silver teal "
    "violet white yellow"
)
_TREES = (
    "acacia alder apple ash aspen bamboo beech birch cedar cherry chestnut cypress elder "
    "elm fig fir hazel holly hornbeam juniper larch laurel lemon linden magnolia maple "
    "myrtle oak olive palm pear pine plane poplar quince rowan sorrel spruce sycamore "
    "walnut willow yew"
)


def pseudonym(rng: Random) -> str:
    """One of about 170,000, such as "amber-birch-42"."""
    return f"{rng.choice(_COLOURS.split())}-{rng.choice(_TREES.split())}-{rng.randint(10, 99)}"


def code(rng: Random) -> str:
    """A completion code or receipt, such as "7KQ2-MX9D"; rng should be the system's."""
    signs = "".join(rng.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
    return f"{signs[:4]}-{signs[4:]}"


def receipt(token: UUID, *, secret: str) -> str:
    """The receipt of a withdrawal: made from the token, so that a second click finds the same."""
    number = int.from_bytes(_mac(secret, b"withdrawal receipt", token.bytes))
    places = (number // len(CODE_SIGNS) ** place for place in range(CODE_LENGTH))
    signs = "".join(CODE_SIGNS[place % len(CODE_SIGNS)] for place in places)
    return f"{signs[:4]}-{signs[4:]}"


def tidy_code(typed: str) -> str:
    """The code as it is stored, whatever case and separators it was typed with."""
    signs = "".join(sign for sign in typed.upper() if sign in CODE_SIGNS)
    return f"{signs[:4]}-{signs[4:]}"


def resume_words(token: UUID, *, secret: str) -> str:
    """The three words of a participant: made from the token, so that they need not be stored.

    One of 7,223 ** 3, about 38 bits.
    """
    seed = int.from_bytes(_mac(secret, b"resume words", token.bytes))
    words = _words()
    picked = [words[seed // len(words) ** place % len(words)] for place in range(RESUME_WORDS)]
    return " ".join(picked)


def resume_digest(typed: str, *, secret: str) -> str:
    """What stands in the database for three words, in whatever case and spacing they are typed."""
    folded = unicodedata.normalize("NFKC", typed).casefold()
    words = "".join(sign if sign.isalpha() else " " for sign in folded).split()
    return _mac(secret, b"resume digest", " ".join(words).encode()).hex()


def _mac(secret: str, purpose: bytes, message: bytes) -> bytes:
    return hmac.new(secret.encode(), purpose + b"\0" + message, hashlib.sha256).digest()


@lru_cache(maxsize=1)
def _words() -> tuple[str, ...]:
    """The Electronic Frontier Foundation's long list, its words of five to nine letters."""
    listed = xkcd_password.generate_wordlist(xkcd_password.locate_wordfile("eff-long"))
    return tuple(sorted(word for word in listed if word.isalpha()))
