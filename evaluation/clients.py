"""Clients of the models of runs and of candidate Oracles, and who may hold such a model itself."""

from collections.abc import Iterator
from contextlib import contextmanager

from celery.concurrency import solo

from games import backends
from games.llm.chat import ChatModel, ModelRefused
from games.llm.folders import look_into
from games.llm.in_process import InProcess
from games.llm.served import Backend, ServedModel


class NotHere(ModelRefused):
    """This process may not hold the model. reason: a code of run_words; remedy: what to do."""

    def __init__(self, sentence: str, *, reason: str, remedy: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.remedy = remedy


# Of Celery, where this process is one of its workers. Another pool than solo plays several runs at
# once, and their models would fill the memory together, or be loaded by each of its processes.
_pool: type | None = None


def work_in(pool: type | None) -> None:
    """Say which of Celery's pools this worker has; None where this process is no worker."""
    global _pool
    _pool = pool


def client(served: ServedModel) -> ChatModel:
    """A client of the model, for `let_go` after its use.

    Raises ModelRefused: NotHere, or where the key of its server cannot be had.
    """
    if served.backend != Backend.OPENAI:
        require_alone()
        _require_revision(served)
    return backends.run_model(served)


def revision_refusal(served: ServedModel) -> str:
    """Why this revision cannot be loaded; "" where it can, or where a server holds the model."""
    if served.backend == Backend.OPENAI or not served.revision:
        return ""
    if not look_into(served.name).is_path:
        return ""
    return "A folder has no revision; what lies in it is told by a hash. Leave this out."


def let_go(model: ChatModel | None) -> None:
    """Use the model no more; where it is in this process another one may take its place."""
    if isinstance(model, InProcess):
        model.close()


@contextmanager
def used(served: ServedModel | None) -> Iterator[ChatModel | None]:
    """A client for a while, None for no model; raises what `client` raises."""
    model = None if served is None else client(served)
    try:
        yield model
    finally:
        let_go(model)


def require_alone() -> None:
    """Raises NotHere where other models may come to lie in this worker's memory."""
    if _pool in (None, solo.TaskPool):
        return
    raise NotHere(
        "This worker was not started with --pool solo; only such a worker holds a model itself.",
        reason="wrong_pool",
        remedy="Start the workers of the queue models with --pool solo, then resume the run.",
    )


def _require_revision(served: ServedModel) -> None:
    if why := revision_refusal(served):
        remedy = "Launch the run once more without model.revision."
        raise NotHere(why, reason="model_refused", remedy=remedy)
