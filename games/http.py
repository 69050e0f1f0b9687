"""What views share: the participant's cookie, idempotency keys, fragments or whole pages."""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django_htmx.http import reswap, retarget
from django_htmx.middleware import HtmxDetails

COOKIE = "participant"
COOKIE_SALT = "games.participant"
COOKIE_SECONDS = 365 * 24 * 3600


class HtmxHttpRequest(HttpRequest):
    """A request as django-htmx's middleware leaves it."""

    htmx: HtmxDetails


def participant_token(request: HttpRequest) -> UUID | None:
    """The token of this browser's participant; None without a cookie or with a forged one."""
    try:
        return UUID(request.get_signed_cookie(COOKIE, salt=COOKIE_SALT))
    except (KeyError, BadSignature, ValueError):
        return None


def remember(response: HttpResponse, token: UUID) -> None:
    """Keep the participant in a cookie, so that a closed browser finds its play again."""
    response.set_signed_cookie(
        COOKIE,
        str(token),
        salt=COOKIE_SALT,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def post_or_back(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Take posts only; who comes by an address bar is led to the page that posts there."""

    @wraps(view)
    def taken(request: HtmxHttpRequest, *args: object, **named: object) -> HttpResponse:
        if request.method == "POST":
            return view(request, *args, **named)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["POST"])
        return (
            redirect("games:play", named["token"]) if "token" in named else redirect("games:home")
        )

    return taken


def only_utf8(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: refuse a body in another encoding before anything tries to read it."""

    def answer(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() not in ("utf-8", "utf8"):
            return HttpResponse("Send the form as UTF-8.", status=415, content_type="text/plain")
        return get_response(request)

    return answer


def in_place_of_board(response: HttpResponse) -> HttpResponse:
    """Have htmx put this fragment where the board is, whichever form was sent."""
    return retarget(reswap(response, "outerHTML"), "#_board")
