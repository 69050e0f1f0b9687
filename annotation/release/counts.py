"""The counted part of a data card, as Markdown: what is in it, balance, agreement, decisions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from annotation.agreement.bootstrap import Resampling
from annotation.agreement.tables import Coefficient
from annotation.label_passes import Pair
from annotation.pass_agreement import Confusion, PassAgreement
from annotation.pass_labels import Consensus
from games.catalogue_checks import SHARE_LEAST, SHARE_MOST, affordance_counts
from games.estimates import Undefined
from games.formats import CatalogueContent
from games.labels import Decided, Split

RESAMPLING = Resampling()
START, END = "<!-- counts -->", "<!-- /counts -->"
AGREEMENT_HEADS = ("affordance", "pairs", "yes", "unsure", "split", "percent") + (
    "Fleiss kappa",
    "Krippendorff alpha",
    "Gwet AC1",
)


class NoPlace(ValueError):
    """A card without the two marks that the counts stand between."""


def with_counts(card: str, counts: str) -> str:
    """The card with these counts between its marks; raises NoPlace where it has none."""
    before, start, rest = card.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise NoPlace(f"The card has no place for the counts: {START} and {END}.")
    return f"{before}{START}\n{counts}{END}{after}"


def counts_of(
    content: CatalogueContent,
    consensus: Consensus,
    measured: Sequence[PassAgreement],
    confusions: Sequence[Confusion],
    *,
    resampling: Resampling = RESAMPLING,
) -> str:
    """resampling: what the intervals in `measured` were drawn with."""
    sections = (
        _contents(content, consensus),
        _balance(content),
        _agreement(measured, confusions, resampling),
        _decided(consensus),
    )
    return "\n".join(line for section in sections for line in (*section, "")) + "\n"


def agreement_rows(measured: Sequence[PassAgreement]) -> list[tuple[str, ...]]:
    """A row for all pairs, then one an affordance, under `AGREEMENT_HEADS`."""
    return [_agreement_row(each) for each in measured]


def _contents(content: CatalogueContent, consensus: Consensus) -> Iterator[str]:
    objects, affordances = len(content.objects), len(content.affordances)
    splits = Counter(game.split for game in content.games)
    by = Counter(found.by for found in consensus.settled.values())
    overruled = sum(found.overruled is not None for found in consensus.settled.values())
    labels = Counter(found.label.value for found in consensus.settled.values())
    yield "## What is in it"
    yield ""
    yield from _table(
        ("what", "how many"),
        [
            ("objects", f"{objects:,}"),
            ("affordances", f"{affordances:,}"),
            _pairs(objects * affordances, len(consensus.settled)),
            ("labels", ", ".join(f"{labels[key]:,} {key}" for key in sorted(labels))),
            ("decided by a majority of the passes", f"{by[Decided.CONSENSUS]:,}"),
            (
                "adjudicated one by one",
                f"{by[Decided.ADJUDICATION]:,}, {overruled:,} of them against a majority",
            ),
            ("property values", f"{len(content.vocabulary):,}"),
            (
                "games",
                f"{len(content.games):,} ({splits[Split.DEV]:,} dev, {splits[Split.TEST]:,} test)",
            ),
        ],
    )


def _pairs(pairs: int, labelled: int) -> tuple[str, str]:
    if labelled == pairs:
        return "pairs, each labelled", f"{pairs:,}"
    return "pairs", f"{pairs:,}, {labelled:,} of them labelled"


def _balance(content: CatalogueContent) -> Iterator[str]:
    yield "## Balance"
    yield ""
    yield (
        f"Share of the objects that have each affordance; outside {SHARE_LEAST:.0%} to"
        f" {SHARE_MOST:.0%} the share is marked, and `checks.toml` says why it stands."
    )
    yield ""
    yield from _table(
        ("affordance", "yes", "share", "not deducible", "properties", "games"),
        [
            (
                count.key,
                str(count.yes),
                f"{count.share:.1%}" + ("" if SHARE_LEAST <= count.share <= SHARE_MOST else " *"),
                str(count.not_deducible),
                str(requires),
                str(count.games),
            )
            for count, requires in zip(affordance_counts(content), _requires(content), strict=True)
        ],
    )


def _requires(content: CatalogueContent) -> list[int]:
    return [row.requires for row in sorted(content.affordances, key=lambda row: row.key)]


def _agreement(
    measured: Sequence[PassAgreement], confusions: Sequence[Confusion], resampling: Resampling
) -> Iterator[str]:
    raters = ", ".join(sorted({name for each in confusions for name in (each.first, each.second)}))
    yield "## Agreement of the passes, as it came out"
    yield ""
    yield (
        f"Raters: {raters}. Percent is the mean pairwise agreement in a pair; unsure is missing."
        " Split pairs have a yes and a no. 95% intervals from"
        f" {resampling.resamples:,} resamples of pairs. Where one label is rare, kappa and alpha"
        " fall although raters hardly differ; AC1 stands beside them for that."
    )
    yield ""
    yield from _table(AGREEMENT_HEADS, agreement_rows(measured))
    yield ""
    yield "Answers of each two raters, first/second:"
    yield ""
    for each in confusions:
        told = ", ".join(f"{a}/{b} {n:,}" for (a, b), n in sorted(each.pairs.items()))
        yield f"* {each.first} and {each.second}: {told}"


def _decided(consensus: Consensus) -> Iterator[str]:
    adjudicated = [
        (pair, found)
        for pair, found in sorted(consensus.settled.items())
        if found.by == Decided.ADJUDICATION
    ]
    yield "## Decided one by one"
    yield ""
    yield (
        "Every adjudicated pair with its reason is in `data/labels`, and the decisions as they were"
        " given in `judged/adjudicated.jsonl`. By affordance:"
    )
    yield ""
    yield _most(pair for pair, _ in adjudicated)


def _most(pairs: Iterable[Pair]) -> str:
    counted = Counter(pair.affordance for pair in pairs)
    return ", ".join(f"{key} {count}" for key, count in counted.most_common()) or "none"


def _agreement_row(measured: PassAgreement) -> tuple[str, ...]:
    found = measured.agreement
    return (
        measured.of,
        f"{found.units:,}",
        f"{found.shares['yes']:.1%}",
        f"{measured.unsure:,}",
        f"{measured.split:,}",
        *(_figure(each) for each in (found.percent, found.kappa, found.alpha, found.ac1)),
    )


def _figure(coefficient: Coefficient) -> str:
    if isinstance(coefficient.value, Undefined):
        return coefficient.value.reason
    if isinstance(coefficient.interval, Undefined):
        return f"{coefficient.value:.3f}"
    low, high = coefficient.interval.low, coefficient.interval.high
    return f"{coefficient.value:.3f} [{low:.3f}, {high:.3f}]"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in (heads, ["---"] * len(heads), *rows):
        yield f"| {' | '.join(row)} |"
