"""Guidelines to HTML: CommonMark without raw HTML, so that nobody's text runs in a page."""

from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

_READER = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


@lru_cache(maxsize=64)
def to_html(text: str) -> SafeString:
    return mark_safe(_READER.render(text))  # noqa: S308  # raw HTML is off, links are checked
