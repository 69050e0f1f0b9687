"""Sets of rules as a researcher sees them: all of them, and one with its rules and scores."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from evaluation.kari import verbal
from evaluation.kari.rule_sets import Rule, Used, Word
from evaluation.models import RuleScores, RuleSet, Run
from evaluation.pages import rule_scores
from evaluation.pages.rule_scores import Scored
from evaluation.services import rule_sets

RULES_A_PAGE = 20
SETS_A_PAGE = 50
RUNS_SHOWN = 20
WORDS_SHOWN = 200
SOURCES = {"imported": "imported", "edited": "edited here", "induced": "induced by a model"}


@dataclass(frozen=True)
class RuleLine:
    """rule: with what it says in words, line by line."""

    rule: Rule
    words: Sequence[str]


@dataclass(frozen=True)
class WordGroup:
    """The values of one dimension, each with its other words, but for `left_out` more."""

    dimension: str
    words: Sequence[Word]
    left_out: int


@dataclass(frozen=True)
class Scoring:
    """scored: None while it is worked out, or where it cannot be."""

    row: RuleScores
    scored: Scored | None


@dataclass(frozen=True)
class SetPage:
    """versions: all of the name, the newest first. runs: those that named it, some of them."""

    row: RuleSet
    source: str
    made_with: Sequence[tuple[str, str]]
    used: Sequence[str]
    page: Page[str]
    lines: Sequence[RuleLine]
    vocabulary: Sequence[WordGroup]
    scorings: Sequence[Scoring]
    versions: Sequence[RuleSet]
    runs: Sequence[Run]

    @property
    def newest(self) -> bool:
        return self.versions[0].pk == self.row.pk


def listed(number: str | None) -> Page[RuleSet]:
    """All stored sets without their text, by name, the newest version first."""
    rows = RuleSet.objects.defer("text").select_related("parent", "made_by")
    return Paginator(rows, SETS_A_PAGE).get_page(number)


def source_of(row: RuleSet) -> str:
    return SOURCES[row.source]


def page_of(row: RuleSet, number: str | None) -> SetPage:
    opened = rule_sets.opened(row)
    page = Paginator(list(opened.lines), RULES_A_PAGE).get_page(number)
    rules = map(opened.rule_of, page.object_list)
    scores = row.scores.select_related("catalogue").order_by("-catalogue")
    return SetPage(
        row=row,
        source=source_of(row),
        made_with=opened.head.made_with,
        used=[_used(each) for each in opened.head.used],
        page=page,
        lines=[line_of(rule) for rule in rules if rule],
        vocabulary=vocabulary_of(opened.head.vocabulary),
        scorings=[Scoring(each, rule_scores.scored(each)) for each in scores],
        versions=list(RuleSet.objects.defer("text").filter(name=row.name)),
        runs=list(Run.objects.filter(spec__protocol__rules=row.label)[:RUNS_SHOWN]),
    )


def line_of(rule: Rule) -> RuleLine:
    return RuleLine(rule, verbal.sentences(rule.node))


def _used(used: Used) -> str:
    """What of a catalogue it was made with, in words."""
    objects = "1 object" if len(used.objects) == 1 else f"{len(used.objects):,} objects"
    if used.labels:
        return f"{used.catalogue}: labels were looked at, so every game of it is contaminated."
    return f"{used.catalogue}: {objects}, so games about these are contaminated."


def vocabulary_of(words: Sequence[Word]) -> list[WordGroup]:
    """The words by dimension, of a large vocabulary the first ones."""
    found: dict[str, list[Word]] = {}
    for word in words:
        found.setdefault(str(word.pair.dimension), []).append(word)
    return [
        WordGroup(dimension, each[:WORDS_SHOWN], max(len(each) - WORDS_SHOWN, 0))
        for dimension, each in found.items()
    ]
