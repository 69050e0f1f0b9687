"""Who stands on the leaderboard and can be compared: runs, and people of baseline campaigns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum

from django.db.models import QuerySet

from evaluation import editions, records, run_progress, run_records, splits
from evaluation.metrics import intervals
from evaluation.metrics.intervals import NOT_MEASURED, Figure, Undefined
from evaluation.metrics.plays import EndedPlay
from evaluation.models import Run
from evaluation.records import Edition
from evaluation.spec_values import QuestionerKind
from games import oracle_gate, presets, selectors
from games.models import Campaign
from games.presets import Protocol


class Kind(StrEnum):
    HUMANS = "humans"
    MODEL = "model"
    BASELINE = "baseline"


@dataclass(frozen=True)
class Quality:
    """How right an Oracle is. own: on blind questions about the catalogue's own objects.

    right: as its rules let it answer, of all questions where it must answer, else of those that
        it answers. answered: of all questions, by itself.
    practice: figures of plays against it are of practice quality, not comparable.
    """

    version: str
    own: bool
    answered: Figure
    right: Figure
    practice: bool


@dataclass(frozen=True)
class Entry:
    """One run, or the people of one campaign, before any figure.

    reference: "run/<slug>" or "campaign/<slug>". title: of the run or campaign.
    split: of its games, in words. bound: its player knows the hidden object, so its figures say
        what is possible and not how well anybody plays.
    contaminated: what was made on these games, rules or a list of questions; empty for nothing.
    simulated: no person played. provisional: games are still being played, or it was stopped.
    planned, ended: episodes of a run; ended alone, counted plays of a campaign.
    openness, architecture, size: of a model, as its spec says; empty where it does not.
    code: version of this lab that the run began with; empty for a campaign.
    rules: the set of rules that a run has; empty for none.
    """

    reference: str
    kind: Kind
    name: str
    title: str
    catalogue: str
    protocol_sha256: str
    protocol: Protocol
    oracle: Quality
    edition: Edition = field(repr=False)
    status: str
    simulated: bool
    provisional: bool
    planned: int | None
    ended: int
    ended_at: datetime | None
    split: str
    bound: bool = False
    contaminated: str = ""
    openness: str = ""
    architecture: str = ""
    size: str = ""
    code: str = ""
    rules: str = ""


@dataclass(frozen=True)
class SettingDifference:
    setting: str
    first: str
    second: str


def entries() -> list[Entry]:
    """Every run of games, then every baseline campaign that opened, the newest first.

    Of a run that goes on the edition may be an earlier one (evaluation.editions). Queries: three
    and three for each campaign, one for each Oracle on a catalogue.
    """
    qualities = _Qualities()
    return [*_of_runs(_runs(), qualities), *_of_campaigns(_campaigns(), qualities)]


def entry_of(reference: str, *, exact: bool = False) -> Entry | None:
    """The entry of a reference; None where there is none.

    exact: whether the edition has to hold the last play of a run that goes on.
    """
    where, _, slug = reference.partition("/")
    if where == "run":
        rows = _runs().filter(slug=slug)
        return next(iter(_of_runs(rows, _Qualities(), exact=exact)), None)
    if where == "campaign":
        return next(iter(_of_campaigns(_campaigns().filter(slug=slug), _Qualities())), None)
    return None


def plays_of(reference: str) -> list[EndedPlay]:
    """Its ended plays that count; raises DoesNotExist where it is gone."""
    where, _, slug = reference.partition("/")
    if where == "run":
        return run_records.ended_plays(Run.objects.get(slug=slug))
    return records.ended_plays(Campaign.objects.get(slug=slug))


def bare_plays_of(reference: str) -> list[EndedPlay]:
    """The same without their questions and own beliefs, far quicker."""
    where, _, slug = reference.partition("/")
    if where == "run":
        return run_records.bare_plays(Run.objects.get(slug=slug))
    return records.bare_plays(Campaign.objects.get(slug=slug))


def complete_players_of(reference: str) -> frozenset[str]:
    """Of a campaign those who played all their games; of a run, whose player is one, nobody."""
    where, _, slug = reference.partition("/")
    if where == "run":
        return frozenset()
    return records.complete_players(Campaign.objects.get(slug=slug))


def why_not_comparable(first: Entry, second: Entry) -> str:
    """A sentence where two entries share no games to be compared on; empty where they may."""
    if first.reference == second.reference:
        return "These are the same plays; choose two players."
    if first.catalogue != second.catalogue:
        return (
            f"{first.name} played games of {first.catalogue}, {second.name} of "
            f"{second.catalogue}: they have no game in common."
        )
    return ""


def setting_differences(first: Entry, second: Entry) -> list[SettingDifference]:
    """The protocol's settings that are not the same for both; any is part of their difference.

    Constrained replies, and rules that are shown, are nothing to whoever is no model.
    """
    ours, theirs = asdict(first.protocol), asdict(second.protocol)
    both_models = first.kind == second.kind == Kind.MODEL
    return [
        SettingDifference(name, _told(ours[name]), _told(theirs[name]))
        for name in sorted(ours)
        if ours[name] != theirs[name] and (both_models or name not in ("constrained", "rules"))
    ]


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) or "none"


class _Qualities:
    """Of each Oracle on each catalogue once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, bool], Quality] = {}

    def of(self, protocol: Protocol, catalogue_id: int) -> Quality:
        key = protocol.oracle, catalogue_id, protocol.cannot_tell
        if key not in self._known:
            self._known[key] = quality_of(protocol, catalogue_id)
        return self._known[key]


