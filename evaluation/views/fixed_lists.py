"""FIX20Q's lists: all of them, one of them, and its files."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from evaluation.models import FixedList
from evaluation.pages import fixed_lists as pages
from evaluation.services import fixed_lists
from evaluation.services.fixed_lists import Listed
from evaluation.views import responses
from games.access import researchers_only
from games.http import HtmxHttpRequest
from games.models import Catalogue


@require_safe
@researchers_only
def all_lists(request: HtmxHttpRequest) -> HttpResponse:
    return render(request, "evaluation/fixed_lists.html", {"lines": pages.lines()})


@require_safe
@researchers_only
def curated(request: HtmxHttpRequest, name: str) -> HttpResponse:
    return _page(request, _curated(name))


@require_safe
@researchers_only
def curated_file(request: HtmxHttpRequest, name: str, ending: str) -> HttpResponse:
    return _file(_curated(name), ending)


@require_safe
@researchers_only
def shipped(request: HtmxHttpRequest, version: str) -> HttpResponse:
    return _page(request, _shipped(version))


@require_safe
@researchers_only
def shipped_file(request: HtmxHttpRequest, version: str, ending: str) -> HttpResponse:
    return _file(_shipped(version), ending)


def _curated(name: str) -> Listed:
    rows = FixedList.objects.select_related("catalogue")
    return fixed_lists.listed(get_object_or_404(rows, name=name))


def _shipped(version: str) -> Listed:
    catalogue = get_object_or_404(Catalogue, version=version)
    try:
        return fixed_lists.shipped(catalogue.pk)
    except fixed_lists.NoList as error:
        raise Http404(str(error)) from error


def _page(request: HtmxHttpRequest, listed: Listed) -> HttpResponse:
    return render(request, "evaluation/fixed_list.html", {"page": pages.page_of(listed)})


def _file(listed: Listed, ending: str) -> HttpResponse:
    as_json = ending == "json"
    content = pages.as_json(listed) if as_json else pages.as_csv(listed)
    kind = responses.JSON if as_json else responses.CSV
    return responses.file(content, kind, pages.file_name(listed, ending))
