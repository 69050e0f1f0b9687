"""Which units wait for an adjudicator, by rule; who judges here is asked to judge no more."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from annotation.access import adjudicators_only, may_adjudicate
from annotation.adjudication_forms import route_of
from annotation.models import Rater, Study
from annotation.pages import adjudication as pages
from annotation.services import adjudicators, consensus
from annotation.services.consensus import Counted
from annotation.views.posts import post_or_back
from games.http import HtmxHttpRequest


@adjudicators_only
@require_safe
def adjudication(request: HtmxHttpRequest, study: Study) -> HttpResponse:
    return _queue(request, study)


@may_adjudicate
@require_http_methods(["GET", "HEAD", "POST"])
def apart(request: HtmxHttpRequest, study: Study, rater: Rater | None) -> HttpResponse:
    """Ask who judges here to judge no more before they see what others said; a post says so."""
    if rater is not None and request.method == "POST":
        adjudicators.set_apart(rater, now=timezone.now())
    elif rater is not None and rater.blind:
        return render(request, "annotation/apart.html", {"study": study, "rater": rater})
    return redirect("annotations:adjudication", study.slug, study.version)


@adjudicators_only
@post_or_back("annotations:adjudication")
def count(request: HtmxHttpRequest, study: Study) -> HttpResponse:
    """Count again what adjudicators did not decide."""
    return _queue(request, study, counted=consensus.count(study, now=timezone.now()))


def _queue(
    request: HtmxHttpRequest, study: Study, *, counted: Counted | None = None
) -> HttpResponse:
    page = pages.queue_page(study, route_of(request.GET).rule, request.GET.get("page"))
    context = {
        "study": study,
        "page": page,
        "said": pages.counted_sentence(counted) if counted else "",
    }
    return render(request, "annotation/adjudication.html", context)
