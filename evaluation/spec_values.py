"""What a run is asked to do: the tables of its spec as values."""

from dataclasses import dataclass, field
from enum import StrEnum

from games.labels import Split
from games.llm.profiles import PROFILES, Profile
from games.llm.served import Backend
from games.model_roles import CHECKER_TOKENS, ORACLE_TOKENS
from games.presets import Condition, MultiProperty

QUESTIONER_TOKENS = 512
MILLION = 1_000_000


class QuestionerKind(StrEnum):
    MODEL = "model"
    OPTIMAL = "optimal"
    GREEDY = "greedy"
    NOISY = "noisy"
    FIX20Q = "fix20q"
    RANDOM = "random"
    RULES = "rules"


class Guess(StrEnum):
    """Who guesses once FIX20Q's list is asked."""

    OBSERVER = "observer"
    MODEL = "model"


class Preset(StrEnum):
    PAPER = "paper"
    HOUSE = "house"


class Group(StrEnum):
    OPEN = "open"
    CLOSED = "closed"


class Architecture(StrEnum):
    DENSE = "dense"
    MIXTURE = "moe"


@dataclass(frozen=True)
class RunSettings:
    """player: the name that is shown. workers: places for processes that share the run.

    repeats: how often each game is played. seed: of the order, and of what is left to chance.
    concurrency: calls in flight at once in each worker.
    hold: whether it waits for the researcher once its trial games are played; unless that is said,
        a model of a paid service without a limit of cost does.
    """

    title: str
    player: str
    repeats: int = 1
    seed: int = 1
    concurrency: int = 16
    workers: int = 1
    hold: bool = False


@dataclass(frozen=True)
class QuestionerSpec:
    """skill: of the noisy player, 0 asks at random, 1 is greedy; None for others.

    list: of FIX20Q, "" for the shipped one.
    """

    kind: QuestionerKind = QuestionerKind.MODEL
    skill: float | None = None
    list: str = ""
    guess: Guess = Guess.OBSERVER

    @property
    def needs_model(self) -> bool:
        return QuestionerKind.MODEL in (self.kind, self.guess)


@dataclass(frozen=True)
class ModelSpec:
    """Which model, and where; see games.llm.served.ServedModel.

    folder: or hub name, of a model in the worker's process. profile: a name of PROFILES.
    group, architecture, size, revision: printed beside its figures; "" where not said. size:
        as its makers give it, such as 8B or 671B-A37B.
    context: in tokens, for vLLM in process; None for the usual.
    timeout_seconds: how long one reply of a server may take: with reasoning, or with many calls
        in flight at a small machine, some take minutes.
    """

    backend: Backend = Backend.OPENAI
    address: str = ""
    folder: str = ""
    name: str = ""
    key_variable: str = ""
    profile: str = "plain"
    group: str = ""
    architecture: str = ""
    size: str = ""
    revision: str = ""
    context: int | None = None
    timeout_seconds: int = 300


@dataclass(frozen=True)
class SamplingSpec:
    """Limits in tokens, of a reply's visible text.

    belief: whether the model is asked, after each move, which candidate it holds likeliest.
    effort, reasoning_tokens: of a reasoning model; "" and None for its profile's.
    """

    temperature: float = 0.0
    questioner_tokens: int = QUESTIONER_TOKENS
    oracle_tokens: int = ORACLE_TOKENS
    checker_tokens: int = CHECKER_TOKENS
    belief: bool = False
    effort: str = ""
    reasoning_tokens: int | None = None


@dataclass(frozen=True)
class GamesSpec:
    """All games of the catalogue, of one split of it, or of a campaign; `limit` takes the first.

    The order is shuffled by the run's seed before the limit counts.
    """

    catalogue: str
    split: Split | None = None
    campaign: str = ""
    limit: int | None = None


@dataclass(frozen=True)
class ProtocolSpec:
    """multi_property: whether a question on more than one property is answered.

    constrained: the server holds replies to the two forms. rules: the set of which a model is shown
        what matches, or that the Questioner `rules` goes by, as name/version; "" for none.
    """

    preset: Preset = Preset.PAPER
    condition: Condition = Condition.QUESTIONS
    multi_property: MultiProperty = MultiProperty.REJECT
    constrained: bool = False
    rules: str = ""


@dataclass(frozen=True)
class LimitsSpec:
    """tokens, cost: the run is paused where they are reached; None for no limit."""

    tokens: int | None = None
    cost: float | None = None


@dataclass(frozen=True)
class PriceSpec:
    """Of a million tokens. cached: of prompt tokens that the server had kept.

    roles_input, roles_output: of the models of the Oracle and the Checker; None for no cost.
    """

    input: float
    output: float
    cached: float
    currency: str = "USD"
    roles_input: float | None = None
    roles_output: float | None = None

    @property
    def roles(self) -> "PriceSpec | None":
        """Of the models of the Oracle and the Checker."""
        if self.roles_input is None or self.roles_output is None:
            return None
        return PriceSpec(self.roles_input, self.roles_output, self.roles_input, self.currency)

    def of(self, *, prompt: int, completion: int, cached: int) -> float:
        """What so many tokens cost; `cached` of them are among the prompt's."""
        paid = (prompt - cached) * self.input + cached * self.cached + completion * self.output
        return paid / MILLION


@dataclass(frozen=True)
class RunSpec:
    """model: None for a program, which asks none. price: None where nothing is paid."""

    run: RunSettings
    questioner: QuestionerSpec
    model: ModelSpec | None
    games: GamesSpec
    sampling: SamplingSpec = field(default_factory=SamplingSpec)
    protocol: ProtocolSpec = field(default_factory=ProtocolSpec)
    limits: LimitsSpec = field(default_factory=LimitsSpec)
    price: PriceSpec | None = None

    @property
    def profile(self) -> Profile | None:
        """The model's profile with the run's own effort and allowance."""
        if self.model is None:
            return None
        return PROFILES[self.model.profile].with_reasoning(
            effort=self.sampling.effort, tokens=self.sampling.reasoning_tokens
        )

    @property
    def asks_belief(self) -> bool:
        """Whether its model is asked for its own belief: where that is wanted and can be known.

        It is read from a reply's first token, which has to be the letter and no thought.
        """
        if self.model is None or self.profile is None or not self.sampling.belief:
            return False
        usual = PROFILES[self.model.profile]
        return usual.logprobs and not (usual.reasoning_tokens or self.profile.reasoning_tokens)
