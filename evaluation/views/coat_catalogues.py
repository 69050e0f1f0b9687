"""COAT catalogues: the list, an import, one of them with its utilities, pairs and objects."""

from typing import TypeVar

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from evaluation import coat_stored
from evaluation.coat_forms import ImportForm, PolicyForm
from evaluation.models import CoatCatalogue
from evaluation.pages import coat_catalogues as pages
from evaluation.pages import coat_files, coat_pairs, coat_words
from evaluation.services import coat_catalogues
from evaluation.services.coat_catalogues import Stored, VersionTaken, Wish
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest, as_file

T = TypeVar("T")


@require_safe
@researchers_only
def catalogues(request: HtmxHttpRequest) -> HttpResponse:
    return render(request, "evaluation/coat/catalogues.html", {"rows": pages.listed()})


@require_http_methods(["GET", "HEAD", "POST"])
@researchers_only
def take(request: HtmxHttpRequest) -> HttpResponse:
    """Store a catalogue from uploaded files: all of it, or nothing."""
    form = ImportForm()
    if request.method == "POST":
        form = ImportForm(request.POST, request.FILES)
        if form.is_valid():
            stored = _imported(request, form)
            if stored.catalogue is not None:
                return redirect("coat:catalogue", stored.catalogue.version)
            form.refuse(stored.errors)
    return render(request, "evaluation/coat/import.html", {"form": form})


@require_safe
@researchers_only
def catalogue(request: HtmxHttpRequest, version: str) -> HttpResponse:
    page = pages.catalogue_page(find(version))
    context = {"page": page, "catalogue": page.catalogue}
    return render(request, "evaluation/coat/catalogue.html", context)


@require_safe
@researchers_only
def files(request: HtmxHttpRequest, version: str) -> HttpResponse:
    """The catalogue's files as they came, in a ZIP."""
    row = find(version)
    packed = coat_files.zip_of(
        {f"{row.version}/{name}": data for name, data in coat_stored.files_of(row).items()}
    )
    response = HttpResponse(packed, content_type=coat_files.ZIP)
    return as_file(response, f"{row.version}.zip", compressed=True)


@require_safe
@researchers_only
def utility(request: HtmxHttpRequest, version: str, number: int) -> HttpResponse:
    row = find(version)
    page = _or_404(pages.utility_page(row, number), f"{version} has no utility {number}.")
    context = {"page": page, "catalogue": row}
    return render(request, "evaluation/coat/utility.html", context)


@require_safe
@researchers_only
def pair(request: HtmxHttpRequest, version: str, number: int) -> HttpResponse:
    """A pair's configurations, ranked by the policies that the address names."""
    row, form = find(version), PolicyForm(request.GET)
    pools = coat_stored.pools_with(row.pk, form.policy, form.chosen_order, form.scheme_id)
    found = coat_pairs.pair_page(row, number, pools, form.said("category") or "")
    page = _or_404(found, f"{version} has no pair {number}.")
    rows = Paginator(page.rows, coat_pairs.PLACES).get_page(request.GET.get("page"))
    context = {"page": page, "catalogue": row, "form": form, "rows": rows}
    return render(request, "evaluation/coat/pair.html", context | {"aside": coat_words.ASIDE})


@require_safe
@researchers_only
def thing(request: HtmxHttpRequest, version: str, number: int) -> HttpResponse:
    row = find(version)
    page = _or_404(pages.object_page(row, number), f"{version} has no object {number}.")
    context = {"page": page, "catalogue": row}
    return render(request, "evaluation/coat/object.html", context)


def find(version: str) -> CoatCatalogue:
    rows = CoatCatalogue.objects.select_related("parent", "made_by")
    return get_object_or_404(rows, version=version)


def _imported(request: HtmxHttpRequest, form: ImportForm) -> Stored:
    said = form.cleaned_data
    wish = Wish(
        version=said["version"],
        title=said["title"],
        licence=said["licence"],
        key=said["key"],
        made_by=user_of(request),
    )
    try:
        return coat_catalogues.import_files(said["upload"], wish)
    except VersionTaken as error:
        form.add_error("version", str(error))
        return Stored(None)


def _or_404(page: T | None, why: str) -> T:
    if page is None:
        raise Http404(why)
    return page
