"""How right a Checker is on questions with known rulings: the figures and their report."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from games.formats.gold import CheckerGold
from games.roles import Pair, Ruling
from games.rules import Reason

ARTICLES = re.compile("an?|the|any|some|this|that|these|those|its|my|your|his|her|our|their|s")
CARRIERS = re.compile(
    "is|are|was|be|it|has|have|having|had|got|with|made|built|of|from|out|feels?"
    "|contains?|containing|includes?"
)
SOFT_OVERLAP = 0.5


@dataclass(frozen=True)
class Scored:
    """One gold row with the ruling on it."""

    row: CheckerGold
    ruling: Ruling

    @property
    def verdict_right(self) -> bool:
        return self.ruling.valid == (self.row.reason is None)

    @property
    def rightly_accepted(self) -> bool:
        return self.verdict_right and self.ruling.valid

    @property
    def rightly_rejected(self) -> bool:
        return self.verdict_right and not self.ruling.valid

    @property
    def falsely_rejected(self) -> bool:
        return not self.verdict_right and not self.ruling.valid

    @property
    def falsely_accepted(self) -> bool:
        return not self.verdict_right and self.ruling.valid

    @property
    def reason_right(self) -> bool:
        return self.ruling.reason in (self.row.reason, *self.row.reason_alt)

    @property
    def dimension_right(self) -> bool:
        """Whether the dimension is that of one of the pairs that count as right."""
        given = {pair.dimension for pair in self.ruling.pairs}
        return bool(given & {pair.dimension for pair in _expected(self.row)})

    @property
    def value_exact(self) -> bool:
        """Whether the pair equals, dimension and normalised value, one that counts as right."""
        return any(
            given.dimension == right.dimension
            and normalised(given.value) == normalised(right.value)
            for given in self.ruling.pairs
            for right in _expected(self.row)
        )

    @property
    def value_soft(self) -> bool:
        """Whether one pair has half its words in common with one that counts as right."""
        return any(
            _overlaps(given, right) for given in self.ruling.pairs for right in _expected(self.row)
        )


@dataclass(frozen=True)
class Figures:
    """rows and right verdicts; the rest count among the rightly rejected and rightly accepted."""

    rows: int
    verdicts: int
    false_rejections: int
    false_acceptances: int
    rejected: int
    reasons: int
    accepted: int
    dimensions: int
    exact: int
    soft: int


@dataclass(frozen=True)
class MultipleFigures:
    """Questions rightly refused for several properties: how many gave two pairs, and how right.

    expected, found: pairs of the gold lists, and those of them that a given pair overlaps.
    """

    questions: int
    with_pairs: int
    expected: int
    found: int


def normalised(value: str) -> str:
    """The value as it is compared: accents, articles and leading words of the frame off."""
    words = [word for word in _words(value) if not ARTICLES.fullmatch(word)]
    first = next(
        (at for at, word in enumerate(words) if not CARRIERS.fullmatch(word)), len(words) - 1
    )
    return "_".join(words[max(first, 0) :])


def score(rule: Callable[[str], Ruling], rows: Iterable[CheckerGold]) -> tuple[Scored, ...]:
    return tuple(Scored(row, rule(row.question)) for row in rows)


def figures(scored: Iterable[Scored]) -> Figures:
    cases = tuple(scored)
    rejected = [case for case in cases if case.rightly_rejected]
    accepted = [case for case in cases if case.rightly_accepted]
    return Figures(
        rows=len(cases),
        verdicts=sum(case.verdict_right for case in cases),
        false_rejections=sum(case.falsely_rejected for case in cases),
        false_acceptances=sum(case.falsely_accepted for case in cases),
        rejected=len(rejected),
        reasons=sum(case.reason_right for case in rejected),
        accepted=len(accepted),
        dimensions=sum(case.dimension_right for case in accepted),
        exact=sum(case.value_exact for case in accepted),
        soft=sum(case.value_soft for case in accepted),
    )


def multiple_figures(scored: Iterable[Scored]) -> MultipleFigures:
    """The figures of the rows whose gold reason is several properties, values scored softly."""
    cases = [
        case
        for case in scored
        if case.row.reason == case.ruling.reason == Reason.MULTIPLE_PROPERTIES
    ]
    return MultipleFigures(
        questions=len(cases),
        with_pairs=sum(len(case.ruling.pairs) >= 2 for case in cases),
        expected=sum(len(case.row.pairs) for case in cases),
        found=sum(
            any(_overlaps(given, right) for given in case.ruling.pairs)
            for case in cases
            for right in case.row.pairs
        ),
    )


def confusion(scored: Iterable[Scored]) -> Counter[tuple[str, str]]:
    """How often each gold reason got each reason; "valid" stands for none."""
    return Counter((_name(case.row.reason), _name(case.ruling.reason)) for case in scored)


def report(scored: Iterable[Scored]) -> str:
    """The figures in words; the first line is the headline, the rest stands beside it."""
    cases = tuple(scored)
    clear = [case for case in cases if not case.row.debatable]
    lines = [_headline(figures(cases)), *_details(figures(cases)), _multiple(cases)]
    if len(clear) < len(cases):
        debatable = [case for case in cases if case.row.debatable]
        lines.append(f"without the debatable: {_headline(figures(clear))}")
        lines.append(f"the debatable alone: {_headline(figures(debatable))}")
    lines += ["", "by kind:", *_kinds(cases), "", "gold reason -> ruling:", *_confusion(cases)]
    wrong = [case for case in cases if not case.verdict_right]
    inexact = [case for case in cases if case.rightly_accepted and not case.value_exact]
    misnamed = [case for case in cases if case.rightly_rejected and not case.reason_right]
    lines += _listed("wrong verdicts", wrong) + _listed("other values", inexact)
    return "\n".join([*lines, *_listed("other reasons", misnamed)])


def _expected(row: CheckerGold) -> Sequence[Pair]:
    return [pair for pairs in (row.pairs, *row.pairs_alt) for pair in pairs]


def _overlaps(given: Pair, right: Pair) -> bool:
    """Whether half of all their words are in both, under the same dimension."""
    ours, theirs = (set(normalised(pair.value).split("_")) for pair in (given, right))
    return (
        given.dimension == right.dimension
        and len(ours & theirs) >= len(ours | theirs) * SOFT_OVERLAP
    )


def _words(value: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", value.lower())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return re.findall(r"[a-z]+|[0-9]+", plain.translate(dict.fromkeys(map(ord, "'’‘"))))


def _headline(of: Figures) -> str:
    verdicts, exact = _share(of.verdicts, of.rows), _share(of.exact, of.accepted)
    return (
        f"verdict {verdicts} ({of.verdicts}/{of.rows}), "
        f"exact value {exact} of the rightly accepted ({of.exact}/{of.accepted})"
    )


def _details(of: Figures) -> list[str]:
    return [
        f"false rejections {of.false_rejections}, false acceptances {of.false_acceptances}",
        f"reason {_share(of.reasons, of.rejected)} of the rightly rejected"
        f" ({of.reasons}/{of.rejected})",
        f"dimension {_share(of.dimensions, of.accepted)} ({of.dimensions}/{of.accepted}), "
        f"soft value {_share(of.soft, of.accepted)} ({of.soft}/{of.accepted})",
    ]


def _multiple(cases: Sequence[Scored]) -> str:
    of = multiple_figures(cases)
    return (
        f"several properties: two pairs or more in {of.with_pairs}/{of.questions}, "
        f"{of.found}/{of.expected} gold pairs softly found"
    )


def _kinds(cases: Sequence[Scored]) -> list[str]:
    kinds = dict.fromkeys(case.row.kind for case in cases)
    return [
        f"  {kind}: {_headline(figures(case for case in cases if case.row.kind == kind))}"
        for kind in kinds
    ]


def _confusion(cases: Sequence[Scored]) -> list[str]:
    counts = sorted(confusion(cases).items())
    return [f"  {gold} -> {got}: {count}" for (gold, got), count in counts]


def _listed(title: str, cases: Sequence[Scored]) -> list[str]:
    if not cases:
        return []
    return ["", f"{title} ({len(cases)}):"] + [
        f"  {case.row.id} [{case.row.kind}] {case.row.question[:100]!r} "
        f"(gold {_shown(case.row.reason, case.row.pairs)}, "
        f"got {_shown(case.ruling.reason, case.ruling.pairs)})"
        for case in cases
    ]


def _shown(reason: Reason | None, pairs: Sequence[Pair]) -> str:
    return " ".join([_name(reason), *map(str, pairs)])


def _name(reason: Reason | None) -> str:
    return reason.value if reason else "valid"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "n/a"
