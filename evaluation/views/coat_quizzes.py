"""Quizzes of a question set: opened, looked at, closed; their answers as a file."""

from django.core.paginator import Paginator
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evaluation.models import Quiz
from evaluation.pages import coat_quizzes as pages
from evaluation.pages import quiz as quiz_pages
from evaluation.quiz_forms import QuizForm
from evaluation.services import quizzes
from evaluation.services.quizzes import QuizRefused, QuizWish
from evaluation.views.coat_sets import find as find_set
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest, as_file

MOST_LISTED = 60
PLACES = frozenset(map(str, range(1, 501)))
"""As many as one person may get."""


@require_http_methods(["GET", "HEAD", "POST"])
@researchers_only
def new(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    row = find_set(slug)
    form = QuizForm(
        request.POST if request.method == "POST" else None,
        initial={"questions": min(20, row.count) or 1},
    )
    if form.is_bound and form.is_valid():
        said = {name: form.cleaned_data[name] for name in form.fields}
        try:
            made = quizzes.open_quiz(QuizWish(row, made_by=user_of(request), **said))
        except QuizRefused as error:
            form.add_error(None, str(error))
        else:
            return redirect("coat:quiz", made.pk)
    return render(request, "evaluation/coat/quiz_new.html", {"row": row, "form": form})


@require_safe
@researchers_only
def quiz(request: HtmxHttpRequest, quiz_id: int) -> HttpResponse:
    row = _find(quiz_id)
    link = request.build_absolute_uri(reverse("quiz:landing", args=[row.token]))
    context = {"quiz": row, "page": pages.quiz_page(row), "link": link}
    return render(request, "evaluation/coat/quiz.html", context)


@require_safe
@researchers_only
def quiz_list(request: HtmxHttpRequest) -> HttpResponse:
    rows = Paginator(pages.listed(), MOST_LISTED).get_page(request.GET.get("page"))
    return render(request, "evaluation/coat/quizzes.html", {"rows": rows})


@require_safe
@researchers_only
def preview(request: HtmxHttpRequest, quiz_id: int) -> HttpResponse:
    """The first person's questions as people see them; `place` is of the one answered last."""
    row = _find(quiz_id)
    answered = request.GET.get("place", "")
    shown = quiz_pages.preview_of(row, int(answered) if answered in PLACES else 0)
    context = {"quiz": row, "question": shown, "preview": True}
    return render(request, "evaluation/quiz/question.html", context)


@require_POST
@researchers_only
def close(request: HtmxHttpRequest, quiz_id: int) -> HttpResponse:
    quizzes.close(_find(quiz_id), timezone.now())
    return redirect("coat:quiz", quiz_id)


@require_safe
@researchers_only
def answers(request: HtmxHttpRequest, quiz_id: int) -> HttpResponseBase:
    row = _find(quiz_id)
    lines = pages.answer_lines(row) if request.method == "GET" else ()
    response = StreamingHttpResponse(lines, content_type="application/jsonl")
    return as_file(response, f"quiz-{row.pk}-answers.jsonl")


def _find(quiz_id: int) -> Quiz:
    rows = Quiz.objects.select_related("question_set__catalogue", "made_by")
    return get_object_or_404(rows, pk=quiz_id)
