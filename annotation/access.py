"""Who may see an annotator's page: who has an account, and who rates in the study."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django_htmx.http import HttpResponseClientRedirect

from annotation.models import Rater, Study
from games.access import page_of
from games.http import HtmxHttpRequest

View = Callable[..., HttpResponseBase]


def signed_in_only(view: View) -> View:
    """Lead who is not signed in to the annotators' sign-in page and back.

    Annotators' pages are in English, as what they judge is.
    """

    @wraps(view)
    def guarded(request: HtmxHttpRequest, *args: object, **named: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            leave = redirect_to_login(page_of(request), reverse("annotate:sign_in"))
            return HttpResponseClientRedirect(leave.url) if request.htmx else leave
        with translation.override("en"):
            response = view(request, *args, **named)
        response.headers["Content-Language"] = "en"
        add_never_cache_headers(response)
        return response

    return guarded


def raters_only(view: View) -> View:
    """The view of a study gets its rater in place of slug and version.

    Whoever is signed in and does not rate in the study, or has withdrawn, finds no such page.
    """

    @signed_in_only
    @wraps(view)
    def guarded(
        request: HtmxHttpRequest, slug: str, version: int, *args: object, **named: object
    ) -> HttpResponseBase:
        raters = Rater.objects.select_related("study")
        try:
            rater = raters.get(
                user=request.user.pk, study__slug=slug, study__version=version, withdrawn_at=None
            )
        except Rater.DoesNotExist:
            raise Http404("You take part in no such study.") from None
        return view(request, rater, *args, **named)

    return guarded


def adjudicators_only(view: View) -> View:
    """The view of a study gets the study: for researchers and who is named its adjudicator."""

    @signed_in_only
    @wraps(view)
    def guarded(
        request: HtmxHttpRequest, slug: str, version: int, *args: object, **named: object
    ) -> HttpResponseBase:
        if not request.user.is_staff:
            named_so = Rater.objects.filter(
                user=request.user.pk,
                study__slug=slug,
                study__version=version,
                adjudicates=True,
                removed_at=None,
                withdrawn_at=None,
            )
            if not named_so.exists():
                raise PermissionDenied("Adjudicators only.")
        study = get_object_or_404(Study, slug=slug, version=version)
        return view(request, study, *args, **named)

    return guarded
