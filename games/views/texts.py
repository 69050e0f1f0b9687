"""What participants typed, for a researcher to keep or remove before release."""

from django import forms
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from games import texts
from games.access import researchers_only
from games.export_rows import Include, Selection
from games.http import HtmxHttpRequest
from games.models import Campaign
from games.services import texts as text_services
from games.services.texts import TextChanged, TextGone
from games.views.campaigns import find

TEXTS_A_PAGE = 50


class ReviewForm(forms.Form):
    """seen: the mark of the wording that was looked at."""

    key = forms.CharField(max_length=40)
    seen = forms.CharField(max_length=16)
    decision = forms.ChoiceField(choices=[("keep", "keep"), ("remove", "remove")])


@researchers_only
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """List the texts, those that may name a person first; a POST decides on one."""
    campaign = find(slug)
    if request.method != "POST":
        return _page(request, campaign)
    form = ReviewForm(request.POST)
    if not form.is_valid():
        return _page(request, campaign, "That form was incomplete; nothing was changed.")
    problem = _decide(campaign, form)
    if problem or request.htmx:
        return _page(request, campaign, problem)
    return _back(request, slug, form.cleaned_data["key"])


@researchers_only
@require_POST
def keep_all(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Keep what was listed, each as a key, a space and the mark of its wording."""
    campaign = find(slug)
    listed = [each.partition(" ") for each in request.POST.getlist("listed")[:TEXTS_A_PAGE]]
    seen = {key: mark for key, _, mark in listed}
    left = text_services.keep_all(campaign, seen, now=timezone.now())
    if left or request.htmx:
        return _page(request, campaign, _left_words(left) if left else "")
    return _back(request, slug, "keep-all")


def _left_words(left: int) -> str:
    texts_were = "text was" if left == 1 else "texts were"
    return (
        f"{left} {texts_were} left as before: removed earlier, sent again in other words, or gone. "
        "Look again."
    )


def _back(request: HtmxHttpRequest, slug: str, part: str) -> HttpResponse:
    """To the same page of the list, at the part of it with this id."""
    query = urlencode({"page": request.GET.get("page", "1")})
    return redirect(f"{reverse('campaigns:texts', args=[slug])}?{query}#{part}")


def _decide(campaign: Campaign, form: ReviewForm) -> str:
    """Store the decision; return what kept it from being stored."""
    said = form.cleaned_data
    removed = said["decision"] == "remove"
    now = timezone.now()
    try:
        text_services.review(campaign, said["key"], removed=removed, seen=said["seen"], now=now)
    except TextGone:
        return "That text is gone: its participant may have withdrawn."
    except TextChanged:
        return "That text was sent again in other words; nothing was changed. Look again."
    return ""


def _page(request: HtmxHttpRequest, campaign: Campaign, notice: str = "") -> HttpResponse:
    everything = Selection(campaign, frozenset(Include))
    typed = list(texts.typed_in(everything.turns, everything.participants))
    wordings = texts.flagged_first(texts.once_each(typed))
    page = Paginator(wordings, TEXTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "campaign": campaign,
        "counts": texts.counted(typed),
        "page": page,
        "flagged": [text for text in page if text.signs],
        "rest": [text for text in page if not text.signs],
        "undecided": [text for text in page if text.removed is None],
        "notice": notice,
    }
    name = "games/_texts.html" if request.htmx else "games/texts.html"
    return render(request, name, context)
