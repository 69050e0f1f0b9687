"""Replays of any play, for researchers; nothing here changes anything."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluation import replaying
from evaluation.pages import replay as pages
from games.access import researchers_only
from games.http import HtmxHttpRequest


@require_safe
@researchers_only
def replay(request: HtmxHttpRequest, play_id: int) -> HttpResponse:
    play = replaying.find(play_id)
    if play is None:
        raise Http404(f"There is no play {play_id}.")
    page = pages.page_of(play, request.GET.dict())
    name = "evaluation/_replay.html" if request.htmx else "evaluation/replay.html"
    return render(request, name, {"page": page})
