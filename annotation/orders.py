"""In which order a rater gets the units of a study, and how far they are: kept by each process."""

import threading
from array import array
from collections import OrderedDict
from collections.abc import Collection, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field

from django.db.models import Count, Max, Q

from annotation.allocation import Policy, lay_out, order
from annotation.kinds.oracle_answer import OracleAnswer
from annotation.models import Judgement, Rater, Study, Unit

KEPT = 128
"""So many raters' orders are kept; one of 26,786 units takes 0.2 MB."""

MadeOf = tuple[object, ...]


@dataclass
class Walk:
    """A rater's way through the units. Two requests of a rater at once may both move it: it only
    says where to look first, what is free is asked of the rows.

    units: ids in the rater's order: training first, hidden gold spread.
    left: the units that are still to be looked at, from the place `at`.
    last: what the rater got last, 0 while nothing is known of that; held: the unit itself.
    made_of: what the order depends on, as far as it can change; settled: it cannot any more.
    """

    units: "array[int]"
    made_of: MadeOf
    settled: bool = False
    last: int = 0
    held: Unit | None = None
    at: int = 0
    left: "array[int]" = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.units

    def ahead(self, number: int) -> Sequence[int]:
        return self.left[self.at : self.at + number]

    def go_on_after(self, unit_id: int) -> None:
        """Look at what follows the unit next; where it is not ahead, stay."""
        if unit_id == self.last:
            return
        with suppress(ValueError):
            self.at = self.left.index(unit_id) + 1
            self.last = unit_id

    def hand_out(self, unit: Unit) -> None:
        self.go_on_after(unit.pk)
        self.held = unit

    def look_at(self, found: Collection[int]) -> None:
        """Go on with these units alone: those behind the last one first, then those before it."""
        begin = 0
        with suppress(ValueError):
            begin = self.units.index(self.last) + 1
        behind, before = self.units[begin:], self.units[:begin]
        self.left = array("q", (unit for unit in behind + before if unit in found))
        self.at = 0


_walks: OrderedDict[int, Walk] = OrderedDict()
_changing = threading.Lock()


def forget() -> None:
    with _changing:
        _walks.clear()


def forget_walk(rater: Rater) -> None:
    with _changing:
        _walks.pop(rater.pk, None)


def walk_of(rater: Rater) -> Walk:
    """The rater's way, made anew where units were added since; a locked study is not asked."""
    walk = _walks.get(rater.pk)
    if walk is None or not walk.settled:
        # Read before the units: what is added meanwhile makes another order the next time.
        made_of = _made_of(rater.study)
        if walk is None or walk.made_of != made_of:
            walk = _made(rater, made_of)
        walk.settled = rater.study.locked_at is not None
    with _changing:
        _walks[rater.pk] = walk
        _walks.move_to_end(rater.pk)
        while len(_walks) > KEPT:
            _walks.popitem(last=False)
    return walk


def held_unit(rater: Rater, unit_id: int) -> Unit | None:
    """The unit, where this process handed it out to the rater last and it cannot have changed.

    Not one with a player's question, which goes with its player.
    """
    if rater.study.kind == OracleAnswer.key:
        return None
    walk = _walks.get(rater.pk)
    # Read once: another request of this rater may hand out the next unit at any moment.
    held = walk.held if walk is not None and walk.settled else None
    return copy(held) if held is not None and held.pk == unit_id else None


def _made_of(study: Study) -> MadeOf:
    counted = Unit.objects.filter(study=study).aggregate(
        units=Count("pk"),
        newest=Max("pk"),
        training=Count("pk", filter=Q(training=True)),
        gold=Count("pk", filter=Q(gold__isnull=False)),
    )
    return (study.pk, study.policy, study.seed, study.gold_every, *counted.values())


def _made(rater: Rater, made_of: MadeOf) -> Walk:
    study = rater.study
    rows = list(
        Unit.objects.filter(study=study)
        .order_by("pk")
        .values_list("pk", "key", "block", "training", "gold")
    )
    ids = {key: pk for pk, key, *_ in rows}
    training = {key for _, key, _, learnt, _ in rows if learnt}
    gold = {key for _, key, _, _, expected in rows if expected is not None} - training
    ordered = order(
        [(key, block) for _, key, block, *_ in rows],
        seed=study.seed,
        rater=rater.pseudonym,
        policy=Policy(study.policy),
    )
    laid_out = lay_out(ordered, training=training, gold=gold, every=study.gold_every)
    walk = Walk(
        array("q", (ids[key] for key in laid_out)),
        made_of,
    )
    walk.go_on_after(_last_of(rater))
    return walk


def _last_of(rater: Rater) -> int:
    newest = Judgement.objects.filter(rater=rater).order_by("-pk").values_list("unit_id", flat=True)
    return newest.first() or 0
