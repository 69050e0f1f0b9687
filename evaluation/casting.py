"""Who sits where in a run: its player, Checker and Oracle, all called through the slice's gates."""

from functools import partial

from evaluation import clients, players, question_casting, rule_matching, specs
from evaluation.clients import NotHere
from evaluation.models import Run
from evaluation.players import NoPlayer
from evaluation.runner import kind
from evaluation.runner.cast import Cast, NoCast
from evaluation.runner.gate import Gate, Traffic
from evaluation.runner.meter import Prices
from evaluation.services import changed_facts
from evaluation.services.rule_sets import NoRules
from evaluation.spec_values import RunSpec
from games import backends
from games.llm.chat import ChatModel, ModelRefused


def cast_any(run: Run, traffic: Traffic) -> kind.Cast:
    """Raises NoCast where one of its models cannot be had in this process."""
    of_questions = run.kind == Run.Kind.QUESTIONS
    return (question_casting.cast if of_questions else cast)(run, traffic)


def cast(run: Run, traffic: Traffic) -> Cast:
    """Of a run of games. Raises NoCast where the player cannot be built in this process."""
    spec = specs.of_json(run.spec)
    prices = Prices(spec.price, spec.price.roles if spec.price else None)
    seats = backends.run_seats(
        run.catalogue.pk,
        oracle_tokens=spec.sampling.oracle_tokens,
        checker_tokens=spec.sampling.checker_tokens,
        through=lambda model: Gate(model, traffic, prices.roles),
    )
    names = changed_facts.answers_as(run)
    try:
        model = model_of(spec, run)
    except NotHere as missing:
        raise NoCast(str(missing), missing.reason) from missing
    except ModelRefused as missing:
        raise NoCast(str(missing)) from missing
    asked = Gate(model, traffic, prices.player, names) if model else None
    try:
        player = players.player_of(spec, run.catalogue.pk, asked, rule_matching.rules_in(run.facts))
    except (NoPlayer, NoRules) as missing:
        clients.let_go(model)
        raise NoCast(str(missing)) from missing
    return Cast(player, seats, prices, close=partial(clients.let_go, model))


def model_of(spec: RunSpec, run: Run) -> ChatModel | None:
    """The model of the run's player, for `clients.let_go` after its use; None for a program.

    Raises ModelRefused where it cannot be had in this process.
    """
    return clients.client(specs.served(spec, run.checked)) if spec.model else None
