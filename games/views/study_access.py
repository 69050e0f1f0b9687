"""How the volunteers' pages find a study, and who in this browser takes part in it."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache

from games import http, volunteers
from games.http import HtmxHttpRequest
from games.models import Campaign, Participant

View = Callable[..., HttpResponse]


def study_or_404(request: HtmxHttpRequest, slug: str) -> Campaign:
    """The study at this address; a draft is there for researchers only."""
    study = get_object_or_404(Campaign.objects.select_related("consent_text"), slug=slug)
    if study.status == Campaign.Status.DRAFT and not request.user.is_staff:
        raise Http404("A draft is for researchers.")
    return study


def known_in(
    request: HtmxHttpRequest, study: Campaign, *, external_id: str = ""
) -> Participant | None:
    """Who takes part in this browser.

    Nobody where the platform's link names somebody else: two people may share a browser.
    """
    me = volunteers.by_token(study, http.study_token(request, study.pk))
    if me and external_id and me.external_id not in ("", external_id):
        return None
    return me


def volunteers_only(view: View) -> View:
    """Give the view who takes part; lead anybody else to where three words can be typed."""

    @never_cache
    @wraps(view)
    def found(request: HtmxHttpRequest, slug: str) -> HttpResponse:
        study = study_or_404(request, slug)
        me = known_in(request, study)
        try:
            return view(request, me) if me else redirect("studies:resume", slug)
        except Participant.DoesNotExist:  # withdrawn meanwhile, in another tab
            return redirect("studies:withdraw", slug)

    return found
