"""Who may see a researcher's page."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.urls import reverse

from games.http import HtmxHttpRequest

View = Callable[..., HttpResponse]


def researchers_only(view: View) -> View:
    """Lead who is not signed in to the sign-in page; refuse everybody else who is no researcher."""

    @wraps(view)
    def guarded(request: HtmxHttpRequest, *args: object, **named: object) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), reverse("admin:login"))
        if not request.user.is_staff:
            raise PermissionDenied("Researchers only.")
        return view(request, *args, **named)

    return guarded
