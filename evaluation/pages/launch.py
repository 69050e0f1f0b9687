"""Where a launch form may begin: a kind of player, a model of a suite, an earlier run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from evaluation import suites
from evaluation.models import Run
from evaluation.pages.board_choice import ARCHITECTURES
from games.llm.folders import look_into
from games.llm.profiles import PROFILES
from games.models import Catalogue, Game

Tables = Mapping[str, Mapping[str, object]]
# Where `make models` puts it, and under which name.
PACKAGED = "smollm2-135m"


@dataclass(frozen=True)
class Start:
    """key: as the address has it. means: a sentence. tables: what it fills in."""

    key: str
    title: str
    means: str
    tables: Tables


@dataclass(frozen=True)
class Choices:
    """What the first page offers. suites: title -> its models, each with the start's key."""

    models: Sequence[Start]
    programs: Sequence[Start]
    suites: Mapping[str, Sequence[tuple[str, str]]]
    catalogues: bool


class NoStart(LookupError):
    """There is nothing of this key to begin with."""


def choices() -> Choices:
    return Choices(
        models=[*_MODELS, *_packaged()],
        programs=_PROGRAMS,
        suites={suites.load(name).title: list(_of_suite(name)) for name in suites.names()},
        catalogues=Catalogue.objects.filter(pk__in=Game.objects.values("catalogue")).exists(),
    )


def start_of(key: str) -> Start:
    """Raises NoStart."""
    for start in (*_MODELS, *_PROGRAMS, *_packaged()):
        if start.key == key:
            return start
    where, _, rest = key.partition(":")
    if where == "suite":
        return _model_of_a_suite(*rest.partition(":")[::2])
    if where == "run":
        return _like_a_run(rest)
    raise NoStart(key)


def _model_of_a_suite(name: str, key: str) -> Start:
    try:
        suite = suites.load(name)
        model = suite.model(key)
    except suites.UnknownModel as error:
        raise NoStart(str(error)) from error
    means = f"As {suite.title} ({suite.source}) has it."
    tables = model.tables()
    # As a spec that does not say whether it waits; see evaluation.specs.
    waits = {"hold": True} if PROFILES[model.profile].paid else {}
    tables = {**tables, "run": {**tables["run"], **waits}}
    return Start(f"suite:{name}:{key}", model.player, means, tables)


def _like_a_run(slug: str) -> Start:
    run = Run.objects.filter(slug=slug, kind=Run.Kind.GAMES).first()
    if run is None:
        raise NoStart(f"There is no run {slug}.")
    return Start(f"run:{slug}", run.title, f"Filled as the run {run.title} is.", run.spec)


def _of_suite(name: str) -> Iterator[tuple[str, str]]:
    for model in suites.load(name).models:
        architecture = ARCHITECTURES.get(model.architecture, "")
        said = ", ".join(filter(None, (model.group, architecture, model.size)))
        yield f"suite:{name}:{model.key}", f"{model.player} ({said})"


def packaged_folder() -> str:
    """Of the small model that travels inside a package; "" where it was not made ready here."""
    folder = str(Path(settings.VAR_DIR).resolve() / "models" / PACKAGED)
    return folder if look_into(folder).found else ""


def _packaged() -> list[Start]:
    folder = packaged_folder()
    if not folder:
        return []
    tables: Tables = {
        "run": {"title": PACKAGED, "player": PACKAGED, "concurrency": 8},
        "questioner": {"kind": "model"},
        "model": {
            "backend": "transformers",
            "folder": folder,
            "name": PACKAGED,
            "group": "open",
            "architecture": "dense",
            "size": "135M",
        },
        "games": {"limit": 20},
        "protocol": {"constrained": True},
    }
    means = (
        "In the worker's process, on the CPU; its replies are held to the two forms. To see "
        "how a run goes: it wins next to nothing."
    )
    return [Start("packaged", f"The packaged small model, {PACKAGED}", means, tables)]


def _program(kind: str, title: str, means: str, **questioner: object) -> Start:
    return Start(kind, title, means, {"questioner": {"kind": kind, **questioner}})


_MODELS = (
    Start(
        "model",
        "A model at a server",
        "Any server of the OpenAI protocol: a service, vLLM, llama.cpp.",
        {"questioner": {"kind": "model"}, "model": {"backend": "openai"}},
    ),
    Start(
        "in_process",
        "A model in a worker's process",
        "Loaded by the worker from a folder or a hub.",
        {"questioner": {"kind": "model"}, "model": {"backend": "transformers"}},
    ),
    Start(
        "fix20q_model",
        "FIX20Q, the guess by a model",
        "A fixed list of 20 questions; a model at a server hears the answers and guesses.",
        {"questioner": {"kind": "fix20q", "guess": "model"}, "model": {"backend": "openai"}},
    ),
)
_PROGRAMS = (
    _program(
        "optimal",
        "OPTIMAL",
        "Knows the hidden object and asks the fewest questions that settle the game: a bound.",
    ),
    _program("greedy", "Greedy", "Asks what is expected to tell most, turn by turn."),
    _program(
        "noisy", "Noisy greedy", "Greedy with slips: of any skill from chance to greedy.", skill=0.5
    ),
    _program("fix20q", "FIX20Q", "The same 20 questions in every game, then the likeliest guess."),
    _program(
        "rules",
        "Rules",
        "Has nothing but a set of rules: asks what tells its candidates’ rules apart.",
    ),
    _program("random", "Random", "Guesses at once, by chance: the floor."),
)
