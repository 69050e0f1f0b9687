"""Where the options of a pair are taken from."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from evaluation.coat.partition import Category, Partition, Policy, partitions
from evaluation.coat.penalties import PenaltyScheme
from evaluation.coat.questions import Option, Role
from evaluation.coat.ranking import Order, key_of, ranked
from evaluation.coat.records import Catalogue, Pair, Rated


@dataclass(frozen=True)
class Policies:
    """scheme: the partition's own where none is given."""

    partition: Policy = Policy.CORRECTED
    order: Order = Order.LEXICOGRAPHIC
    scheme: PenaltyScheme | None = None


class Pools:
    """A catalogue with the partition of each pair, and what is made of them once for many sets."""

    def __init__(self, catalogue: Catalogue, policies: Policies | None = None) -> None:
        self.catalogue = catalogue
        self.policies = policies or Policies()
        self._of_role: dict[tuple[Pair, Role], tuple[Option, ...]] = {}
        self._best_first: dict[Pair, list[tuple[Rated, int]]] = {}

    @cached_property
    def partitions(self) -> Mapping[Pair, Partition]:
        used = self.policies
        return partitions(self.catalogue, used.partition, scheme=used.scheme)

    @property
    def legacy(self) -> bool:
        return self.policies.partition == Policy.LEGACY

    def other_objects(self, pair: Pair, role: Role) -> tuple[str, ...]:
        """Objects that serve the utility, but not the task; or, at random, neither."""
        judged = self.catalogue.judged
        fitting = judged.context_of.get(pair, ())
        serving = judged.objects_of[pair.utility]
        if role == Role.UTILITY:
            return tuple(name for name in serving if name not in fitting)
        known = {*serving, *fitting}
        return tuple(name for name in judged.objects if name not in known)

    def other_states(self, pair: Pair, role: Role) -> tuple[Option, ...]:
        """All configurations of the other objects."""
        if (pair, role) not in self._of_role:
            self._of_role[pair, role] = tuple(
                Option(name, role, configuration)
                for name in self.other_objects(pair, role)
                for configuration in self.catalogue.configurations_of[name]
            )
        return self._of_role[pair, role]

    def options(self, pair: Pair, rows: Iterable[Rated], role: Role) -> list[Option]:
        categories = self.partitions[pair].categories
        return [option_of(each, role, categories) for each in rows]

    def best_first(self, pair: Pair) -> list[tuple[Rated, int]]:
        """The moderate configurations, each with the place from which on it beats all others."""
        if pair not in self._best_first:
            self._best_first[pair] = self._ordered(pair)
        return self._best_first[pair]

    def _ordered(self, pair: Pair) -> list[tuple[Rated, int]]:
        order = self.policies.order
        rows = [each.rated for each in ranked(self.partitions[pair].moderate, order)]
        keys = [key_of(each, order) for each in rows]
        return [(row, bisect_right(keys, key)) for row, key in zip(rows, keys, strict=True)]


def option_of(rated: Rated, role: Role, categories: Mapping[int, Category]) -> Option:
    configuration = rated.configuration
    category = categories[configuration.id]
    return Option(configuration.state.object_name, role, configuration, category)
