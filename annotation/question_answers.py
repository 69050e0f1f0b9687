"""All answers to one question of a study, and the forms in which agreement takes them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from annotation.agreement import rankings, sets
from annotation.agreement.ratings import Rating, Ratings, rating_matrix
from annotation.kinds.answers import texts
from annotation.kinds.base import Level
from annotation.label_passes import RaterKind
from games.formats.lines import Json


@dataclass(frozen=True)
class JudgedUnit:
    """What agreement knows of a unit. object, affordance: of a pair, else empty."""

    id: int
    key: str
    block: str
    object: str = ""
    affordance: str = ""


@dataclass(frozen=True)
class QuestionAnswers:
    """given: unit -> rater -> what was answered, None where the rater was unsure or left it out.

    A unit here is a unit of the study, or where several questions on one scale are taken
    together, a unit with one of them: `part` names it, and its own name is "<key> <part>".
    text: the question's words, empty where they differ from unit to unit.
    labels: all that any unit offers; of an ordered scale from the lowest to the highest.
    """

    name: str
    text: str
    level: Level
    labels: tuple[str, ...]
    units: Mapping[str, JudgedUnit]
    offered: Mapping[str, frozenset[str]]
    given: Mapping[str, Mapping[str, Json]]
    part: Mapping[str, str] = field(default_factory=dict)

    def of_units(self, units: Collection[str]) -> "QuestionAnswers":
        """The answers to these units alone."""
        kept = {unit: answers for unit, answers in self.given.items() if unit in units}
        return replace(self, given=kept)

    def ratings(self, raters: Collection[str]) -> Ratings:
        """Of all units, whether these raters saw them or not.

        Raises BadRating for a label that no unit offers.
        """
        return self._ratings.of_raters(raters)

    def sets(self, raters: Collection[str]) -> sets.Units:
        return {
            unit: {
                r: frozenset(texts(v)) for r, v in answers.items() if r in raters and v is not None
            }
            for unit, answers in self.given.items()
        }

    def ranks(self, raters: Collection[str]) -> rankings.Units:
        """Orders are stored from the worst to the best; ranks count from the best, which is 1."""
        return {
            unit: {
                rater: {thing: float(at) for at, thing in enumerate(reversed(texts(value)), 1)}
                for rater, value in answers.items()
                if rater in raters and value is not None
            }
            for unit, answers in self.given.items()
        }

    @cached_property
    def _ratings(self) -> Ratings:
        return rating_matrix(
            (
                Rating(unit, rater, value if isinstance(value, str) else None)
                for unit, answers in self.given.items()
                for rater, value in answers.items()
            ),
            self.labels,
        )

    def missing(self, raters: Collection[str]) -> int:
        """Answers that are none: unsure, or left out."""
        return sum(
            value is None
            for answers in self.given.values()
            for rater, value in answers.items()
            if rater in raters
        )


@dataclass(frozen=True)
class RaterWork:
    """counted: judgements that agreement takes. seconds: the median over them, None where none
    was measured. skips, extra: how many. gold: question -> (right, answered) hidden gold units.
    """

    name: str
    kind: RaterKind
    counted: int = 0
    seconds: float | None = None
    skips: int = 0
    extra: int = 0
    gold: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class StudyAnswers:
    """raters: people first, then models, each by name. units: of the study, gold ones left out.

    left_out: raters who count nowhere.
    """

    units: int
    raters: tuple[RaterWork, ...]
    questions: tuple[QuestionAnswers, ...]
    left_out: int = 0

    def names(self, *kinds: RaterKind) -> tuple[str, ...]:
        return tuple(rater.name for rater in self.raters if rater.kind in kinds)

    @property
    def extra(self) -> int:
        return sum(rater.extra for rater in self.raters)
