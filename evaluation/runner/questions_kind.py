"""Runs over question sets: an episode is one question, its entries are replies and a choice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from evaluation.coat.answering import Asking, Call, Heard, Stage
from evaluation.coat.stored_lines import stored_question
from evaluation.models import ChoiceReply, Episode, Question, Run
from evaluation.runner import question_storing
from evaluation.runner.kind import Save, Surroundings
from evaluation.runner.meter import Prices, Spent, spent_on
from evaluation.runner.question_entries import Entry, Opening, Seat
from evaluation.runner.questioning import Questioning, Table
from games.llm.chat import ChatModel, Options


@dataclass(frozen=True)
class QuestionCast:
    """Of a run of questions. models: whom each stage asks. options: of a call in a repeat.

    prices: of the model that answers, and, as that of its roles, of the one that lists objects.
    close: called once the slice is through with it.
    """

    asking: Asking
    models: Mapping[Stage, ChatModel]
    options: Callable[[Call, int], Options]
    prices: Prices
    close: Callable[[], None]

    def require_same(self, run: Run) -> None:
        """No Oracle and no Checker sits there that could be another one."""

    def kind(self, run: Run, around: Surroundings) -> "QuestionsKind":
        table = Table(self.asking, self.models, self.options, around.clock, around.new_key)
        return QuestionsKind(table, self.prices)

    def let_go(self) -> None:
        self.close()


class QuestionsKind:
    def __init__(self, table: Table, prices: Prices) -> None:
        self._table = table
        self._prices = prices

    def opened(self, rows: Sequence[Episode]) -> list[Opening]:
        questions = Question.objects.filter(pk__in=[row.question_id for row in rows])
        lines = dict(questions.values_list("pk", "line"))
        heard: dict[int, list[Heard]] = {}
        replies = ChoiceReply.objects.filter(episode__in=rows).order_by("episode", "sequence")
        for pk, stage, text, logprobs in replies.values_list(
            "episode_id", "stage", "text", "logprobs"
        ):
            heard.setdefault(pk, []).append(Heard(Stage(stage), text, logprobs or {}))
        return [
            Opening(
                seat=Seat(row.pk, row.tries, len(heard.get(row.pk, ()))),
                repeat=row.repeat,
                stored=stored_question(lines[row.question_id or 0]),
                heard=heard.get(row.pk, ()),
                refused=row.refused,
            )
            for row in rows
        ]

    def sit(self, opening: Opening, save: Save) -> Questioning:
        return Questioning(opening, self._table, save)

    def save(self, entries: Sequence[Entry], *, again: bool) -> list[bool]:
        return question_storing.save_all(entries, again=again)

    def spent(self, entry: Entry) -> Spent:
        if entry.reply is None:
            return Spent()
        first = entry.reply.stage == Stage.OBJECTS
        return spent_on(entry.reply, self._prices.roles if first else self._prices.player)
