"""The Questioner that has nothing but the rules that its candidates take."""

from collections.abc import Callable, Mapping

from evaluation.kari.asking import RuleAsker, ways_of
from evaluation.kari.rule_sets import Rule
from games import selectors


def askers(rules: Mapping[str, Rule]) -> Callable[[int, int], RuleAsker]:
    """(game id, repeat) -> its Questioner. rules: what each affordance takes."""
    nodes = {affordance: rule.node for affordance, rule in rules.items()}

    def questioner(game_id: int, _: int) -> RuleAsker:
        candidates = selectors.frozen_game(game_id).spec.candidates
        return RuleAsker(ways_of([nodes.get(candidate) for candidate in candidates]))

    return questioner
