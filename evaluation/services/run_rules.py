"""What is frozen of a run's rules as it is made: which set, and whether it knew the games."""

from collections.abc import Iterable

from evaluation.kari.rule_sets import contamination
from evaluation.services import rule_sets
from evaluation.spec_values import QuestionerKind, RunSpec
from games.models import Catalogue, Game


def asked_for(spec: RunSpec, catalogue: Catalogue, games: Iterable[int]) -> dict[str, object]:
    """The fact `rules` of a run of these games, by their ids; empty for a run without rules.

    Raises rule_sets.NoRules.
    """
    if not spec.protocol.rules:
        return {}
    row = rule_sets.by_label(spec.protocol.rules)
    played = Game.objects.filter(catalogue=catalogue, pk__in=list(games))
    objects = played.values_list("physical_object__key", flat=True)
    known = contamination(rule_sets.value_of(row), catalogue.version, objects)
    return {"rules": {"label": row.label, "sha256": row.sha256, "contaminated": known}}


def shown_to(spec: RunSpec) -> str:
    """The set that a run's protocol names: one that a model is shown.

    A Questioner that has nothing else is told apart by its name, as FIX20Q is by its list.
    """
    return "" if spec.questioner.kind == QuestionerKind.RULES else spec.protocol.rules
