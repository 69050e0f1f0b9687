"""What a rater judged, to look at again."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.access import raters_only
from annotation.models import Judgement, Rater
from annotation.pages import own_judgements as pages
from annotation.rater_standings import may_judge
from games.http import HtmxHttpRequest

JUDGEMENTS_A_PAGE = 50


@raters_only
@require_safe
def mine(request: HtmxHttpRequest, rater: Rater) -> HttpResponse:
    rows = Judgement.objects.filter(rater=rater).select_related("unit").order_by("-pk")
    page = Paginator(rows, JUDGEMENTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "rater": rater,
        "study": rater.study,
        "page": page,
        "rows": [pages.row(rater.study, each) for each in page],
        "may_change": may_judge(rater),
    }
    return render(request, "annotation/mine.html", context)
