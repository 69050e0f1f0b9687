"""The rules of a run on its card: the set, how candidates found theirs, and the rules in words."""

from collections.abc import Iterator, Mapping

from evaluation import rule_matching
from evaluation.kari import verbal
from evaluation.models import Run
from evaluation.rule_matching import BY_KEY, Taken

Document = Mapping[str, object]


def rules_of(run: Run) -> Document:
    """Empty for a run without rules; before its first look only which set it names."""
    known = run.facts.get("rules")
    if not known:
        return {}
    encoder = known.get("encoder") or {}
    return {
        "set": known["label"],
        "sha256": known["sha256"],
        "contaminated": known["contaminated"],
        "taken_above_a_similarity_of": known.get("threshold"),
        "encoder": encoder.get("name"),
        "encoder_sha256": encoder.get("sha256"),
        "rules": dict(_in_words(run)),
    }


def without_matches(facts: Document) -> Document:
    """The facts but for what each candidate takes, which the card tells in words."""
    rules = facts.get("rules")
    if not isinstance(rules, Mapping):
        return facts
    kept = {name: value for name, value in rules.items() if name != "matched"}
    return {**facts, "rules": kept}


def _in_words(run: Run) -> Iterator[tuple[str, str]]:
    taken = rule_matching.taken_in(run.facts)
    for affordance, rule in rule_matching.rules_in(run.facts).items():
        said = " ".join(verbal.verbalise(affordance, rule.node).splitlines())
        yield affordance, f"{said} {_found(taken[affordance])}"


def _found(taken: Taken) -> str:
    if taken.by == BY_KEY:
        return "(by its key)"
    words = rule_matching.words_of(taken.rule)
    return f"(the rule for “{words}”, similarity {taken.similarity:.2f})"
