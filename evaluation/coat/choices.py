"""Which option a reply chooses: read as every reply to a question with letters is."""

from collections.abc import Collection, Mapping
from math import exp, inf

from evaluation.coat.rendering import Rendered
from games.replies import choice_letter


def chosen_letter(reply: str, rendered: Rendered) -> str | None:
    """The letter; None where the reply names none, two, or one that the question does not have."""
    return choice_letter(reply, list(rendered.options), rendered.options)


def likeliest_letter(logprobs: Mapping[str, float], letters: Collection[str]) -> str | None:
    """The letter that a model holds likeliest, from the log-probabilities of one token.

    logprobs: token text -> natural log-probability. What several tokens of one letter have, with
    a space before it or without, is added up. None where no letter is among the tokens, and where
    two are equally likely: a tie is no answer, for any order among them would favour a place.
    """
    given = [(token.strip(), each) for token, each in logprobs.items() if token.strip() in letters]
    top = max((each for _, each in given), default=-inf)
    if top == -inf:
        return None
    shares = dict.fromkeys(letters, 0.0)
    for letter, each in given:
        shares[letter] += exp(each - top)
    likeliest = [letter for letter, share in shares.items() if share == max(shares.values())]
    return likeliest[0] if len(likeliest) == 1 else None
