"""What views of figures give back: charts as images, and files."""

from django.http import Http404, HttpResponse

from games.http import as_file

CSV, JSON, SVG = "text/csv; charset=utf-8", "application/json", "image/svg+xml"


def chart(drawn: str | None) -> HttpResponse:
    """drawn: SVG text, None where there is none. Raises Http404."""
    if drawn is None:
        raise Http404("There is no such chart.")
    return HttpResponse(drawn, content_type=SVG)


def file(content: str, kind: str, name: str) -> HttpResponse:
    return as_file(HttpResponse(content, content_type=kind), name)
