"""Question sets: the list, a new one, one of them, a question of it, its files."""

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from evaluation import coat_stored, tasks
from evaluation.coat import generate
from evaluation.coat.partition import Policy
from evaluation.coat.ranking import Order
from evaluation.coat_forms import SetForm
from evaluation.models import QuestionSet
from evaluation.pages import coat_files, coat_quizzes, coat_words
from evaluation.pages import coat_sets as pages
from evaluation.services import coat_question_sets
from evaluation.services.coat_question_sets import SetWish
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest, as_file


@require_safe
@researchers_only
def sets(request: HtmxHttpRequest) -> HttpResponse:
    return render(request, "evaluation/coat/sets.html", {"rows": pages.listed()})


@require_http_methods(["GET", "HEAD", "POST"])
@researchers_only
def new(request: HtmxHttpRequest) -> HttpResponse:
    """The form of a set: counted first, then made."""
    form = _form(request)
    counted = None
    if form.is_bound and form.is_valid():
        if not form.only_counts:
            row = coat_question_sets.create(_wish(request, form))
            tasks.enqueue_set(row.pk)
            return redirect("coat:set", row.slug)
        counted = _counted(form)
    context = {"form": form, "counted": counted}
    return render(request, "evaluation/coat/set_new.html", context)


@require_safe
@researchers_only
def question_set(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    row = find(slug)
    context = {
        "page": pages.set_page(row),
        "row": row,
        "files": coat_files.FILES.values(),
        "quizzes": coat_quizzes.of_set(row),
    }
    return render(request, "evaluation/coat/set.html", context)


@require_safe
@researchers_only
def state(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """What changes while the set is made, for a page that polls; the whole page at the end."""
    row = find(slug)
    if not request.htmx:
        return redirect("coat:set", slug)
    if row.status in QuestionSet.GOING_ON:
        return HttpResponse(status=204)
    return HttpResponse(headers={"HX-Refresh": "true"})


@require_safe
@researchers_only
def question(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """Its answer only where the address asks for it; `number` leads to another question."""
    row = find(slug)
    stored = get_object_or_404(row.questions, number=number)
    shown = request.GET.get("answer") == "shown"
    keep = "?answer=shown" if shown else ""
    wanted = request.GET.get("number")
    wrong = ""
    if wanted is not None:
        if pages.has_question(row, wanted):
            return redirect(reverse("coat:question", args=[slug, int(wanted)]) + keep)
        wrong = f"The set has questions 1 to {row.count:,}; {wanted[:20]!r} is none of them."
    page = pages.question_page(row, stored)
    context = {"page": page, "row": row, "shown": shown, "keep": keep, "wrong": wrong}
    return render(request, "evaluation/coat/question.html", context | {"aside": coat_words.ASIDE})


@require_safe
@researchers_only
def document(request: HtmxHttpRequest, slug: str, name: str) -> HttpResponseBase:
    """One of the set's files, made while it is sent."""
    row = find(slug)
    if name not in coat_files.FILES or row.status != QuestionSet.Status.READY:
        raise Http404(f"{slug} has no {name}.")
    found = coat_files.FILES[name]
    pieces = found.pieces(row) if request.method == "GET" else ()
    response = StreamingHttpResponse(pieces, content_type=found.kind)
    zipped = found.kind == coat_files.ZIP
    return as_file(response, coat_files.file_name(row, name), compressed=zipped)


def find(slug: str) -> QuestionSet:
    rows = QuestionSet.objects.select_related("catalogue", "scheme", "made_by")
    return get_object_or_404(rows, slug=slug)


def _form(request: HtmxHttpRequest) -> SetForm:
    sent = request.POST if request.method == "POST" else None
    begun = {"catalogue": request.GET.get("catalogue")}
    return SetForm(sent, variations=coat_words.kinds_and_variations(), initial=begun)


def _counted(form: SetForm) -> pages.Counted:
    said, spec = form.cleaned_data, form.spec()
    catalogue, scheme = said["catalogue"], said["scheme"]
    pools = coat_stored.pools_with(
        catalogue.pk,
        Policy(said["partition"]),
        Order(said["order"]),
        scheme.pk if scheme else None,
    )
    shares = generate.shares_of(pools, spec)
    instead = generate.size_that_gives(pools, spec, shares, coat_question_sets.MOST)
    return pages.counted(shares, spec, coat_stored.labels_of(catalogue.pk), instead)


def _wish(request: HtmxHttpRequest, form: SetForm) -> SetWish:
    said = form.cleaned_data
    return SetWish(
        catalogue=said["catalogue"],
        spec=form.spec(),
        partition=Policy(said["partition"]),
        order=Order(said["order"]),
        scheme=said["scheme"],
        key=said["key"],
        made_by=user_of(request),
    )
