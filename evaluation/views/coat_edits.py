"""A new version of a catalogue: an object, a task or a utility more, or other labels."""

from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from evaluation import coat_stored
from evaluation.coat_edit_forms import ADDED
from evaluation.coat_forms import VersionForm
from evaluation.coat_label_form import PARTS, LabelForm
from evaluation.models import CoatCatalogue
from evaluation.services import coat_catalogues
from evaluation.services.coat_catalogues import Stored, VersionTaken, Wish
from evaluation.views.coat_catalogues import find
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest


@require_http_methods(["GET", "HEAD", "POST"])
@researchers_only
def add(request: HtmxHttpRequest, version: str, what: str) -> HttpResponse:
    if what not in ADDED:
        raise Http404(f"{what} cannot be added; {', '.join(ADDED)} can.")
    row = find(version)
    judged = coat_stored.catalogue_of(row.pk).judged
    sent = request.POST if request.method == "POST" else None
    form = ADDED[what](sent, judged=judged, initial={"title": row.title})
    if form.is_bound and form.is_valid():
        wish = wish_of(request, row, form)
        made = stored_by(form, lambda: coat_catalogues.new_version(row, form.grown, wish))
        if made is not None:
            return redirect("coat:catalogue", made.version)
    context = {"catalogue": row, "form": form, "what": what}
    return render(request, "evaluation/coat/add.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@researchers_only
def labels(request: HtmxHttpRequest, version: str, part: str) -> HttpResponse:
    """What is read in place of keys, of one part of the catalogue."""
    if part not in PARTS:
        raise Http404(f"{part} have no labels; {', '.join(PARTS)} have some.")
    row = find(version)
    form = LabelForm(
        request.POST if request.method == "POST" else None,
        part=part,
        judged=coat_stored.catalogue_of(row.pk).judged,
        labels=coat_stored.labels_of(row.pk),
        initial={"title": row.title},
    )
    if form.is_bound and form.is_valid():
        wish = wish_of(request, row, form)
        made = stored_by(form, lambda: coat_catalogues.relabelled(row, form.labels, wish))
        if made is not None:
            return redirect("coat:catalogue", made.version)
    context = {"catalogue": row, "form": form, "part": part, "parts": list(PARTS)}
    return render(request, "evaluation/coat/labels.html", context)


def wish_of(request: HtmxHttpRequest, row: CoatCatalogue, form: VersionForm) -> Wish:
    """As whom and under which name the form wants a version made from this one."""
    said = form.cleaned_data
    return Wish(
        version=said["version"],
        title=said["title"],
        licence=row.licence,
        key=said["key"],
        made_by=user_of(request),
    )


def stored_by(form: VersionForm, store: Callable[[], Stored]) -> CoatCatalogue | None:
    """None where it was not stored; the form says why."""
    try:
        stored = store()
    except VersionTaken as error:
        form.add_error("version", str(error))
        return None
    for fault in stored.errors:
        form.add_error(None, str(fault))
    return stored.catalogue
