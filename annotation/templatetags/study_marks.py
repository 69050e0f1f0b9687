"""What pages of studies show beside their own values: answers as Markdown, questions that wait."""

from django import template
from django.utils.safestring import SafeString

from annotation import markdown
from annotation.models import Study
from annotation.services import questions

register = template.Library()


@register.filter
def as_markdown(text: str) -> SafeString:
    return markdown.to_html(text)


@register.simple_tag
def waiting_questions(study: Study) -> int:
    """How many questions about the guidelines nobody answered yet."""
    return questions.waiting(study).count()
