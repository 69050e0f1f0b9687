"""One candidate by itself: an object's sheet with its history, an affordance's definition."""

from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from annotation import draft_sheets, selectors
from annotation.forms import DefinitionForm, SheetForm
from annotation.models import Draft, DraftObject
from annotation.pages import candidates as candidate_pages
from annotation.pages import sheets as pages
from annotation.pages import vocabulary as vocabulary_pages
from annotation.services import drafts, sheets
from annotation.services.sheets import SheetChanged
from annotation.views.candidates import find_affordance, find_object
from annotation.views.drafts import SHOWS_OR_TAKES, find
from games.access import researchers_only
from games.formats import RowError
from games.http import HtmxHttpRequest

# What the address says of a page that was stored just now.
STORED = "?stored=1"
CHANGED = (
    "Somebody changed this sheet since you opened it; nothing was stored. What you wrote is still "
    "in the form: compare it with the latest revision below, then store it again."
)


@researchers_only
@SHOWS_OR_TAKES
def sheet(request: HtmxHttpRequest, draft_slug: str, key: str) -> HttpResponse:
    """Show the sheet; a POST stores it as this person leaves it."""
    draft = find(draft_slug)
    row = find_object(draft, key)
    if request.method != "POST":
        return _sheet_page(request, draft, row, SheetForm(initial=pages.filled_from(row)))
    form = SheetForm(request.POST)
    if not form.is_valid():
        return _sheet_page(request, draft, row, form)
    try:
        errors = _correct(request, row, form)
    except SheetChanged:
        row.refresh_from_db()
        # Whoever stores it again has been told.
        again = SheetForm({**form.cleaned_data, "revision": row.revision})
        return _sheet_page(request, draft, row, again, CHANGED)
    if errors:
        _refuse(form, errors)
        return _sheet_page(request, draft, row, form)
    return redirect(reverse("workshop:object", args=[draft_slug, key]) + STORED)


@researchers_only
@SHOWS_OR_TAKES
def definition(request: HtmxHttpRequest, draft_slug: str, key: str) -> HttpResponse:
    draft = find(draft_slug)
    row = find_affordance(draft, key)
    filled = {name: getattr(row, name) for name in DefinitionForm.base_fields}
    form = DefinitionForm(request.POST if request.method == "POST" else None, initial=filled)
    if form.is_valid():
        said = form.cleaned_data
        errors = drafts.define(
            row,
            definition=said["definition"],
            conditions=said["conditions"],
            requires=said["requires"],
        )
        if not errors:
            return redirect(reverse("workshop:affordance", args=[draft_slug, key]) + STORED)
        for error in errors:
            form.add_error(error.field, error.problem)
    context = {
        "draft": draft,
        "row": row,
        "shown": candidate_pages.shown(row, 1),
        "form": form,
        **_onward(request, draft, affordance_key=key),
    }
    return render(request, "annotation/affordance.html", context)


def _correct(request: HtmxHttpRequest, row: DraftObject, form: SheetForm) -> tuple[RowError, ...]:
    content = form.content()
    if content.content is None:
        return content.errors
    return sheets.correct(
        row,
        content.content,
        revision=form.cleaned_data["revision"],
        by=request.user.get_username(),
        now=timezone.now(),
    )


def _refuse(form: SheetForm, errors: tuple[RowError, ...]) -> None:
    """Say each fault beside the field that it is about."""
    for error in errors:
        first, _, rest = error.field.partition(".")
        name = rest if first == "measures" and rest in form.fields else first
        place = name if name in form.fields else None
        beside = error.field in (name, f"measures.{name}")
        form.add_error(
            place, draft_sheets.sentence_of(replace(error, field="") if beside else error)
        )


def _sheet_page(
    request: HtmxHttpRequest, draft: Draft, row: DraftObject, form: SheetForm, notice: str = ""
) -> HttpResponse:
    context = {
        "draft": draft,
        "row": row,
        "shown": candidate_pages.shown(row, 1),
        "form": form,
        "history": pages.history_of(row),
        "notice": notice,
        "vocabulary": vocabulary_pages.by_dimension(selectors.vocabulary_of(draft.pk)),
        **_onward(request, draft, object_key=row.key),
    }
    return render(request, "annotation/object.html", context)


def _onward(
    request: HtmxHttpRequest, draft: Draft, *, object_key: str = "", affordance_key: str = ""
) -> dict[str, object]:
    """What to write next, for a page that was stored just now."""
    if request.method == "POST" or "stored" not in request.GET:
        return {}
    return {
        "stored": True,
        "next_object": selectors.next_object(draft.pk, object_key),
        "next_affordance": selectors.next_affordance(draft.pk, affordance_key),
    }
