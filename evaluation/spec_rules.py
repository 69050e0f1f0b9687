"""Which Questioners have a use for a set of rules, and what such a run is called."""

from evaluation.spec_tables import Problem
from evaluation.spec_values import QuestionerKind, QuestionerSpec

WITH_RULES = (QuestionerKind.MODEL, QuestionerKind.RULES)


def misfits(questioner: QuestionerSpec, rules: str) -> list[Problem]:
    """rules: the set's label, "" for none."""
    if questioner.kind == QuestionerKind.RULES and not rules:
        why = "The Questioner rules has nothing else: name a stored set as name/version."
        return [Problem("protocol.rules", why)]
    if rules and questioner.kind not in WITH_RULES:
        why = f"A {questioner.kind} Questioner has no use for rules; leave this out."
        return [Problem("protocol.rules", why)]
    return []


def called(name: str, questioner: QuestionerSpec, rules: str) -> str:
    """The player's usual name, told apart from the same player without rules."""
    if questioner.kind == QuestionerKind.RULES:
        return f"Rules {rules}".strip()
    return f"{name}, with rules {rules}" if rules else name
