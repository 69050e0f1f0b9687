"""Pages for posts that could not be taken: nothing that was typed is lost."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.http import in_place_of_board


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show what was sent in a fresh form; it is taken only when the person sends it again.

    With htmx, whose middleware has not seen this request yet, the fragment goes out as 200.
    """
    sent = [(name, value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"]
    context = {
        "fields": sent,
        "address": request.path,
        "question": request.POST.get("question", ""),
    }
    if request.headers.get("HX-Request"):
        return in_place_of_board(render(request, "games/_send_again.html", context))
    return render(request, "games/send_again.html", context, status=403)
