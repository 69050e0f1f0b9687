"""Schemes of penalties: all of them, one of them, a new version."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from evaluation import coat_stored
from evaluation.coat.penalties import CORRECTED
from evaluation.coat.penalties import PenaltyScheme as CoreScheme
from evaluation.coat_edit_forms import SchemeForm
from evaluation.models import PenaltyScheme
from evaluation.pages import coat_schemes as pages
from evaluation.services import coat_schemes
from evaluation.services.coat_schemes import Wish
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest


@require_safe
@researchers_only
def schemes(request: HtmxHttpRequest) -> HttpResponse:
    context = {
        "lines": pages.lines(),
        "built_in": pages.built_in(),
        "differences": pages.differences(),
    }
    return render(request, "evaluation/coat/schemes.html", context)


@require_safe
@researchers_only
def scheme(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    row = get_object_or_404(PenaltyScheme, slug=slug, version=version)
    page = pages.scheme_page(str(row), coat_stored.scheme_of(row.pk))
    return render(request, "evaluation/coat/scheme.html", {"row": row, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@researchers_only
def new(request: HtmxHttpRequest) -> HttpResponse:
    """A table to change; `of` names the version to begin with, the corrected one else."""
    row = _begun_with(request.GET.get("of", ""))
    begun = coat_stored.scheme_of(row.pk) if row else CORRECTED
    form = _form(request, row, begun)
    if form.is_bound and form.is_valid():
        said = form.cleaned_data
        wish = Wish(said["slug"], form.table(), said["key"], user_of(request))
        stored = coat_schemes.store(wish)
        if stored.scheme is not None:
            return redirect("coat:scheme", stored.scheme.slug, stored.scheme.version)
        for error in stored.errors:
            form.add_error(None, error.problem)
    return render(request, "evaluation/coat/scheme_new.html", {"form": form, "row": row})


def _form(request: HtmxHttpRequest, row: PenaltyScheme | None, begun: CoreScheme) -> SchemeForm:
    sent = request.POST if request.method == "POST" else None
    return SchemeForm(sent, scheme=begun, initial={"slug": row.slug} if row else None)


def _begun_with(name: str) -> PenaltyScheme | None:
    slug, _, version = name.partition("/")
    if not version.isdecimal() or len(version) > 9:
        return None
    return PenaltyScheme.objects.filter(slug=slug, version=int(version)).first()
