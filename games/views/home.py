"""The landing page and the start of a free play."""

import random

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import backends, http, selectors, volunteers
from games.http import HtmxHttpRequest, post_or_back
from games.models import Catalogue
from games.pages import boards, free_plays
from games.services import erasing, plays


@never_cache
@require_safe
def home(request: HtmxHttpRequest) -> HttpResponse:
    return _landing(request)


@never_cache
@post_or_back
def start(request: HtmxHttpRequest) -> HttpResponse:
    """Start a free play of the newest catalogue."""
    catalogue = selectors.newest_catalogue()
    if catalogue is None:
        return _landing(request, _("There are no games yet. A researcher has to load them first."))
    return start_of(request, catalogue)


def start_of(request: HtmxHttpRequest, catalogue: Catalogue) -> HttpResponse:
    """Start a free play of a random game of the catalogue that this browser has not met."""
    token = http.free_token(request)
    participant = token and selectors.participant_of(token)
    participant = participant or plays.new_participant()
    protocol = plays.freeze_protocol(backends.protocol(catalogue.pk))
    try:
        play = plays.start(
            participant,
            selectors.free_games(catalogue),
            protocol=protocol,
            rng=random.SystemRandom(),
        )
    except plays.NoGameLeft:
        return _landing(request, _("You have started every game there is. Thank you."))
    response = redirect("games:play", token=play.token)
    http.remember(response, participant)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HtmxHttpRequest) -> HttpResponse:
    """Ask once more, then delete this browser's free games; those of a study are left alone."""
    token = http.free_token(request)
    participant = selectors.participant_of(token) if token else None
    if participant is None:
        return redirect("games:home")
    if request.method != "POST":
        return render(request, "games/free_delete.html")
    erasing.erase_free(participant)
    response = redirect("games:home")
    http.forget(response, participant)
    return response


@staff_member_required
@require_safe
def styleguide(request: HtmxHttpRequest) -> HttpResponse:
    return render(request, "games/styleguide.html")


def _landing(request: HtmxHttpRequest, notice: str = "") -> HttpResponse:
    """Explain the game; a browser with an open play is led back to it first."""
    catalogue = selectors.newest_catalogue()
    protocol = backends.protocol(catalogue.pk) if catalogue else None
    tokens = http.tokens(request)
    own = free_plays.free_plays_of(tokens)
    context = {
        "oracle": boards.oracle_note(protocol, catalogue.pk) if protocol and catalogue else None,
        "preset": protocol.preset if protocol else "",
        "open_play": reverse("games:play", args=[own.open_play]) if own.open_play else None,
        "asked": own.asked,
        "finished": own.finished,
        "parts": volunteers.parts_of(tokens) if tokens else [],
        "plays_freely": own.open_play or own.finished,
        "notice": notice,
    }
    return render(request, "games/home.html", context)
