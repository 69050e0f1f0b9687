"""What the publish page says: what would change, what is open, what was published."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.kinds.registry import KINDS
from annotation.models import Publication, Study
from annotation.publishing.outcome import Outcome
from annotation.publishing.settled import Change, Misfit
from annotation.services.consensus import uncounted_sentence
from annotation.services.publish import Plan
from games.catalogue_checks import Finding

SHOWN = 50
"""So many rows of a table the page shows; the files hold them all."""


@dataclass(frozen=True)
class OpenUnit:
    unit: str
    questions: str


@dataclass(frozen=True)
class File:
    name: str
    lines: int
    bytes: int


@dataclass(frozen=True)
class PlanPage:
    """sentence: what publishing does. newest: what free play does from then on, "" where no
    catalogue is made. changes, open, misfits, weaknesses: the first ones of each. sizes: of the
    catalogue, empty where none is made. Nothing is told to change that is published already.
    """

    plan: Plan
    sentence: str
    newest: str
    units: int
    files: Sequence[File]
    changes: Sequence[Change]
    open: Sequence[OpenUnit]
    misfits: Sequence[Misfit]
    weaknesses: Sequence[Finding]
    sizes: Sequence["Size"]

    @property
    def outcome(self) -> Outcome:
        return self.plan.outcome

    @property
    def warning(self) -> str:
        """Why the votes have to be counted first; "" where they are."""
        return uncounted_sentence(self.plan.uncounted) if self.plan.uncounted else ""

    @property
    def makes_catalogue(self) -> bool:
        return self.plan.base is not None and self.plan.unchanged_since is None

    @property
    def ready(self) -> bool:
        """Whether anything can be published, once the form is right."""
        found = self.outcome
        told = found.decided and not self.plan.uncounted
        return bool(told) and self.plan.unchanged_since is None


@dataclass(frozen=True)
class Size:
    name: str
    before: int
    after: int


@dataclass(frozen=True)
class PublicationPage:
    publication: Publication
    files: Sequence[File]


def plan_page(plan: Plan) -> PlanPage:
    found = plan.outcome
    waiting = list(found.open.items())[:SHOWN]
    is_news = plan.unchanged_since is None
    return PlanPage(
        plan=plan,
        sentence=_sentence(plan),
        newest=_newest(plan),
        units=len(found.decided) + len(found.open) + len(found.left_out),
        files=files_of(found.files),
        changes=found.changes[:SHOWN] if is_news else (),
        open=[OpenUnit(key, ", ".join(names)) for key, names in waiting],
        misfits=found.misfits[:SHOWN],
        weaknesses=found.weaknesses[:SHOWN] if is_news else (),
        sizes=_sizes(plan) if is_news else (),
    )


def publication_page(publication: Publication) -> PublicationPage:
    return PublicationPage(publication, files_of(publication.files))


def publications_of(study: Study) -> list[Publication]:
    """Newest first, without their files, which may be large."""
    rows = study.publications.defer("files").select_related("catalogue")
    return list(rows.order_by("-number"))


def files_of(files: object) -> list[File]:
    named = files if isinstance(files, dict) else {}
    return [
        File(name, text.count("\n"), len(text.encode())) for name, text in sorted(named.items())
    ]


def _sentence(plan: Plan) -> str:
    study = plan.study
    if plan.base is not None:
        return (
            f"Publishing makes a new version of the catalogue {plan.base.manifest.version} with"
            " what was decided here. The old version stays as it is."
        )
    if study.kind == "oracle_answer":
        return (
            "Publishing freezes the list of the Oracle’s wrong answers. It changes no answer; that"
            " is done by correcting them."
        )
    title = KINDS[study.kind].title
    return f"Publishing freezes what was decided here ({title}) as files with a hash."


def _newest(plan: Plan) -> str:
    refilled = plan.outcome.refilled
    if refilled is None:
        return ""
    if not refilled.content.games:
        return f"It holds no games, so free play stays with {plan.newest or 'what it has'}."
    instead = f", in place of {plan.newest}" if plan.newest else ""
    return (
        "Once it is published, it is the newest catalogue: free play takes its games from it from"
        f" then on{instead}. Campaigns keep the catalogue that they were made with."
    )


def _sizes(plan: Plan) -> list[Size]:
    base, refilled = plan.base, plan.outcome.refilled
    if base is None or refilled is None:
        return []
    new = refilled.content
    return [
        Size("Objects", len(base.objects), len(new.objects)),
        Size("Affordances", len(base.affordances), len(new.affordances)),
        Size("Games", len(base.games), len(new.games)),
    ]
