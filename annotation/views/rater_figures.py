"""One rater: what is stored, and what each figure becomes without it."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from annotation import rater_figures
from annotation.models import Rater
from annotation.pages import agreement
from annotation.pages import rater as pages
from annotation.views import found
from games.access import researchers_only
from games.http import HtmxHttpRequest


@researchers_only
@require_safe
def rater(request: HtmxHttpRequest, slug: str, version: int, rater_id: int) -> HttpResponse:
    study = found.study(slug, version)
    row = get_object_or_404(Rater, pk=rater_id, study=study, withdrawn_at=None)
    row.study = study
    answers, name = agreement.answers_for(study, extra=False), row.pseudonym
    kept, remarked = rater_figures.kept_of(row), rater_figures.remarked_by(row)
    context = {
        "study": study,
        "rater": row,
        "kept": kept,
        "skips": pages.skips_in_words(dict(kept.skips)),
        "remarks": pages.remarks(study, remarked[: pages.MOST_REMARKS]),
        "remarked": remarked.count(),
    }
    if row.left_out_at is None:
        context |= {
            "others": pages.against_others(answers, name),
            "labels": pages.labels_of(answers, name),
            "without": pages.without(answers, name),
        }
        if row.kind == Rater.Kind.PERSON:
            becomes = rater_figures.consensus_without(row)
            context["consensus"] = pages.consensus_table(becomes)
    return render(request, "annotation/rater.html", context)
