"""Games played in memory: a Questioner, a Checker, an Oracle and the rules, no database."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from evaluation.programs import Program, World
from evaluation.seats import Questioner
from games import catalogue_games, checkers, formats, pool, rules
from games.management import catalogue_folders
from games.oracles import TableOracle
from games.roles import Guess, Pair, Question
from games.rules import GameSpec, Limits, Reason, State
from games.sheets import ObjectSheet

CATALOGUES = Path(rules.__file__).parent / "catalogue"

LIMITS = Limits()

rule = lru_cache(maxsize=4096)(checkers.rule)


@dataclass(frozen=True, eq=False)
class Shipped:
    """A shipped catalogue: its content, and what programs, Oracle and games are made of."""

    content: formats.CatalogueContent
    world: World
    oracle: TableOracle
    sheets: dict[str, ObjectSheet]

    @property
    def programs(self) -> list[tuple[formats.GameRow, Program]]:
        deals = catalogue_games.deals_of(self.content)
        return [(game, Program(self.world, deal)) for game, deal in deals]


@lru_cache(maxsize=2)
def shipped(version: str) -> Shipped:
    content = formats.read_catalogue(catalogue_folders.files_in(CATALOGUES / version)).content
    assert content is not None
    broader = {Pair(row.dimension, row.value): row.broader for row in content.vocabulary}
    questions = pool.build([row.sheet for row in content.objects], broader)
    return Shipped(
        content,
        World(catalogue_games.facts_of(content), questions),
        TableOracle(content.vocabulary),
        {row.sheet.key: row.sheet for row in content.objects},
    )


async def play(
    questioner: Questioner,
    game: GameSpec,
    *,
    oracle: TableOracle,
    sheet: ObjectSheet,
    limits: Limits = LIMITS,
) -> State:
    """Play a game to its end under the paper's rules: the Oracle's answer is forced."""
    state = State(game, limits)
    while state.outcome is None:
        move = (await questioner.move(rules.questioner_view(state))).move
        if isinstance(move, Guess):
            state = rules.guess(state, move.affordance)
        elif state.questions_left == 0:
            state = rules.refuse_guess(state, move.text)
        elif isinstance(move, Question):
            state = _answered(rules.ask(state, move.text), move.text, oracle, sheet)
        else:
            state = rules.refuse(rules.ask(state, move.text), Reason.UNPARSEABLE)
    return state


def _answered(state: State, text: str, oracle: TableOracle, sheet: ObjectSheet) -> State:
    ruling = rule(text)
    if ruling.reason:
        return rules.refuse(state, ruling.reason)
    return rules.reply(state, oracle.decide(oracle.read(text), sheet).forced)
