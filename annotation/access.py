"""Who may see an annotator's page: who has an account, and who rates in the study."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django_htmx.http import HttpResponseClientRedirect

from annotation.models import Rater, Study
from annotation.services.questions import with_waiting
from games.access import page_of
from games.http import HtmxHttpRequest

View = Callable[..., HttpResponseBase]


def in_english(view: View) -> View:
    """Annotators' pages are in English, as what they judge is, whatever language the browser
    prefers; none is kept by anybody on the way."""

    @wraps(view)
    def answered(*args: object, **named: object) -> HttpResponseBase:
        with translation.override("en"):
            response = view(*args, **named)
            if isinstance(response, TemplateResponse):
                response.render()  # while English holds
        response.headers["Content-Language"] = "en"
        add_never_cache_headers(response)
        return response

    return answered


def signed_in_only(view: View) -> View:
    """Lead who is not signed in to the annotators' sign-in page and back."""

    @in_english
    @wraps(view)
    def guarded(request: HtmxHttpRequest, *args: object, **named: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            sign_in = reverse("annotate:sign_in")
            if request.method == "POST":
                # What was sent is not stored, and the page says so.
                sign_in += "?out=1" if request.htmx else "?lost=1"
            leave = redirect_to_login(page_of(request), sign_in)
            return HttpResponseClientRedirect(leave.url) if request.htmx else leave
        return view(request, *args, **named)

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
        try:
            return view(request, rater, *args, **named)
        except Rater.DoesNotExist:
            raise Http404("You withdrew meanwhile.") from None

    return guarded


def adjudicators_only(view: View) -> View:
    """The view of a study gets the study: for researchers and who is named its adjudicator.

    Who rates here and may still judge is led to the page that asks them to judge no more: those
    who judge do not see what others said.
    """

    @may_adjudicate
    @wraps(view)
    def guarded(
        request: HtmxHttpRequest, study: Study, rater: Rater | None, *args: object, **named: object
    ) -> HttpResponseBase:
        if rater is not None and rater.blind:
            address = reverse("annotations:apart", args=[study.slug, study.version])
            return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
        return view(request, study, *args, **named)

    return guarded


def may_adjudicate(view: View) -> View:
    """The view of a study gets the study and who the viewer is as its rater, if anybody: for
    researchers and who is named its adjudicator."""

    @signed_in_only
    @wraps(view)
    def guarded(
        request: HtmxHttpRequest, slug: str, version: int, *args: object, **named: object
    ) -> HttpResponseBase:
        study = with_waiting(Study.objects.filter(slug=slug, version=version)).first()
        raters = Rater.objects.filter(study=study, user=request.user.pk, withdrawn_at=None)
        rater = raters.first()
        if not (request.user.is_staff or (rater is not None and rater.decides)):
            raise PermissionDenied("Adjudicators only.")
        if study is None:
            raise Http404("There is no such study.")
        return view(request, study, rater, *args, **named)

    return guarded
