"""Pages for posts that could not be taken: nothing that was typed is lost."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.views.csrf import csrf_failure

from games.http import in_place_of_board

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
