"""From what people say to a whole catalogue: configurations, ideals, moderate and bad ones."""

from evaluation.coat import expansion
from evaluation.coat.ideals import BestMaterials, by_order, ideal_states
from evaluation.coat.partition import Policy, partitions
from evaluation.coat.penalties import CORRECTED, PenaltyScheme
from evaluation.coat.records import Catalogue, Judged, Suboptimal


def completed(
    judged: Judged, scheme: PenaltyScheme = CORRECTED, best: BestMaterials | None = None
) -> Catalogue:
    """best: which materials are ideal; the best of the order where not given.

    What the files hold of other makes is not looked at: all follows from what people say.
    """
    materials = best or by_order(judged, scheme)
    bare = Catalogue(
        judged=judged,
        choice_ideal=judged.ideal,
        configurations=expansion.expand(judged.common),
        ideals_of={pair: tuple(ideal_states(judged, pair, materials)) for pair in judged.pairs},
        suboptimal_of={},
    )
    found = partitions(bare, Policy.CORRECTED, scheme=scheme, best=materials)
    suboptimal = {pair: Suboptimal(of.bad, of.moderate) for pair, of in found.items()}
    return Catalogue(
        bare.judged, bare.choice_ideal, bare.configurations, bare.ideals_of, suboptimal
    )
