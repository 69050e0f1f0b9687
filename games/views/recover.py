"""Pages for posts that could not be taken: nothing that was typed is lost. And for gone plays."""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.views.csrf import csrf_failure

from games import http, volunteers
from games.http import HtmxHttpRequest, in_place_of_board
from games.models import Campaign, Participant, Play

# What may be sent again, and which of its fields: moves that take back nothing and tell nothing.
SENT_AGAIN = {
    "games:ask": ("question", "number", "attempt", "key"),
    "games:mark": ("affordance", "crossed_out"),
    "games:guess": ("affordance", "number"),
    "games:doubt": (),
    "games:start": (),
}
# How Django begins its reason for a post that another site sent.
FROM_ELSEWHERE = ("Origin checking failed", "Referer checking failed")


def or_gone(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer for a play that is nobody's, a stranger's or withdrawn meanwhile, all alike.

    A page is not found; htmx, which leaves 404 unswapped, gets a fragment that says so.
    """

    @wraps(view)
    def found(request: HtmxHttpRequest, token: UUID, **named: object) -> HttpResponse:
        try:
            return view(request, token, **named)
        except (Play.DoesNotExist, Participant.DoesNotExist) as missing:
            study = _study_of(request)
            if request.htmx:
                return in_place_of_board(render(request, "games/_gone.html", {"study": study}))
            if study:
                return render(request, "404.html", {"study": study}, status=404)
            raise Http404("No such play.") from missing

    return found


def _study_of(request: HtmxHttpRequest) -> Campaign | None:
    """The study that a gone play was of, as its page says; else the one this browser knows."""
    named = request.headers.get("X-Study")
    if named:
        return Campaign.objects.filter(slug=named).first()
    tokens = http.tokens(request)
    part = next(iter(volunteers.parts_of(tokens)), None) if tokens else None
    return part.campaign if part else None


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show what was sent in a fresh form; it is taken only when the person sends it again.

    Only a player's own moves from this site's pages are shown so; any other post gets Django's
    plain refusal, for one click must not be all that a foreign page needs.
    With htmx, whose middleware has not seen this request yet, the fragment goes out as 200.
    """
    try:
        names = SENT_AGAIN.get(resolve(request.path).view_name)
    except Resolver404:
        names = None
    if names is None or reason.startswith(FROM_ELSEWHERE):
        return csrf_failure(request, reason)
    context = {
        "fields": [(name, request.POST.get(name, "")) for name in names],
        "address": request.path,
        "question": request.POST.get("question", ""),
    }
    if request.headers.get("HX-Request"):
        return in_place_of_board(render(request, "games/_send_again.html", context))
    return render(request, "games/send_again.html", context, status=403)