def quality_of(protocol: Protocol, catalogue_id: int) -> Quality:
    own, score = selectors.shown_figures(protocol.oracle, catalogue_id)
    practice = oracle_gate.is_practice(score, cannot_tell=protocol.cannot_tell)
    if score is None:
        nothing = Undefined(NOT_MEASURED)
        return Quality(protocol.oracle, own, nothing, nothing, practice)
    right = (
        intervals.share(score.right_answered, score.answered)
        if protocol.cannot_tell
        else intervals.share(score.right_forced, score.questions)
    )
    answered = intervals.share(score.answered, score.questions)
    return Quality(protocol.oracle, own, answered, right, practice)


def _runs() -> QuerySet[Run]:
    rows = Run.objects.filter(kind=Run.Kind.GAMES).select_related("catalogue", "protocol")
    rows = rows.order_by("-pk")
    return rows.annotate(planned=run_progress.PLANNED)


def _campaigns() -> QuerySet[Campaign]:
    rows = Campaign.objects.filter(baseline=True, protocol__isnull=False)
    return rows.select_related("catalogue", "protocol").order_by("-pk")


def _of_runs(runs: QuerySet[Run], qualities: _Qualities, *, exact: bool = False) -> Iterator[Entry]:
    rows: Sequence[Run] = list(runs)
    found = editions.of(rows) if exact else editions.shown(rows)
    of_games = splits.of_runs(rows)
    for run in rows:
        yield _of_run(run, found[run.pk], qualities, of_games[run.pk])


def _of_run(run: Run, edition: Edition, qualities: _Qualities, split: str) -> Entry:
    model: Mapping[str, str] = run.spec.get("model") or {}
    kind = run.spec.get("questioner", {}).get("kind", "model")
    protocol = presets.of_settings(run.protocol.settings)
    return Entry(
        reference=f"run/{run.slug}",
        kind=Kind.MODEL if kind == "model" else Kind.BASELINE,
        name=run.player,
        title=run.title,
        catalogue=run.catalogue.version,
        protocol_sha256=run.protocol.sha256,
        protocol=protocol,
        oracle=qualities.of(protocol, run.catalogue.pk),
        edition=edition,
        status=run.status,
        simulated=False,
        provisional=run.status != Run.Status.COMPLETE,
        planned=run.planned,  # type: ignore[attr-defined]  # annotated by `_runs`
        ended=edition.plays,
        ended_at=run.ended_at,
        split=split,
        bound=kind == QuestionerKind.OPTIMAL,
        contaminated=contamination_of(run.facts, split),
        openness=model.get("group", ""),
        architecture=model.get("architecture", ""),
        size=model.get("size", ""),
        code=_code(run.facts.get("code") or {}),
        rules=(run.facts.get("rules") or {}).get("label", ""),
    )


def contamination_of(facts: Mapping[str, object], split: str) -> str:
    """What of a run was made on its own games; empty for nothing. split: of them, in words."""
    listed = facts.get("fixed_list")
    made_on = str(listed["split"]) if isinstance(listed, Mapping) else ""
    rules = facts.get("rules")
    found = [
        str(facts.get("contaminated", "")),
        str(rules.get("contaminated", "")) if isinstance(rules, Mapping) else "",
        f"its list of questions was made on {made_on} games" if made_on in split.split() else "",
    ]
    return "; ".join(filter(None, found))


def _code(said: Mapping[str, object]) -> str:
    """As a run's facts have it: a commit, marked where files differed from it, or a version."""
    if "commit" not in said:
        return str(said.get("version", ""))
    return f"{str(said['commit'])[:12]}{'+changed' if said.get('dirty') else ''}"


def _of_campaigns(campaigns: QuerySet[Campaign], qualities: _Qualities) -> Iterator[Entry]:
    for campaign in campaigns:
        if campaign.protocol:
            protocol = presets.of_settings(campaign.protocol.settings)
            edition = records.edition_of(campaign)
            yield Entry(
                reference=f"campaign/{campaign.slug}",
                kind=Kind.HUMANS,
                name=campaign.name,
                title=campaign.name,
                catalogue=campaign.catalogue.version,
                protocol_sha256=campaign.protocol.sha256,
                protocol=protocol,
                oracle=qualities.of(protocol, campaign.catalogue_id),
                edition=edition,
                status=campaign.status,
                simulated=campaign.simulated,
                provisional=campaign.status != Campaign.Status.CLOSED,
                planned=None,
                ended=edition.plays,
                ended_at=campaign.closed_at,
                split=splits.of_campaign(campaign),
            )
