"""A consent text as it is read: paragraphs, some with a heading."""

from dataclasses import dataclass

HEADING_LENGTH = 60


@dataclass(frozen=True)
class Part:
    """A paragraph; heading: "" where it has none."""

    heading: str
    text: str


def parts(text: str) -> list[Part]:
    """The paragraphs. A short first line that ends no sentence is the heading of what follows."""
    return [_part(each) for each in text.replace("\r\n", "\n").split("\n\n") if each.strip()]


def _part(paragraph: str) -> Part:
    first, _, rest = paragraph.strip("\n").partition("\n")
    if rest and len(first) <= HEADING_LENGTH and first.rstrip()[-1:] not in (".", ",", ";", ":"):
        return Part(first, rest)
    return Part("", paragraph)
