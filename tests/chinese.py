"""Browsers that ask for Chinese, and what English a person still sees or hears on their pages."""

import re
from html.parser import HTMLParser

from django.conf import settings
from django.http import HttpResponse
from django.test import Client

VOID = frozenset({"base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
UNSEEN = frozenset({"script", "style"})
SPOKEN = ("aria-label", "title", "alt", "placeholder")
WORD = re.compile(r"[A-Za-z]{2,}")
NAMES = re.compile(
    r"Affordance Lab|Affordance20Q|(?:Table|Model|Chain) Oracle|cookie|Enter|UTC"
    r"|JSON|Prolific|PROLIFIC_PID|STUDY_ID|SESSION_ID|testserver/\S*"
)
# A candidate of the invented words, which an attribute cannot mark as English.
CANDIDATE = re.compile(r"affordance[ _][a-j]\b")


# What a browser says by itself, and what was chosen on the page before.
WAYS = ("header", "cookie")


def speaking_chinese(client: Client, way: str = "header") -> Client:
    if way == "cookie":
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "zh-hans"
    else:
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-CN,zh;q=0.9,en;q=0.8"
    return client


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._open: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        foreign = said.get("lang") == "en" or said.get("translate") == "no"
        left_out = self._left_out or tag in UNSEEN or foreign
        if not left_out:
            self.parts += [CANDIDATE.sub("", said.get(name) or "") for name in SPOKEN]
        if tag not in VOID:
            self._open.append(left_out)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Closed at once, as shapes are."""

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not self._left_out and data.strip():
            self.parts.append(data)

    @property
    def _left_out(self) -> bool:
        return bool(self._open) and self._open[-1]


def visible(page: HttpResponse | str) -> str:
    """The page's text and spoken attributes, without what stands in lang="en" or is a code."""
    reader = _Reader()
    reader.feed(page if isinstance(page, str) else page.content.decode())
    return " ".join(" ".join(reader.parts).split())


def english(page: HttpResponse | str) -> list[str]:
    """The English words of the interface that are left, names aside."""
    return WORD.findall(NAMES.sub("", visible(page)))
