"""From ended affordances to a set of rules, and how many calls are still to come."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from evaluation.induction.values import Caps, Topic
from evaluation.kari import anchoring, evidence, rule_sets
from evaluation.kari.anchoring import Reader
from evaluation.kari.facts import Origin
from evaluation.kari.rule_sets import Rule, RuleSet, Used
from evaluation.kari.tree import Node
from evaluation.kari.vocabulary import Vocabulary, canonicalised

# A rule carries as many lines of its sources for a property; the others say the same.
CITED_A_PROPERTY = 5


@dataclass(frozen=True, eq=False)
class Induced:
    """The rule that an affordance got."""

    topic: Topic
    node: Node


def rule_set(
    name: str,
    induced: Iterable[Induced],
    vocabulary: Vocabulary,
    *,
    version: int,
    made_with: Sequence[tuple[str, str]],
    used: Sequence[Used] = (),
) -> RuleSet:
    """The set. vocabulary: as it is in the end."""
    reader = Reader(vocabulary)
    rules = [_rule(each, reader) for each in induced]
    return RuleSet(
        name=name,
        version=version,
        rules=tuple(sorted(rules, key=lambda rule: rule.affordance)),
        vocabulary=rule_sets.words_of(vocabulary),
        made_with=tuple(made_with),
        used=tuple(used),
    )


def most_calls(things: int, caps: Caps) -> int:
    """How many calls an affordance with so many things takes at most, asking nothing twice."""
    if not things:
        return 0
    sizes = [ceil((things - at) / caps.rounds) for at in range(caps.rounds)]
    later = [size for size in sizes[1:] if size > 0]
    proposals = sum(min(ceil(size / caps.shown), caps.proposals) for size in later)
    return 2 + sum(later) + 2 * proposals


def chosen(things: Sequence[evidence.Thing], most: int) -> tuple[evidence.Thing, ...]:
    """The things of which most is said, by name; of equals the first by the alphabet.

    Of a thing that stands under several names, all with the same lines, the first one counts.
    """
    known: dict[frozenset[Origin], evidence.Thing] = {}
    for thing in sorted(things, key=lambda thing: thing.name):
        known.setdefault(frozenset(fact.origin for fact in (*thing.why, *thing.facts)), thing)
    ranked = sorted(known.values(), key=lambda thing: (-len(thing.facts), thing.name))
    return tuple(sorted(ranked[:most], key=lambda thing: thing.name))


def _rule(induced: Induced, reader: Reader) -> Rule:
    node = canonicalised(induced.node, reader.vocabulary)
    anchors = anchoring.anchors(node, induced.topic.things, reader)
    cited = tuple(
        line
        for pair, found in anchors.items()
        # Of one line there may be several facts.
        for line in list(dict.fromkeys(rule_sets.cited(pair, found)))[:CITED_A_PROPERTY]
    )
    return Rule(induced.topic.key, induced.topic.text, node, cited)
