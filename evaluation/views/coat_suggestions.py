"""What models suggest that objects serve: looked at, asked for, accepted or set aside."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evaluation import tasks
from evaluation.coat.editing import Unfit
from evaluation.coat_suggestion_forms import ASIDE, AskForm, DecideForm
from evaluation.models import CoatCatalogue, UtilityAsking
from evaluation.pages import coat_suggestions as pages
from evaluation.services import coat_askings, coat_decisions
from evaluation.views.coat_catalogues import find
from evaluation.views.coat_edits import stored_by, wish_of
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest


@require_http_methods(["GET", "HEAD", "POST"])
@researchers_only
def suggestions(request: HtmxHttpRequest, version: str) -> HttpResponse:
    """The open ones to be ticked; what was decided, and who is asked."""
    row = find(version)
    page = pages.page_of(row, request.GET.get("page", ""))
    sent = request.POST if request.method == "POST" else None
    form = DecideForm(sent, uses=page.found, initial={"title": row.title})
    if form.is_bound and form.is_valid():
        if form.sets_aside:
            now, by = timezone.now(), user_of(request)
            coat_decisions.set_aside(row, form.chosen(), by=by, now=now)
            return redirect("coat:suggestions", version)
        made = _accepted(request, row, form)
        if made is not None:
            return redirect("coat:catalogue", made.version)
    ticked = request.POST.getlist("uses")
    context = {"catalogue": row, "page": page, "form": form, "ticked": ticked, "aside": ASIDE}
    context["askings"] = pages.askings_of(row)
    return render(request, "evaluation/coat/suggestions.html", context)


@require_safe
@researchers_only
def askings(request: HtmxHttpRequest, version: str) -> HttpResponse:
    """Who is asked, for a page that polls; nothing where that has not changed."""
    if not request.htmx:
        return redirect("coat:suggestions", version)
    row = find(version)
    found = pages.askings_of(row)
    if request.GET.get("seen") == found.stamp:
        return HttpResponse(status=204)
    context = {"catalogue": row, "askings": found, "polled": True}
    return render(request, "evaluation/coat/_askings.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@researchers_only
def ask(request: HtmxHttpRequest, version: str) -> HttpResponse:
    """A model is asked in the background; a copy of the form asks no second time."""
    row = find(version)
    form = AskForm(
        request.POST if request.method == "POST" else None,
        initial={"text": pages.proposed_model()},
    )
    if form.is_bound and form.is_valid():
        key, by = form.cleaned_data["key"], user_of(request)
        asking = coat_askings.ask(row, form.tables, key=key, by=by)
        tasks.enqueue_asking(asking.pk)
        return redirect("coat:suggestions", version)
    return render(request, "evaluation/coat/ask.html", {"catalogue": row, "form": form})


@require_POST
@researchers_only
def ask_again(request: HtmxHttpRequest, version: str, number: int) -> HttpResponse:
    """Go on with an asking that failed."""
    asking = get_object_or_404(UtilityAsking, pk=number, catalogue__version=version)
    if coat_askings.again(asking.pk):
        tasks.enqueue_asking(asking.pk)
    return redirect("coat:suggestions", version)


def _accepted(
    request: HtmxHttpRequest, row: CoatCatalogue, form: DecideForm
) -> CoatCatalogue | None:
    """None where no version was stored; the form says why."""
    wish, now = wish_of(request, row, form), timezone.now()
    try:
        return stored_by(form, lambda: coat_decisions.accept(row, form.chosen(), wish, now=now))
    except Unfit as error:
        form.add_error("uses", str(error))
        return None
