"""What a player takes from a page: candidates, the completion code, the three words."""

from urllib.parse import urljoin

from games.pseudonyms import CODE_LENGTH, CODE_SIGNS, RESUME_WORDS
from games.simulation.browsers import LostTheWay, view_name
from games.simulation.pages import Page

SHORTEST_WORD, LONGEST_WORD = 5, 9


def candidates(page: Page) -> list[str]:
    """The candidates in their order, from what crosses them out or, without that, guesses them."""
    found = [
        form.fields["affordance"]
        for form in page.forms
        if view_name(urljoin(page.address, form.action)) == "games:mark"
    ]
    offered = next((form.choices["affordance"] for form in page.forms if form.choices), ())
    if not found and not offered:
        raise LostTheWay(f"no candidates on {page.address} (status {page.status})")
    return found or list(offered)


def code(page: Page) -> str:
    """The first text to copy that is a code, such as 7KQ2-MX9D; empty where there is none."""
    return next((text for text in page.copied if _is_code(text)), "")


def resume_words(page: Page) -> str:
    found = next((text for text in page.copied if _are_words(text)), "")
    if not found:
        raise LostTheWay(f"no three words on {page.address} (status {page.status})")
    return found


def _is_code(text: str) -> bool:
    halves = text.split("-")
    signs = "".join(halves)
    right_length = len(signs) == CODE_LENGTH and {len(half) for half in halves} == {4}
    return right_length and all(sign in CODE_SIGNS for sign in signs)


def _are_words(text: str) -> bool:
    words = text.split()
    return len(words) == RESUME_WORDS and all(
        word.isascii() and word.isalpha() and word.islower()
        and SHORTEST_WORD <= len(word) <= LONGEST_WORD
        for word in words
    )  # fmt: skip
