"""The parse inspector: raw replies beside what they were read as; nothing here changes anything."""

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluation.pages import replies as pages
from evaluation.views.runs import find
from games.access import researchers_only
from games.http import HtmxHttpRequest, as_file


@require_safe
@researchers_only
def replies(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    row = find(slug)
    context = {"run": row, "page": pages.page_of(row, request.GET.dict())}
    return render(request, "evaluation/replies.html", context)


@require_safe
@researchers_only
def replies_file(request: HtmxHttpRequest, slug: str) -> StreamingHttpResponse:
    lines = pages.as_json_lines(find(slug), request.GET.dict())
    response = StreamingHttpResponse(lines, content_type="application/jsonl")
    return as_file(response, f"{slug}-replies.jsonl")
