"""Who may see a researcher's page."""

from collections.abc import Callable, Mapping
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.cache import add_never_cache_headers

from games.http import HtmxHttpRequest

View = Callable[..., HttpResponseBase]


def researchers_only(view: View) -> View:
    """Lead who is not signed in to the sign-in page; refuse everybody else who is no researcher.

    Researchers' pages are in English, whatever language the browser prefers.
    """

    @wraps(view)
    def guarded(request: HtmxHttpRequest, *args: object, **named: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(_page_of(request, named), reverse("admin:login"))
        if not request.user.is_staff:
            raise PermissionDenied("Researchers only.")
        with translation.override("en"):
            response = view(request, *args, **named)
        response.headers["Content-Language"] = "en"
        add_never_cache_headers(response)
        return response

    return guarded


def _page_of(request: HtmxHttpRequest, named: Mapping[str, object]) -> str:
    """Where to go after signing in: a step that was posted has no page of its own."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    if "slug" in named:
        return reverse("campaigns:campaign", args=[named["slug"]])
    return reverse("campaigns:list")
