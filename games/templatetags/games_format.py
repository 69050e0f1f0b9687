"""How pages write keys and shares."""

from django import template

register = template.Library()


@register.filter
def words(key: str) -> str:
    """A key in snake case as words."""
    return str(key).replace("_", " ")


@register.filter
def percent(share: float) -> str:
    return f"{100 * share:.1f}%"
