"""How pages write keys and shares."""

import re

from django import template

register = template.Library()
POSSESSIVE = re.compile(r"(?<=[a-z])_s(?=_)")


@register.filter
def words(key: str) -> str:
    """A key in snake case as words; carpenter_s_square was made of carpenter's square."""
    return POSSESSIVE.sub("’s", str(key)).replace("_", " ")


@register.filter
def percent(share: float) -> str:
    return f"{100 * share:.1f}%"
