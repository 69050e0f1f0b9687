"""An object, a task or a utility more: a new version of a catalogue."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from evaluation import coat_stored
from evaluation.coat_edit_forms import ADDED, AddForm
from evaluation.models import CoatCatalogue
from evaluation.services import coat_catalogues
from evaluation.services.coat_catalogues import VersionTaken, Wish
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
        made = _made(request, row, form)
        if made is not None:
            return redirect("coat:catalogue", made.version)
    context = {"catalogue": row, "form": form, "what": what}
    return render(request, "evaluation/coat/add.html", context)


def _made(request: HtmxHttpRequest, row: CoatCatalogue, form: AddForm) -> CoatCatalogue | None:
    """None where it was not stored; the form says why."""
    said = form.cleaned_data
    wish = Wish(
        version=said["version"],
        title=said["title"],
        licence=row.licence,
        key=said["key"],
        made_by=user_of(request),
    )
    try:
        stored = coat_catalogues.new_version(row, form.grown, wish)
    except VersionTaken as error:
        form.add_error("version", str(error))
        return None
    for fault in stored.errors:
        form.add_error(None, str(fault))
    return stored.catalogue
