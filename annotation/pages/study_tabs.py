"""The pages of a study as tabs: which there are for whom, and which one the reader is at."""

from collections.abc import Iterator
from dataclasses import dataclass

from annotation.models import Study
from annotation.services import unit_sources

# The url names of pages that are reached from the page of a tab.
BENEATH = {
    "study": {"edit", "guidelines", "open", "close", "reopen", "next_version", "delete"},
    "units": {"upload", "catalogue", "unit", "remove_unit"},
    "raters": {
        "invite", "add_rater", "make_account", "reset_link", "let_in", "leave_out", "take_back",
        "rater", "model_raters", "remove_model",
    },
    "questions": {"answer"},
    "adjudication": {"count", "apart", "adjudicate", "second_look", "undecide"},
    "publish": {"publication"},
}  # fmt: skip


@dataclass(frozen=True)
class Tab:
    """page: its url name. current: what `aria-current` says of it."""

    page: str
    words: str
    current: str

    @property
    def view(self) -> str:
        return f"annotations:{self.page}"


def tabs_of(study: Study, here: str, *, researcher: bool) -> Iterator[Tab]:
    """here: the url name of the page that the tabs stand on."""
    named = {
        "study": study.title,
        "units": "Units",
        "raters": "Raters",
        "questions": "Questions",
        "agreement": "Agreement",
        "adjudication": "Adjudication",
        "publish": "Publish",
        **({"corrections": "Corrections"} if unit_sources.takes_answers(study) else {}),
        "export": "Export",
    }
    for page, words in named.items():
        if researcher or page == "adjudication":
            yield Tab(page, words, _current(page, here))


def _current(page: str, here: str) -> str:
    if page == here:
        return "page"
    return "true" if here in BENEATH.get(page, ()) else ""
