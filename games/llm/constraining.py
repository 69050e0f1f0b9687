"""Which tokens may come next in a reply that must match a regular expression as a whole.

Needs the package `regex`, which comes with transformers: it can tell whether a text may still
grow into a match.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice

import regex


class Guide:
    """The tokens of one model as texts.

    pieces: what each token adds to a text; "" for those that add nothing, which are never taken.
    ends: the tokens that end a reply.
    """

    def __init__(self, pieces: Sequence[str], ends: Collection[int]) -> None:
        self._pieces = pieces
        self._ends = frozenset(ends)

    def piece(self, token: int) -> str:
        return self._pieces[token] if token < len(self._pieces) else ""

    def ended_by(self, token: int) -> bool:
        return token in self._ends

    def allowed(self, pattern: str, text: str, ranked: Iterable[int], *, count: int) -> list[int]:
        """Return the first `count` tokens of the ranking after which the text can still match.

        A token that ends the reply is one where the text matches already. Where no token is
        allowed, those that end it.
        """
        fitting = (token for token in ranked if self._fits(pattern, text, token))
        return list(islice(fitting, count)) or sorted(self._ends)

    def _fits(self, pattern: str, text: str, token: int) -> bool:
        if token in self._ends:
            return regex.fullmatch(pattern, text) is not None
        piece = self.piece(token)
        # A piece of a character that is not whole would be another text than what is read back.
        if not piece or "\ufffd" in piece:
            return False
        return regex.fullmatch(pattern, text + piece, partial=True) is not None
