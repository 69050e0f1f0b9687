"""What a page needs of the reader's language: a researcher's own texts, and spaces."""

from django import template
from django.utils.translation import get_language

from games.models import Campaign
from games.pages import joints

register = template.Library()
register.simple_tag(joints.joint)


@register.filter
def told(study: Campaign, field: str) -> str:
    return study.in_language(field, get_language() or "en")


@register.filter
def language_of(study: Campaign, field: str) -> str:
    """The language that `told` gives it in, for a lang attribute."""
    return study.language_of(field, get_language() or "en")
