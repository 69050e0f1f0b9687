"""The scores of a set of rules on a catalogue, as a table of the page and as lines of text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evaluation.kari.conflicts import Relation
from evaluation.kari.scoring import Score
from evaluation.models import RuleScores
from evaluation.pages.tables import Unit, number
from games.estimates import Interval, Undefined

NEVER_FIRED = "never fired"
NO_POSITIVES = "nothing labelled yes"


@dataclass(frozen=True)
class Share:
    """A share as it is read, its interval and n beside it, or why there is none."""

    main: str
    aside: str


@dataclass(frozen=True)
class ScoreLine:
    affordance: str
    score: Score
    precision: Share
    coverage: Share


@dataclass(frozen=True)
class ConflictLine:
    """says: a sentence. against: objects whose labels contradict it."""

    says: str
    against: int


@dataclass(frozen=True)
class Scored:
    """lines: by affordance. whole: all rules together. left_out: conflicts that are not shown."""

    catalogue: str
    objects: int
    lines: Sequence[ScoreLine]
    whole: ScoreLine
    conflicts: Sequence[ConflictLine]
    left_out: int


def scored(row: RuleScores) -> Scored | None:
    """None while it is worked out, or where it cannot be."""
    if row.figures is None:
        return None
    scores = {key: Score(**counts) for key, counts in sorted(row.figures["rules"].items())}
    return Scored(
        catalogue=row.catalogue.version,
        objects=row.figures["objects"],
        lines=[_line(key, score) for key, score in scores.items()],
        whole=_line("all rules together", _together(list(scores.values()))),
        conflicts=[_conflict(each) for each in row.figures["conflicts"]],
        left_out=row.figures["conflicts_left_out"],
    )


def score_of(row: RuleScores, affordance: str) -> ScoreLine | None:
    """Of one rule; None where the catalogue lacks its affordance or nothing is known yet."""
    counts = (row.figures or {}).get("rules", {}).get(affordance)
    return _line(affordance, Score(**counts)) if counts else None


def as_lines(row: RuleScores) -> Iterator[str]:
    """A line a rule, for a terminal."""
    found = scored(row)
    if found is None:
        return
    yield f"{row.rule_set.label} on {found.catalogue}, {found.objects:,} objects"
    for line in (*found.lines, found.whole):
        precision, coverage = line.precision, line.coverage
        yield (
            f"{line.affordance:24} precision {precision.main:>12} {precision.aside:32} "
            f"coverage {coverage.main:>12} {coverage.aside}"
        )
    for conflict in found.conflicts:
        yield f"{conflict.says} Labels against it: {conflict.against:,} objects."


def _line(affordance: str, score: Score) -> ScoreLine:
    fired, positive = score.hits + score.misfires, score.hits + score.missed
    return ScoreLine(
        affordance,
        score,
        precision=_share(score.precision, score.precision_within, fired, NEVER_FIRED),
        coverage=_share(score.coverage, score.coverage_within, positive, NO_POSITIVES),
    )


def _share(value: float | Undefined, within: Interval | Undefined, n: int, why: str) -> Share:
    if isinstance(value, Undefined) or isinstance(within, Undefined):
        return Share("n/a", why)
    low, high = (number(end, Unit.SHARE) for end in (within.low, within.high))
    return Share(number(value, Unit.SHARE), f"[{low}, {high}], n = {n:,}")


def _together(scores: Sequence[Score]) -> Score:
    return Score(
        hits=sum(each.hits for each in scores),
        misfires=sum(each.misfires for each in scores),
        missed=sum(each.missed for each in scores),
        unknown=sum(each.unknown for each in scores),
    )


def _conflict(found: Mapping[str, object]) -> ConflictLine:
    one, other = (str(found[name]).replace("_", " ") for name in ("one", "other"))
    if found["relation"] == Relation.SAME:
        says = f"“{one}” and “{other}” ask for the same."
    else:
        says = f"What fulfils “{one}” always fulfils “{other}”."
    return ConflictLine(says, int(str(found["against"])))
