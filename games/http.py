"""What views share: the participant's cookie, idempotency keys, fragments or whole pages."""

from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
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


def in_place_of_board(response: HttpResponse) -> HttpResponse:
    """Have htmx put this fragment where the board is, whichever form was sent."""
    return retarget(reswap(response, "outerHTML"), "#_board")
