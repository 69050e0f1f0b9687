"""Pages for posts that could not be taken: nothing that was typed is lost."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show what was sent in a fresh form; it is taken only when the person sends it again."""
    fields = [
        (name, value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"
    ]
    template = (
        "games/_send_again.html" if request.headers.get("HX-Request") else "games/send_again.html"
    )
    status = 200 if request.headers.get("HX-Request") else 403
    context = {
        "fields": fields,
        "address": request.path,
        "question": request.POST.get("question", ""),
    }
    return render(request, template, context, status=status)
