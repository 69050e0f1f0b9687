"""A study as its overview and the list show it: how far it is, and what to do next."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from annotation import study_progress
from annotation.kinds.registry import KINDS
from annotation.models import Study
from annotation.pages import units
from annotation.pages.drafts import Bar, number_of
from annotation.services import questions
from annotation.study_progress import Pace, Progress, UnitStates

HOUR = 3600


@dataclass(frozen=True)
class Listed:
    study: Study
    kind: str
    progress: Progress


@dataclass(frozen=True)
class Step:
    """What to do next. page: the url name of where it is done, "" where it is done right here."""

    words: str
    page: str = ""


@dataclass(frozen=True)
class Overview:
    study: Study
    kind: str
    progress: Progress
    states: UnitStates
    sentence: str
    step: Step
    people: int
    waiting: int

    @property
    def bar(self) -> Bar:
        return Bar("judgements are in", self.progress.judged, self.progress.seats)

    @property
    def kept_for(self) -> str:
        seconds = self.study.reservation_seconds
        return number_of(round(seconds / 60), "minute") if seconds >= 60 else f"{seconds} s"

    @property
    def excluded(self) -> Iterable[Study]:
        return self.study.excludes.order_by("slug", "version")

    @property
    def versions(self) -> Iterable[Study]:
        """The other versions, the first one first."""
        others = Study.objects.filter(slug=self.study.slug).exclude(pk=self.study.pk)
        return others.order_by("version")

    @property
    def consent(self) -> str:
        text = self.study.consent_text
        return text.in_language("en") if text else ""

    @property
    def consent_sha256(self) -> str:
        """Of the very text, as exports have it."""
        text = self.study.consent_text
        return text.sha256_of("en") if text else ""

    @property
    def settled(self) -> bool:
        """Whether its settings stay as they are."""
        return self.study.locked_at is not None


def listed(studies: Iterable[Study]) -> list[Listed]:
    rows = list(studies)
    progress = study_progress.progress_of(rows)
    return [Listed(row, kind_title(row), progress[row.pk]) for row in rows]


def overview(study: Study, *, now: datetime) -> Overview:
    progress = study_progress.progress_of([study])[study.pk]
    states = study_progress.states_of(study)
    pace = study_progress.pace_of(study, now=now)
    waiting = questions.waiting(study).count()
    return Overview(
        study=study,
        kind=kind_title(study),
        progress=progress,
        states=states,
        sentence=sentence(study, progress, pace),
        step=_answer(study, waiting)
        or next_step(study, progress, states, pace, published=_last_publication(study)),
        people=pace.people,
        waiting=waiting,
    )


def later_draft(study: Study) -> Study | None:
    """The draft that stands for the next version already."""
    later = Study.objects.filter(
        slug=study.slug, version__gt=study.version, status=Study.Status.DRAFT
    )
    return later.order_by("version").last()


def kind_title(study: Study) -> str:
    """The title of its kind, whose module somebody may have taken away since."""
    kind = KINDS.get(study.kind)
    return kind.title if kind else study.kind


def sentence(study: Study, progress: Progress, pace: Pace) -> str:
    """Its state in one sentence."""
    done = f"{progress.judged:,} of {number_of(progress.seats, 'judgement')}"
    if study.status == Study.Status.DRAFT:
        has = number_of(progress.units, "unit") if progress.units else "no unit yet"
        return f"A draft with {has}; nobody can judge before it is open."
    if study.status == Study.Status.CLOSED:
        return f"Closed with {done} in."
    if progress.seats and not progress.left:
        return f"All {number_of(progress.seats, 'judgement')} are in."
    parts = [f"{done} in", _people(progress, pace)]
    if pace.seconds is not None:
        parts.append(f"{about(pace.seconds * progress.left)} of judging left")
    return "; ".join(parts) + "."


def next_step(
    study: Study, progress: Progress, states: UnitStates, pace: Pace, *, published: int | None
) -> Step:
    """published: the number of the last publication, None where there is none."""
    if not progress.units:
        source = units.source(study)
        other = f", or from {source}" if source else ""
        return Step(f"Give it units to judge: from a file{other}.", "units")
    if study.status == Study.Status.DRAFT:
        return Step("Read its settings and guidelines once more, then open it.")
    ended = study.status == Study.Status.CLOSED or (progress.seats and not progress.left)
    if ended and published:
        words = f"Publication {published} is made; publish again once a decision has changed."
        return Step(words, "publish")
    if progress.seats and not progress.left:
        words = "Look at how far raters agree; then decide what they left open, and publish."
        return Step(words, "agreement")
    if study.status == Study.Status.CLOSED:
        return Step("Look at how far raters agree, or open it again.", "agreement")
    if not pace.people:
        wait = "Nobody who may judge has agreed yet: wait, or invite others."
        return Step(wait if progress.raters else "Nobody has joined yet: invite raters.", "raters")
    if states.stranded:
        words = (
            f"{number_of(states.stranded, 'unit')} cannot be finished by the present raters, who"
            " have judged or skipped them: invite others."
        )
        return Step(words, "raters")
    return Step("Raters are judging; nothing has to be done.")


def _last_publication(study: Study) -> int | None:
    numbers = study.publications.order_by("-number").values_list("number", flat=True)
    return numbers.first()


def _answer(study: Study, waiting: int) -> Step | None:
    """What goes before all else while raters judge: they wait for it."""
    if not waiting or study.status != Study.Status.OPEN:
        return None
    waits = "waits" if waiting == 1 else "wait"
    asked = number_of(waiting, "question")
    return Step(f"{asked} about the guidelines {waits} for an answer.", "questions")


def about(seconds: float) -> str:
    """A span of time that claims no more than it knows."""
    minutes = seconds / 60
    if minutes < 10:
        return "a few minutes"
    if seconds < 1.5 * HOUR:
        return f"about {5 * round(minutes / 5)} minutes"
    hours = round(seconds / HOUR)
    return f"about {hours if hours < 20 else 10 * round(hours / 10):,} hours"


def _people(progress: Progress, pace: Pace) -> str:
    if not pace.people:
        return "nobody who may judge has agreed yet" if progress.raters else "no raters yet"
    return f"{number_of(pace.people, 'rater')}, {pace.at_work} of them at work in the last 24 hours"
