"""The list of drafts, a new one, a draft's page, its sheets in the background, its folder."""

import io
import zipfile
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from annotation import backends, gaps, labelling, selectors, tasks
from annotation.forms import DraftForm
from annotation.gaps import Gap
from annotation.models import Draft
from annotation.pages import drafts as pages
from annotation.services import drafts, enrich, folder
from annotation.services.drafts import DraftRefused
from annotation.services.folder import Unfinished
from annotation.views.posts import post_or_back
from games.access import researchers_only
from games.http import HtmxHttpRequest, as_file

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])
MISSING_SHOWN = 30
FIRST_DAY = (1980, 1, 1, 0, 0, 0)


@researchers_only
@require_safe
def draft_list(request: HtmxHttpRequest) -> HttpResponse:
    rows = list(Draft.objects.order_by("-pk"))
    counts = selectors.counts_of(rows)
    shown = [_next_of(pages.shown(row, counts[row.pk])) for row in rows]
    return render(request, "annotation/draft_list.html", {"drafts": shown})


@researchers_only
@SHOWS_OR_TAKES
def new(request: HtmxHttpRequest) -> HttpResponse:
    form = DraftForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            return redirect("workshop:draft", drafts.create(**form.cleaned_data).slug)
        except DraftRefused as refused:
            form.add_error(refused.about, str(refused))
    return render(request, "annotation/draft_new.html", {"form": form})


@researchers_only
@require_safe
def draft(request: HtmxHttpRequest, draft_slug: str) -> HttpResponse:
    return draft_page(request, find(draft_slug))


@researchers_only
@require_safe
def progress(request: HtmxHttpRequest, draft_slug: str) -> HttpResponse:
    """The sheets' progress alone, for a page that polls; nothing where it has not changed."""
    if not request.htmx:
        return redirect(reverse("workshop:draft", args=[draft_slug]) + "#_progress")
    page = _shown(find(draft_slug))
    if page.waiting and request.GET.get("seen") == page.stamp:
        return HttpResponse(status=204)
    return render(request, "annotation/_progress.html", _progress(page))


@researchers_only
@post_or_back("workshop:draft", "draft_slug")
def draft_sheets(request: HtmxHttpRequest, draft_slug: str) -> HttpResponse:
    """Have a model draft what has no sheet, in the background."""
    row = find(draft_slug)
    page = _shown(row)
    if not backends.drafting_model_name():
        return draft_page(request, row, notice="No model is set to draft with; nothing was begun.")
    if not page.counts.values:
        notice = "Upload a vocabulary first: sheets take their values from it."
        return draft_page(request, row, notice=notice)
    enrich.ask_for(row.pk)
    tasks.enqueue()
    return redirect(reverse("workshop:draft", args=[draft_slug]) + "#_progress")


@researchers_only
@require_safe
def folder_zip(request: HtmxHttpRequest, draft_slug: str) -> HttpResponse:
    """The catalogue folder as one file; while anything is missing, the page that says what."""
    row = find(draft_slug)
    try:
        files = folder.files_of(row)
    except Unfinished:
        response = draft_page(request, row)
        response.status_code = 409
        return response
    packed = HttpResponse(_zipped(row.slug, files), content_type="application/zip")
    return as_file(packed, f"{row.slug}.zip")


def find(slug: str) -> Draft:
    return get_object_or_404(Draft, slug=slug)


def draft_page(request: HtmxHttpRequest, row: Draft, **more: Any) -> HttpResponse:
    missing = gaps.gaps_of(row)
    context = {
        **_progress(_shown(row, missing)),
        **more,
        "missing": missing[:MISSING_SHOWN],
        "missing_more": max(0, len(missing) - MISSING_SHOWN),
        "steps": labelling.steps(row.slug),
    }
    return render(request, "annotation/draft.html", context)


def _shown(row: Draft, missing: Sequence[Gap] = ()) -> pages.DraftShown:
    return pages.shown(row, selectors.counts_of([row])[row.pk], missing)


def _next_of(page: pages.DraftShown) -> pages.DraftShown:
    """The page with what its folder needs where counting alone would call it complete."""
    if not page.complete:
        return page
    return pages.shown(page.draft, page.counts, gaps.gaps_of(page.draft))


def _progress(page: pages.DraftShown) -> dict[str, object]:
    return {"page": page, "draft": page.draft, "model": backends.drafting_model_name()}


def _zipped(slug: str, files: dict[str, bytes]) -> bytes:
    """Equal files give equal bytes: no time of day is in them."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{slug}/{name}", FIRST_DAY)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return made.getvalue()
