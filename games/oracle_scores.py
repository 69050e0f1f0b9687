"""How right an Oracle is on questions with known answers: the figures and their report."""

import inspect
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from games.formats.gold import Asked, AskedGold
from games.roles import Verdict
from games.rules import Answer

Row = TypeVar("Row", bound=AskedGold)
Answering = Callable[[Row], Verdict | Awaitable[Verdict]]
GOLD = (Answer.YES, Answer.NO)


@dataclass(frozen=True)
class Scored:
    row: AskedGold
    verdict: Verdict

    @property
    def answered(self) -> bool:
        return self.verdict.answer != Answer.CANNOT_TELL

    @property
    def right_answered(self) -> bool:
        return self.verdict.answer == self.row.gold

    @property
    def right_forced(self) -> bool:
        return self.verdict.forced == self.row.gold


@dataclass(frozen=True)
class Figures:
    """questions asked, answered, right among the answered, right when forced."""

    questions: int
    answered: int
    right_answered: int
    right_forced: int


async def score(answering: Answering[Row], rows: Iterable[Row]) -> tuple[Scored, ...]:
    """Each row with the verdict on it; answering may be async or not."""
    scored: list[Scored] = []
    for row in rows:
        verdict = answering(row)
        if inspect.isawaitable(verdict):
            verdict = await verdict
        scored.append(Scored(row, verdict))
    return tuple(scored)


def figures(scored: Iterable[Scored]) -> Figures:
    cases = tuple(scored)
    return Figures(
        questions=len(cases),
        answered=sum(case.answered for case in cases),
        right_answered=sum(case.right_answered for case in cases),
        right_forced=sum(case.right_forced for case in cases),
    )


def headline(scored: Iterable[Scored]) -> Figures:
    """The figures that an Oracle is judged by: of the questions that a Checker lets pass."""
    return figures(case for case in scored if case.row.asked == Asked.PROPERTY)


def report(scored: Iterable[Scored]) -> str:
    """The figures in words; the first line is the headline, the rest stands beside it."""
    cases = tuple(scored)
    lines = [f"property questions: {_line(headline(cases))}", f"all rows: {_line(figures(cases))}"]
    if any(case.row.debatable for case in cases):
        clear = [case for case in cases if not case.row.debatable]
        lines.append(f"property questions but the debatable: {_line(headline(clear))}")
        doubtful = [case for case in cases if case.row.debatable]
        lines.append(f"debatable rows: {_line(figures(doubtful))}")
    for asked in Asked:
        lines.extend(_kind(asked, [case for case in cases if case.row.asked == asked]))
    lines.extend(_listed("cannot tell", [case for case in cases if not case.answered]))
    wrong = [case for case in cases if case.answered and not case.right_answered]
    lines.extend(_listed("answered wrongly", wrong))
    return "\n".join(lines)


def _line(of: Figures) -> str:
    return (
        f"right {_share(of.right_forced, of.questions)} when forced "
        f"({of.right_forced}/{of.questions}); "
        f"answers {_share(of.answered, of.questions)}, "
        f"right on {_share(of.right_answered, of.answered)} of the answered"
    )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "n/a"


def _kind(asked: Asked, cases: list[Scored]) -> list[str]:
    """The figures of one kind of question, and which answers were given for which."""
    if not cases:
        return []
    counts = Counter((case.row.gold, case.verdict.answer) for case in cases)
    lines = ["", f"{asked.value}: {_line(figures(cases))}"]
    lines.append(f"  {'gold':<6}" + "".join(f"{answer.value:>13}" for answer in Answer))
    for gold in GOLD:
        row = "".join(f"{counts[gold, answer]:>13}" for answer in Answer)
        lines.append(f"  {gold.value:<6}{row}")
    return lines


def _listed(title: str, cases: list[Scored]) -> list[str]:
    if not cases:
        return []
    return ["", f"{title} ({len(cases)}):"] + [
        f"  {case.row.id} [{case.row.asked.value}] {case.row.question} "
        f"(gold {case.row.gold.value}, forced {case.verdict.forced.value})"
        for case in cases
    ]
