"""One rule of a set: as a tree, in words, with its evidence, and the objects that it fires on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evaluation import rule_figures
from evaluation.kari import syntax, verbal
from evaluation.kari.branches import TooManyBranches
from evaluation.kari.plurals import is_plural
from evaluation.kari.rule_sets import Cited, Rule
from evaluation.kari.tree import And, Node, Or, Part
from evaluation.models import RuleSet
from evaluation.pages import rule_scores
from evaluation.pages.rule_scores import ScoreLine
from evaluation.rule_figures import Met
from evaluation.services import rule_sets
from games.models import Catalogue, PhysicalObject
from games.rules import Answer

SHOWN = 60


@dataclass(frozen=True)
class Step:
    """A line of the tree as a template walks it.

    opens: begins a list below this line; closes: how many lists end after it.
    """

    text: str
    opens: bool = False
    closes: int = 0

    @property
    def closing(self) -> range:
        """One for each list that ends here, for a template that can only walk."""
        return range(self.closes)


@dataclass(frozen=True)
class Evidence:
    """statement: the property in words. cited: lines of sources that say so of some thing."""

    statement: str
    cited: Sequence[Cited]


@dataclass(frozen=True)
class ObjectLink:
    """way: which way of the rule holds, from 1; None where none does."""

    key: str
    name: str
    way: int | None


@dataclass(frozen=True)
class ObjectList:
    """links: the first of them; count: how many there are."""

    title: str
    count: int
    links: Sequence[ObjectLink]


@dataclass(frozen=True)
class OnCatalogue:
    """score: None where the catalogue lacks the affordance or it was not scored yet."""

    catalogue: Catalogue
    score: ScoreLine | None
    known: bool
    lists: Sequence[ObjectList]


@dataclass(frozen=True)
class RulePage:
    """on: None before a catalogue was chosen."""

    row: RuleSet
    rule: Rule
    written: str
    words: Sequence[str]
    steps: Sequence[Step]
    evidence: Sequence[Evidence]
    catalogues: Sequence[str]
    on: OnCatalogue | None


@dataclass(frozen=True)
class Seen:
    """A rule that is not stored yet, in words and as a tree."""

    words: Sequence[str]
    steps: Sequence[Step]


def seen_of(rule: Rule) -> Seen:
    return Seen(verbal.sentences(rule.node), steps_of(rule.node))


def rule_of(row: RuleSet, affordance: str) -> Rule | None:
    return rule_sets.opened(row).rule_of(affordance)


def page_of(row: RuleSet, rule: Rule, catalogue: Catalogue | None) -> RulePage:
    return RulePage(
        row=row,
        rule=rule,
        written=in_lines(rule.node),
        words=verbal.sentences(rule.node),
        steps=steps_of(rule.node),
        evidence=list(_evidence(rule)),
        catalogues=list(Catalogue.objects.order_by("-pk").values_list("version", flat=True)),
        on=_on(row, rule, catalogue) if catalogue else None,
    )


def in_lines(node: Node) -> str:
    """The rule as a form shows it: a line for each way."""
    members = node.members if isinstance(node, Or) else (node,)
    return "\nOR ".join(map(syntax.render, members))


def steps_of(node: Node) -> list[Step]:
    """The tree as lines of nested lists, from the top."""
    if isinstance(node, And | Or):
        inner = [step for member in node.members for step in steps_of(member)]
        last = inner[-1]
        inner[-1] = Step(last.text, last.opens, last.closes + 1)
        said = "All of these" if isinstance(node, And) else "Any of these"
        return [Step(said, opens=True), *inner]
    return [Step(_said(node))]


def _said(leaf: Node) -> str:
    if isinstance(leaf, Part):
        return f"{_name(leaf.of)} has a part: {_name(leaf.name)}"
    assert not isinstance(leaf, And | Or)
    plural = is_plural(verbal.name_of(leaf.of))
    return f"{_name(leaf.of)} {verbal.statement(leaf.pair, plural=plural)}"


def _name(of: str) -> str:
    return of.replace("_", " ")


def _evidence(rule: Rule) -> Iterator[Evidence]:
    for pair in dict.fromkeys(each.pair for each in rule.evidence):
        cited = [each for each in rule.evidence if each.pair == pair]
        yield Evidence(verbal.statement(pair), cited)


def _on(row: RuleSet, rule: Rule, catalogue: Catalogue) -> OnCatalogue:
    scores = row.scores.filter(catalogue=catalogue).first()
    try:
        met = rule_figures.meet(rule.affordance, rule.node, catalogue.pk)
    except TooManyBranches:
        met = []
    lists = _lists(met) if met else []
    return OnCatalogue(
        catalogue,
        score=rule_scores.score_of(scores, rule.affordance) if scores else None,
        known=any(each.label is not None for each in met),
        lists=lists,
    )


def _lists(met: Sequence[Met]) -> list[ObjectList]:
    fired = [each for each in met if each.answer == Answer.YES]
    groups = (
        ("Fires and the label says yes", [each for each in fired if each.label]),
        ("Fires and the label says no", [each for each in fired if each.label is False]),
        ("Labelled yes and it does not fire", [e for e in met if e.label and e not in fired]),
        ("Fires; the catalogue has no such label", [e for e in fired if e.label is None]),
        ("Cannot be told", [each for each in met if each.answer == Answer.CANNOT_TELL]),
    )
    shown = {each.object_id for _, group in groups for each in group[:SHOWN]}
    rows = PhysicalObject.objects.filter(pk__in=shown).values_list("pk", "key", "name")
    names = {pk: (key, name) for pk, key, name in rows}
    return [
        ObjectList(
            title, len(group), [ObjectLink(*names[e.object_id], e.way) for e in group[:SHOWN]]
        )
        for title, group in groups
        if group
    ]
