"""What a simulated run showed: as values, as text, and which of its promises were broken."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from games import wilson
from games.simulation.audit import Findings
from games.simulation.tally import Spread, Tally, spread


@dataclass(frozen=True)
class Success:
    """Of the plays that count; low, high: Wilson's 95% interval. expected: of such players."""

    won: int
    plays: int
    rate: float
    low: float
    high: float
    expected: float


@dataclass(frozen=True)
class Report:
    """simulated: always, so that no figure of it is taken for people's.

    finished: whether the run came to its end within its time. broken: what must not be and is.
    """

    campaign: str
    settings: Mapping[str, object]
    finished: bool
    seconds: float
    findings: Findings
    success: Success | None
    tally: Tally
    durations: Mapping[str, Spread]
    broken: list[str]
    simulated: bool = field(default=True, init=False)

    def as_json(self) -> dict[str, object]:
        findings = asdict(self.findings)
        del findings["answer_seconds"]
        seen = {name: getattr(self.tally, name) for name in _COUNTED}
        return {
            "simulated": self.simulated,
            **vars(self),
            "findings": findings,
            "success": asdict(self.success) if self.success else None,
            "durations": {kind: asdict(each) for kind, each in self.durations.items()},
            "tally": {**seen, "faults": self.tally.faults},
        }


_COUNTED = ("errors", "retries", "mischief", "surprises", "outages", "endings", "rows")


def durations(tally: Tally, findings: Findings) -> dict[str, Spread]:
    """By kind; the time that the rows say is beside what the players waited."""
    spreads = dict(tally.spreads())
    if findings.answer_seconds:
        spreads["question to answer, by the rows"] = spread(findings.answer_seconds)
    return spreads


def success_of(findings: Findings, expected: float) -> Success | None:
    if not findings.counted:
        return None
    interval = wilson.interval(findings.won, findings.counted)
    return Success(
        won=findings.won,
        plays=findings.counted,
        rate=findings.won / findings.counted,
        low=interval.low,
        high=interval.high,
        expected=expected,
    )


def broken(findings: Findings, tally: Tally, *, finished: bool) -> list[str]:
    """One line for each promise that the run did not keep."""
    claims = {
        "the run came to its end within its time": finished,
        "every game has exactly its plays": findings.places.exact or not finished,
        "every game's count is that of its assignments": not findings.places.miscounted,
        "nobody whose part is complete has an open play": not findings.unfinished,
        "no question waits in the end": not findings.waiting,
        "every question that was seen is stored": not findings.lost_questions,
        "every stored question was sent": not findings.unknown_questions,
        "every code that was shown can be verified": not findings.unknown_codes,
        "nothing is left of who withdrew": not findings.left_of_withdrawn,
        "no page failed": not tally.errors.total(),
    }
    doubled = [
        f"{name.replace('_', ' ')}: {count} doubled"
        for name, count in vars(findings.doubles).items()
        if count
    ]
    return [f"not so: {claim}" for claim, holds in claims.items() if not holds] + doubled


def as_text(report: Report) -> str:
    lines = [f"SIMULATED RUN of {report.campaign}", *_settings(report), ""]
    lines += _people(report) + _places(report) + _success(report) + _durations(report)
    lines += _counts("Questions became", report.tally.rows)
    lines += _counts("Done on purpose", report.tally.mischief)
    lines += _counts("Outages", report.tally.outages)
    lines += _counts("Sent again after", report.tally.retries)
    lines += _counts("Not expected, but no fault", report.tally.surprises)
    lines += _counts("Errors", report.tally.errors)
    lines += [f"  {fault}" for fault in report.tally.faults]
    lines += ["", *_verdict(report)]
    return "\n".join(lines)


def _settings(report: Report) -> list[str]:
    told = ", ".join(f"{name} {value}" for name, value in report.settings.items())
    return [told, f"took {report.seconds:.0f} s"]


def _people(report: Report) -> list[str]:
    found = report.findings
    people = ", ".join(f"{count} {name}" for name, count in found.participants.items())
    return [
        f"Players: {people}",
        f"Plays: {found.plays} and {found.practice_plays} for practice, {found.turns} turns; "
        f"{found.unfinished} unfinished of complete players, {found.abandoned} of those who left",
    ]


def _places(report: Report) -> list[str]:
    places = report.findings.places
    return [
        f"Places: {places.games} games, {places.wanted} plays wanted of each; "
        f"{places.fewest} to {places.most} there, spread {places.spread}, "
        f"{'exact' if places.exact else 'NOT exact'}; {places.miscounted} counted wrong",
        f"Doubled: {report.findings.doubles.total}; questions lost: "
        f"{report.findings.lost_questions}; unknown: {report.findings.unknown_questions}",
    ]


def _success(report: Report) -> list[str]:
    if report.success is None:
        return ["Success (simulated): no play counts"]
    s = report.success
    return [
        f"Success (simulated): {s.won} of {s.plays}, {s.rate:.1%} "
        f"({s.low:.1%} to {s.high:.1%}, Wilson 95%); such players expect {s.expected:.1%}"
    ]


def _durations(report: Report) -> list[str]:
    rows = [
        f"  {kind:<34}{each.count:>7}{each.p50:>9.3f}{each.p95:>9.3f}{each.longest:>9.3f}"
        for kind, each in report.durations.items()
        if ":" not in kind  # each page's own stand in the file alone
    ]
    heading = f"  {'':<34}{'n':>7}{'p50':>9}{'p95':>9}{'max':>9}"
    return ["Seconds", heading, *rows]


def _counts(title: str, counts: Mapping[str, int]) -> list[str]:
    told = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    return [f"{title}: {told or 'none'}"]


def _verdict(report: Report) -> list[str]:
    if report.broken:
        return [f"BROKEN ({len(report.broken)})", *(f"  {line}" for line in report.broken)]
    return ["Every promise was kept."]
