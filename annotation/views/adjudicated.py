"""One unit before an adjudicator: decided, looked at a second time, taken back; then the next."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect, push_url

from annotation import judgement_forms, queues
from annotation.access import adjudicators_only
from annotation.adjudication_forms import Route, Typed, route_of
from annotation.counted import units_of
from annotation.kinds.base import BadAnswer
from annotation.kinds.registry import KINDS
from annotation.models import Study, Unit
from annotation.pages import adjudicated as pages
from annotation.services import adjudicate
from annotation.services.adjudicate import (
    BadReason,
    DecisionRefused,
    Look,
    NothingDecided,
    OwnDecision,
    UnitChanged,
)
from annotation.views.posts import post_or_back
from games.access import user_of
from games.http import HtmxHttpRequest

SENTENCES: dict[type[DecisionRefused], str] = {
    UnitChanged: (
        "This unit was changed while you looked at it. What stands now is shown here; "
        "nothing of yours was stored, and what you typed is still in the form."
    ),
    OwnDecision: "This decision is yours. A second look is for somebody else.",
    NothingDecided: (
        "There is no decision here that waits for a second look. Nothing was changed."
    ),
}


@adjudicators_only
@require_http_methods(["GET", "HEAD", "POST"])
def unit(request: HtmxHttpRequest, study: Study, unit_id: int) -> HttpResponse:
    """A unit with all that was said of it; a post decides it."""
    found = _find(study, unit_id)
    return _decide(request, found) if request.method == "POST" else _page(request, found)


@adjudicators_only
@post_or_back("annotations:adjudicate", "unit_id")
def second_look(request: HtmxHttpRequest, study: Study, unit_id: int) -> HttpResponse:
    found, now = _find(study, unit_id), timezone.now()
    look = Look(request.POST.get("agrees") == "yes", request.POST.get("note", ""))
    try:
        adjudicate.second_look(found, look, user_of(request), now=now, seen=_seen(request))
    except BadReason as broken:
        return _page(request, found, Typed(note=look.note, problems={"note": str(broken)}))
    except DecisionRefused as refused:
        return _page(request, found, Typed(note=look.note, problems=_problems(refused)))
    return _onward(request, found)


@adjudicators_only
@post_or_back("annotations:adjudicate", "unit_id")
def take_back(request: HtmxHttpRequest, study: Study, unit_id: int) -> HttpResponse:
    found = _find(study, unit_id)
    try:
        adjudicate.undecide(found, user_of(request), now=timezone.now(), seen=_seen(request))
    except DecisionRefused as refused:
        return _page(request, found, Typed(problems=_problems(refused)))
    return _page(request, found) if request.htmx else redirect(_address(request, found))


def _decide(request: HtmxHttpRequest, unit: Unit) -> HttpResponse:
    kind, now = KINDS[unit.study.kind], timezone.now()
    filled = judgement_forms.posted(kind.questions(unit.snapshot), request.POST)
    reason, seen = request.POST.get("reason", ""), _seen(request)
    try:
        answer = judgement_forms.answer(kind, unit.snapshot, filled)
        adjudicate.decide(unit, answer, reason, user_of(request), now=now, seen=seen)
    except BadAnswer as broken:
        return _page(request, unit, Typed(filled, reason, broken=broken))
    except BadReason as broken:
        return _page(request, unit, Typed(filled, reason, problems={"reason": str(broken)}))
    except DecisionRefused as refused:
        return _page(request, unit, Typed(filled, reason, problems=_problems(refused)))
    return _onward(request, unit)


def _problems(refused: DecisionRefused) -> dict[str, str]:
    return {"page": SENTENCES[type(refused)]}


def _onward(request: HtmxHttpRequest, unit: Unit) -> HttpResponse:
    """To the next unit of the queue; to the list at its end."""
    found = queues.next_after(unit, route_of(request.GET).rule)
    address = _address(request, found) if found else _list_address(request, unit.study)
    if not request.htmx:
        return redirect(address)
    if found is None:
        return HttpResponseClientRedirect(address)
    return push_url(_page(request, found), address)


def _page(request: HtmxHttpRequest, unit: Unit, typed: Typed | None = None) -> HttpResponse:
    """Status 200 with what is wrong, too: htmx 2 leaves 4xx unswapped."""
    template = "annotation/_adjudicate.html" if request.htmx else "annotation/adjudicate.html"
    page = pages.unit_page(
        unit, route_of(request.GET), typed or Typed(), viewer=user_of(request).pk
    )
    return render(request, template, {"study": unit.study, "unit": unit, "page": page})


def _find(study: Study, unit_id: int) -> Unit:
    found = get_object_or_404(units_of(study), pk=unit_id)
    found.study = study
    return found


def _seen(request: HtmxHttpRequest) -> str:
    return request.POST.get("seen", "")


def _address(request: HtmxHttpRequest, unit: Unit) -> str:
    study = unit.study
    here = reverse("annotations:adjudicate", args=[study.slug, study.version, unit.pk])
    return _in_queue(here, route_of(request.GET))


def _list_address(request: HtmxHttpRequest, study: Study) -> str:
    here = reverse("annotations:adjudication", args=[study.slug, study.version])
    return _in_queue(here, route_of(request.GET))


def _in_queue(address: str, route: Route) -> str:
    return f"{address}?{route.query}"
