"""Who sits where in a run: its player, Checker and Oracle, all called through the slice's gates."""

from typing import Protocol, runtime_checkable

from evaluation import players, run_records, specs
from evaluation.models import Run
from evaluation.players import NoPlayer
from evaluation.runner.cast import Cast, NoCast
from evaluation.runner.gate import Gate, Traffic
from evaluation.spec_values import RunSpec
from games import backends
from games.llm.chat import ChatModel, ModelRefused
from games.llm.served import Backend, ServedModel


def cast(run: Run, traffic: Traffic) -> Cast:
    """Raises NoCast where the player cannot be built in this process."""
    spec, price = specs.of_json(run.spec), run_records.price_of(run)
    try:
        model = model_of(spec, run)
        asked = Gate(model, traffic, price) if model else None
        player = players.player_of(spec, run.catalogue_id, asked)
    except (NoPlayer, ModelRefused) as missing:
        raise NoCast(str(missing)) from missing
    seats = backends.run_seats(
        run.catalogue_id,
        oracle_tokens=spec.sampling.oracle_tokens,
        checker_tokens=spec.sampling.checker_tokens,
        through=lambda model: Gate(model, traffic),
    )
    return Cast(player, seats, price)


def model_of(spec: RunSpec, run: Run) -> ChatModel | None:
    """The model of the run's player, None for a program.

    Raises ModelRefused where the variable that holds its key is not set here.
    """
    return _kept_model(specs.served(spec, run.checked)) if spec.model else None


@runtime_checkable
class _Closable(Protocol):
    def close(self) -> None: ...


# The one model that this process has loaded: two seldom fit.
_loaded: list[tuple[ServedModel, ChatModel]] = []


def _kept_model(served: ServedModel) -> ChatModel:
    """A model in this process is loaded once for all slices; another one takes its place."""
    if served.backend == Backend.OPENAI:
        return backends.run_model(served)
    for known, model in _loaded:
        if known == served:
            return model
        if isinstance(model, _Closable):
            model.close()
    _loaded[:] = [(served, backends.run_model(served))]
    return _loaded[0][1]
