"""Rows of the leaderboard as a LaTeX table: what is copied into a paper, with n and intervals."""

import re
from collections.abc import Iterator, Sequence

from evaluation.entries import Entry, Kind
from evaluation.leaderboard import Group, Row
from evaluation.metrics.intervals import Estimate, Figure, Method, Undefined
from evaluation.pages.tables import REASONS, Unit

METHODS = {
    Method.WILSON: "Wilson's score",
    Method.BOOTSTRAP: "percentile bootstrap of cases",
    Method.BOOTSTRAP_OF_PLAYERS: "percentile bootstrap of whole players",
    Method.BOOTSTRAP_OF_OBJECTS: "percentile bootstrap of whole hidden objects",
    Method.T: "Student's $t$",
    Method.NEWCOMBE: "Newcombe's",
}
_COLUMNS = (
    (r"Success (\%)", Unit.SHARE),
    ("Turns, solved", Unit.TURNS),
    ("Turns, all", Unit.TURNS),
    ("Net gain (bits)", Unit.BITS),
)
_ESCAPED = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
_SPECIAL = re.compile("|".join(map(re.escape, _ESCAPED)))


def escaped(text: str) -> str:
    """The text as LaTeX sets it, on one line."""
    return _SPECIAL.sub(lambda found: _ESCAPED[found[0]], " ".join(text.split()))


def document(groups: Sequence[Group], *, canaries: Sequence[str]) -> str:
    """A table for each group, since rows of two protocols or catalogues never stand in one.

    canaries: of their catalogues, kept as comments.
    """
    head = [f"% {_comment(canary)}" for canary in canaries]
    head.append(r"% Needs \usepackage{booktabs}.")
    tables = ["\n".join(_table(group)) for group in groups]
    return "\n\n".join(["\n".join(head), *tables]) + "\n"


def _table(group: Group) -> Iterator[str]:
    yield from (f"% {_comment(line)}" for line in _sources(group))
    yield r"\begin{table}"
    yield r"\centering"
    yield rf"\caption{{{_caption(group)}}}"
    yield rf"\label{{tab:{group.catalogue}-{_split(group)}-{group.protocol_sha256[:8]}}}"
    yield rf"\begin{{tabular}}{{l{'r' * len(_COLUMNS)}}}"
    yield r"\toprule"
    yield _line("Player", *(heading for heading, _ in _COLUMNS))
    yield r"\midrule"
    for at, row in enumerate(group.rows):
        if at:
            yield r"\addlinespace"
        yield from _lines(row)
    yield from (r"\bottomrule", r"\end{tabular}", r"\end{table}")


def _split(group: Group) -> str:
    """As a label of LaTeX may hold it."""
    return "-".join(group.split.split())


def _sources(group: Group) -> Iterator[str]:
    """Where the rows come from, for who finds the table in a paper years later."""
    yield f"catalogue {group.catalogue}, protocol {group.protocol_sha256}"
    for row in group.rows:
        where, _, address = row.entry.reference.partition("/")
        card = f", run card at /runs/{address}/card.txt" if where == "run" else ""
        yield f"{row.entry.reference}: edition {row.entry.edition.sha256[:16]}{card}"


def _lines(row: Row) -> Iterator[str]:
    """The figures, and under them their intervals and what is to be known of the row."""
    figures = figures_of(row)
    values = [_value(each, unit) for each, (_, unit) in zip(figures, _COLUMNS, strict=True)]
    asides = [_aside(each, unit) for each, (_, unit) in zip(figures, _COLUMNS, strict=True)]
    yield _line(escaped(row.entry.name), *values)
    yield _line(*(rf"{{\scriptsize {each}}}" if each else "" for each in (marks(row), *asides)))


def figures_of(row: Row) -> tuple[Figure, ...]:
    """In the order of the columns."""
    score = row.figures.score
    return score.rate, score.turns_when_solved, score.turns_of_all, row.figures.net_gain


def marks(row: Row) -> str:
    """What keeps the row from being read like the others."""
    entry = row.entry
    found = [
        "simulated" if entry.simulated else "",
        "a bound: knows the hidden object" if entry.bound else "",
        _provisional(entry) if entry.provisional else "",
        f"contaminated: {escaped(entry.contaminated)}" if entry.contaminated else "",
        _of_people(row) if entry.kind == Kind.HUMANS else "",
    ]
    return "; ".join(mark for mark in found if mark)


def _provisional(entry: Entry) -> str:
    planned = f" of {_count(entry.planned)}" if entry.planned else ""
    return f"provisional, {_count(entry.ended)}{planned} games"


def _of_people(row: Row) -> str:
    players, plays = row.figures.players, row.figures.pooled.plays
    return f"mean of {_count(players)} players, {_count(plays)} plays"


def _value(figure: Figure, unit: Unit) -> str:
    return "n/a" if isinstance(figure, Undefined) else _number(figure.value, unit)


def _aside(figure: Figure, unit: Unit) -> str:
    if isinstance(figure, Undefined):
        return REASONS[figure.reason]
    counted = f"$n = {_count(figure.n)}$"
    if isinstance(figure.interval, Undefined):
        return f"{REASONS[figure.interval.reason]}, {counted}"
    low, high = figure.interval.low, figure.interval.high
    return f"[{_number(low, unit)}, {_number(high, unit)}], {counted}"


def _number(value: float, unit: Unit) -> str:
    if unit == Unit.SHARE:
        return f"{100 * value:.1f}"
    # A minus, and no hyphen.
    return f"{value:.{2 if unit == Unit.BITS else 1}f}".replace("-", "$-$")


def _count(value: int) -> str:
    return f"{value:,}".replace(",", "{,}")


def _line(*cells: str) -> str:
    return " & ".join(cells) + r" \\"


def _caption(group: Group) -> str:
    protocol = group.protocol
    oracle = group.rows[0].entry.oracle
    practice = ", practice quality, not comparable" if oracle.practice else ""
    sentences = [
        f"Games of {escaped(group.catalogue)}, {group.split} split, preset "
        f"{escaped(protocol.preset)}, condition {escaped(protocol.condition)}{_more(group)}.",
        f"Oracle {escaped(oracle.version)}{practice}: right {_share(oracle.right)}.",
        "Every ended game counts, aborted ones as not solved; "
        rf"\emph{{Turns, all}} counts unsolved games with {protocol.questions}.",
        "Net gain: of a reference observer, from the first belief to the last.",
        f"In brackets 95\\% intervals: {_methods(group.rows)}.",
    ]
    return " ".join(sentences)


def _more(group: Group) -> str:
    protocol = group.protocol
    constrained = ", replies constrained" if protocol.constrained else ""
    shown = f", rules {escaped(protocol.rules)}" if protocol.rules else ""
    return constrained + shown


def _share(figure: Figure) -> str:
    if isinstance(figure, Undefined):
        return REASONS[figure.reason]
    return rf"{100 * figure.value:.1f}\% ($n = {_count(figure.n)}$)"


def _methods(rows: Sequence[Row]) -> str:
    """Of each column the methods of its intervals."""
    found = []
    for at, (heading, _) in enumerate(_COLUMNS):
        figures = [figures_of(row)[at] for row in rows]
        used = {each.method: "" for each in figures if isinstance(each, Estimate) and each.method}
        if used:
            found.append(f"{heading}: {' or '.join(METHODS[method] for method in used)}")
    return "; ".join(found) or "none"


def _comment(text: str) -> str:
    """On one line, for a comment ends with it."""
    return " ".join(text.split())
