"""What pages of studies show beside their own values: their tabs, answers as Markdown."""

from django import template
from django.template import RequestContext
from django.utils.safestring import SafeString

from annotation import markdown
from annotation.models import Study
from annotation.pages import study_tabs as pages
from annotation.pages.study_tabs import Tab

register = template.Library()


@register.filter
def as_markdown(text: str) -> SafeString:
    return markdown.to_html(text)


@register.simple_tag(takes_context=True)
def study_tabs(context: RequestContext, study: Study) -> list[Tab]:
    request = context["request"]
    here = request.resolver_match.url_name
    return list(pages.tabs_of(study, here, researcher=request.user.is_staff))
