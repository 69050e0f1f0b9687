"""Researchers look at the stored catalogues: the list, one of them, its objects, its files."""

import io
import zipfile

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST, require_safe

from games import contents, formats
from games.access import researchers_only
from games.http import HtmxHttpRequest, as_file
from games.models import Catalogue
from games.pages import catalogue_objects
from games.pages import catalogues as pages
from games.views import home

OBJECTS_A_PAGE = 50
# The time that a ZIP gives every file, so that the same catalogue is the same bytes.
NO_TIME = (1980, 1, 1, 0, 0, 0)


@researchers_only
@require_safe
def catalogue_list(request: HtmxHttpRequest) -> HttpResponse:
    return render(request, "games/catalogue_list.html", {"rows": pages.listed()})


@researchers_only
@require_safe
def catalogue(request: HtmxHttpRequest, version: str) -> HttpResponse:
    page = pages.catalogue_page(_find(version))
    return render(request, "games/catalogue.html", {"page": page, "catalogue": page.catalogue})


@researchers_only
@require_safe
def objects(request: HtmxHttpRequest, version: str) -> HttpResponse:
    """All objects, or those that hold a text, or those that have an affordance, or both."""
    found, text = _find(version), _asked(request, "q")
    key = _asked(request, "affordance")
    affordance = get_object_or_404(found.affordances, key=key) if key else None
    rows = Paginator(catalogue_objects.objects_of(found, text, affordance), OBJECTS_A_PAGE)
    page = rows.get_page(request.GET.get("page"))
    context = {
        "catalogue": found,
        "affordance": affordance,
        "page": page,
        "rows": [catalogue_objects.glimpse(each) for each in page.object_list],
        "q": text,
    }
    return render(request, "games/catalogue_objects.html", context)


@researchers_only
@require_safe
def thing(request: HtmxHttpRequest, version: str, key: str) -> HttpResponse:
    found = _find(version)
    page = catalogue_objects.object_page(found, get_object_or_404(found.physical_objects, key=key))
    return render(request, "games/catalogue_object.html", {"page": page, "catalogue": found})


@researchers_only
@require_POST
def play(request: HtmxHttpRequest, version: str) -> HttpResponse:
    """Start a free play of this catalogue, newest or not."""
    return home.start_of(request, _find(version))


@researchers_only
@require_safe
def files(request: HtmxHttpRequest, version: str) -> HttpResponse:
    """The catalogue's files as `export_catalogue` writes them, in a ZIP."""
    found = _find(version)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in formats.catalogue_files(contents.content_of(found)).items():
            archive.writestr(zipfile.ZipInfo(f"{found.version}/{name}", NO_TIME), data)
    response = HttpResponse(packed.getvalue(), content_type="application/zip")
    return as_file(response, f"{found.version}.zip", compressed=True)


def _find(version: str) -> Catalogue:
    return get_object_or_404(Catalogue, version=version)


def _asked(request: HtmxHttpRequest, name: str) -> str:
    return request.GET.get(name, "").strip()
