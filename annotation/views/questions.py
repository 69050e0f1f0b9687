"""What raters asked about the guidelines, and a researcher's answers."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from annotation.models import GuidelineQuestion, Study
from annotation.pages import raters as pages
from annotation.rater_forms import AnswerForm
from annotation.services import questions as services
from annotation.services.questions import AnsweredMeanwhile
from annotation.views import found
from annotation.views.posts import post_or_back
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest


@researchers_only
@require_safe
def questions(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    return _page(request, found.study(slug, version))


@researchers_only
@post_or_back("annotations:questions")
def answer(request: HtmxHttpRequest, slug: str, version: int, question_id: int) -> HttpResponse:
    study = found.study(slug, version)
    question = get_object_or_404(GuidelineQuestion, pk=question_id, study=study)
    form = AnswerForm(request.POST, number=question.pk)
    if not form.is_valid():
        return _page(request, study, form, question)
    by, now = user_of(request), timezone.now()
    try:
        services.answer(question, form.said, by=by, seen=form.seen_before, now=now)
    except AnsweredMeanwhile as meanwhile:
        # Whoever sends it again has been told.
        stands = meanwhile.question.answer
        again = {"answer": form.said, "seen": stands}
        told = AnswerForm(again, number=question.pk)
        told.add_error("answer", "Somebody answered meanwhile, as it stands above. Send yours "
                       "again to put it in its place.")  # fmt: skip
        return _page(request, study, told, question)
    here = reverse("annotations:questions", args=[study.slug, study.version])
    return redirect(f"{here}#question-{question.pk}")


def _page(
    request: HtmxHttpRequest,
    study: Study,
    form: AnswerForm | None = None,
    about: GuidelineQuestion | None = None,
) -> HttpResponse:
    """All questions, each with its form; form: the one of a question that was refused."""
    rows = list(pages.questions_of(study))
    asked = [
        (row, form if form and row == about else AnswerForm(number=row.pk, answer=row.answer))
        for row in rows
    ]
    waiting = sum(row.answered_at is None for row in rows)
    context = {"study": study, "asked": asked, "waiting": waiting, "total": len(rows)}
    return render(request, "annotation/questions.html", context)
