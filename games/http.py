"""What views share: the participant's cookie, idempotency keys, fragments or whole pages."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import content_disposition_header
from django_htmx.http import reswap, retarget
from django_htmx.middleware import HtmxDetails

from games.models import Participant

Response = TypeVar("Response", bound=HttpResponseBase)

COOKIE = "participant"
COOKIE_SALT = "games.participant"
COOKIE_SECONDS = 365 * 24 * 3600


class HtmxHttpRequest(HttpRequest):
    """A request as django-htmx's middleware leaves it."""

    htmx: HtmxDetails


def free_token(request: HttpRequest) -> UUID | None:
    """The token of this browser's free player; None without a cookie or with a forged one."""
    return _token_in(request, COOKIE)


def study_token(request: HttpRequest, campaign_id: int) -> UUID | None:
    """The token of this browser's participant in a campaign."""
    return _token_in(request, _study_cookie(campaign_id))


def tokens(request: HttpRequest) -> frozenset[UUID]:
    """All tokens that this browser keeps: of its free player and of its studies."""
    names = [name for name in request.COOKIES if name.startswith(COOKIE)]
    return frozenset(token for name in names if (token := _token_in(request, name)))


def remember(response: HttpResponse, participant: Participant) -> None:
    """Keep the participant in a cookie, so that a closed browser finds its plays again."""
    response.set_signed_cookie(
        _cookie_of(participant),
        str(participant.token),
        salt=COOKIE_SALT,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def forget(response: HttpResponse, participant: Participant) -> None:
    """Take the participant's cookie out of this browser."""
    response.delete_cookie(_cookie_of(participant), samesite="Lax")


def _cookie_of(participant: Participant) -> str:
    if participant.campaign_id is None:
        return COOKIE
    return _study_cookie(participant.campaign_id)


def _study_cookie(campaign_id: int) -> str:
    return f"{COOKIE}-{campaign_id}"


def _token_in(request: HttpRequest, name: str) -> UUID | None:
    try:
        return UUID(request.get_signed_cookie(name, salt=COOKIE_SALT))
    except (KeyError, BadSignature, ValueError):
        return None


def post_or_back(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Take posts only; who comes by an address bar is led to the page that posts there."""

    @wraps(view)
    def taken(request: HtmxHttpRequest, *args: object, **named: object) -> HttpResponse:
        if request.method == "POST":
            return view(request, *args, **named)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["POST"])
        return redirect(_page_of(named))

    return taken


def _page_of(named: Mapping[str, object]) -> str:
    if "token" in named:
        return reverse("games:play", args=[named["token"]])
    return (
        reverse("studies:mine", args=[named["slug"]]) if "slug" in named else reverse("games:home")
    )


def only_utf8(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: refuse a body in another encoding before anything tries to read it.

    A query is read without its NULs: PostgreSQL refuses any text with one.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() not in ("utf-8", "utf8"):
            return HttpResponse("Send the form as UTF-8.", status=415, content_type="text/plain")
        request.META["QUERY_STRING"] = request.META.get("QUERY_STRING", "").replace("%00", "")
        return get_response(request)

    return answer


def as_file(response: Response, name: str, *, compressed: bool = False) -> Response:
    """Have the browser store the response under this name.

    compressed: whether it is so already; GZipMiddleware leaves alone what names an encoding.
    """
    response.headers["Content-Disposition"] = content_disposition_header(True, name) or ""
    if compressed:
        response.headers["Content-Encoding"] = "identity"
    return response


def in_place_of_board(response: HttpResponse) -> HttpResponse:
    """Have htmx put this fragment where the board is, whichever form was sent."""
    return retarget(reswap(response, "outerHTML"), "#_board")
