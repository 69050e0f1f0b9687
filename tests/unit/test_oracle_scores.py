import asyncio

from games import oracle_scores
from games.formats.gold import Asked, OracleGold
from games.oracle_scores import Figures
from games.roles import Verdict
from games.rules import Answer

YES, NO, CANNOT_TELL = Answer.YES, Answer.NO, Answer.CANNOT_TELL


def row(number: int, gold: Answer, *, asked: Asked = Asked.PROPERTY, debatable: bool = False):
    return OracleGold(
        id=f"q{number}", object_name="", description="", material="", shape="", size="",
        surface="", question=f"Question {number}?", gold=gold, asked=asked, debatable=debatable,
    )  # fmt: skip


ROWS = (
    row(1, YES),
    row(2, NO),
    row(3, YES),
    row(4, NO, debatable=True),
    row(5, YES, asked=Asked.ACTION),
)
# Right, wrong, untold but rightly forced, untold and wrongly forced, right.
VERDICTS = dict(
    zip(
        [each.id for each in ROWS],
        [(YES, YES), (YES, YES), (CANNOT_TELL, YES), (CANNOT_TELL, YES), (YES, YES)],
        strict=True,
    )
)


def verdict(asked: OracleGold) -> Verdict:
    answer, forced = VERDICTS[asked.id]
    return Verdict(answer, forced, "table")


async def later(asked: OracleGold) -> Verdict:
    return verdict(asked)


SCORED = asyncio.run(oracle_scores.score(verdict, ROWS))


def test_the_headline_counts_property_questions_only():
    # Of four: 1 and 3 are right when forced; 1 and 2 are answered, and 1 of them is right.
    assert oracle_scores.headline(SCORED) == Figures(
        questions=4, answered=2, right_answered=1, right_forced=2
    )


def test_the_first_line_of_the_report_is_the_headline():
    assert oracle_scores.report(SCORED).splitlines()[0] == (
        "property questions: right 50.0% when forced (2/4); "
        "answers 50.0%, right on 50.0% of the answered"
    )


def test_an_async_answering_function_is_scored_alike():
    assert asyncio.run(oracle_scores.score(later, ROWS)) == SCORED


def test_the_debatable_cases_stand_apart():
    # Without question 4, three are left: two right when forced, two answered, one of them right.
    assert (
        "property questions but the debatable: right 66.7% when forced (2/3); "
        "answers 66.7%, right on 50.0% of the answered"
    ) in oracle_scores.report(SCORED)


def test_untold_and_wrongly_answered_questions_are_listed():
    text = oracle_scores.report(SCORED)
    assert "cannot tell (2):" in text
    assert "q3 [property] Question 3?" in text
    assert "answered wrongly (1):" in text


def test_no_question_has_no_share():
    assert oracle_scores.report(()).splitlines()[0] == (
        "property questions: right n/a when forced (0/0); answers n/a, right on n/a of the answered"
    )
