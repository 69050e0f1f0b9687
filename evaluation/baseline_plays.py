"""The players that are no models on every game of a catalogue, as plays for the figures."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from evaluation import followed, rule_plays
from evaluation.kari.rule_sets import RuleSet
from evaluation.metrics.plays import EndedPlay, Question
from games import belief, catalogue_games, fixed_list, players, pool
from games.belief import Evidence
from games.formats import CatalogueContent, GameRow
from games.labels import Split
from games.players import Deal, Facts, Played
from games.pool import Pool
from games.roles import Pair
from games.rules import Answer, Outcome

SKILLS = (0.25, 0.5, 0.75)


@dataclass(frozen=True)
class Playing:
    """One player's plays of all games, in the order of the games."""

    player: str
    plays: tuple[EndedPlay, ...]


@dataclass(frozen=True, eq=False)
class _Table:
    facts: Facts
    questions: Pool
    deals: tuple[tuple[GameRow, Deal], ...]
    requires: dict[str, int]


def play_all(
    content: CatalogueContent, *, seed: int, rules: RuleSet | None = None
) -> tuple[Playing, ...]:
    """OPTIMAL, greedy, noisy greedy of three skills, FIX20Q and random, each over every game.

    FIX20Q's list is made on the dev split. A seed gives the same plays again.
    rules: of one more player, which has nothing else and finds them by the affordances' keys.
    """
    table = _table(content)
    dev = [deal for game, deal in table.deals if game.split == Split.DEV]
    fixed = fixed_list.fixed_list(table.facts, table.questions, dev)
    facts, rng = table.facts, Random(seed)

    def noisy(skill: float) -> Callable[[Deal], Played]:
        return lambda deal: players.play_noisy(facts, deal, skill=skill, rng=rng)

    ways: dict[str, Callable[[Deal], Played]] = {
        "OPTIMAL": lambda deal: players.play_optimal(facts, deal),
        "greedy": lambda deal: players.play_greedy(facts, deal),
        **{f"noisy greedy, skill {skill:g}": noisy(skill) for skill in reversed(SKILLS)},
        "FIX20Q": lambda deal: players.play_fixed(facts, deal, fixed),
        "random": lambda deal: players.play_random(deal, rng),
    }
    if rules:
        ways[f"rules {rules.label}"] = _by_rules(table, content, rules)
    return tuple(Playing(name, tuple(_all(table, name, play))) for name, play in ways.items())


def _by_rules(table: _Table, content: CatalogueContent, rules: RuleSet) -> Callable[[Deal], Played]:
    """Deals name their candidates by the places of the affordances' keys in order."""
    by_key = {rule.affordance: rule.node for rule in rules.rules}
    nodes = [by_key.get(row.key) for row in sorted(content.affordances, key=lambda row: row.key)]

    def play(deal: Deal) -> Played:
        of_candidates = [nodes[place] for place in deal.candidates]
        return rule_plays.play_by_rules(table.facts, table.questions, deal, of_candidates)

    return play


def _table(content: CatalogueContent) -> _Table:
    broader = {Pair(row.dimension, row.value): row.broader for row in content.vocabulary}
    return _Table(
        facts=catalogue_games.facts_of(content),
        questions=pool.build([row.sheet for row in content.objects], broader),
        deals=tuple(catalogue_games.deals_of(content)),
        requires={row.key: row.requires for row in content.affordances},
    )


def _all(table: _Table, player: str, play: Callable[[Deal], Played]) -> Iterable[EndedPlay]:
    for game, deal in table.deals:
        played = play(deal)
        trace = belief.trace(_evidence(table, deal, played.asked))
        target = deal.candidates.index(deal.target)
        yield EndedPlay(
            player=player,
            game=game.key,
            target=game.spec.target,
            requires=table.requires[game.spec.target],
            outcome=Outcome.WON if played.won else Outcome.LOST,
            spent=len(played.asked),
            budget=players.BUDGET,
            questions=tuple(_questions(table.questions, played.asked, trace.observations)),
            sufficient_after=trace.sufficient_after(target),
            misled=followed.misled(trace.belief, target=target),
            total_gain=trace.total_gain,
            net_gain=trace.net_gain,
        )


def _evidence(table: _Table, deal: Deal, asked: Sequence[int]) -> Iterable[Evidence]:
    chances = belief.likelihood_table(
        table.facts.labels,
        table.facts.answers[:, list(asked)],
        candidates=deal.candidates,
        hidden=deal.hidden,
    )
    for at, question in enumerate(asked):
        yes = bool(table.facts.answers[deal.hidden, question])
        yield Evidence(
            pair=str(question),
            likelihood=tuple(chances[at].tolist()),
            answer=Answer.YES if yes else Answer.NO,
        )


def _questions(
    questions: Pool, asked: Sequence[int], seen: Sequence[belief.Observation]
) -> Iterable[Question]:
    for number, (at, observation) in enumerate(zip(asked, seen, strict=True), start=1):
        yield Question(
            number=number,
            dimension=questions.questions[at].pair.dimension.value,
            gain=observation.gain,
            expected_gain=observation.expected_gain,
            repeat=observation.repeat,
            useless=observation.useless,
        )
