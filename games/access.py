"""Who may see a researcher's page."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme

from games.http import HtmxHttpRequest

View = Callable[..., HttpResponseBase]


def researchers_only(view: View) -> View:
    """Lead who is not signed in to the sign-in page; refuse everybody else who is no researcher.

    Researchers' pages are in English, whatever language the browser prefers.
    """

    @wraps(view)
    def guarded(request: HtmxHttpRequest, *args: object, **named: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(page_of(request), reverse("admin:login"))
        if not request.user.is_staff:
            raise PermissionDenied("Researchers only.")
        with translation.override("en"):
            response = view(request, *args, **named)
        response.headers["Content-Language"] = "en"
        add_never_cache_headers(response)
        return response

    return guarded


def user_of(request: HttpRequest) -> User:
    """Who is signed in, for views that nobody else reaches."""
    assert isinstance(request.user, User)
    return request.user


def page_of(request: HttpRequest) -> str:
    """Where to go after signing in: a step that was posted has no page of its own, so back to the
    page with its form, or to the list that it belongs to.
    """
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    came_from = request.headers.get("Referer", "")
    if url_has_allowed_host_and_scheme(came_from, {request.get_host()}):
        return urlsplit(came_from)._replace(scheme="", netloc="", fragment="").geturl() or "/"
    return "/{}/".format(request.path.split("/")[1])
