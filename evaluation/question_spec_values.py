"""What a run over a question set is asked to do: its spec's own tables as values."""

from dataclasses import dataclass, field
from enum import StrEnum

from evaluation.coat.modular import NoneKept
from evaluation.coat.prompting import AnswerForm
from evaluation.coat.prompting import Profile as PromptProfile
from evaluation.spec_values import LimitsSpec, ModelSpec, PriceSpec, RunSettings
from games.llm.profiles import PROFILES, Profile

# The original gives most models 100 tokens for one answer: a letter or a small JSON object fits,
# and one who begins with a sentence still gets to it. A list of five objects may take twice that.
ANSWER_TOKENS = 100
LIST_TOKENS = 200
RETRIES = 2


class SetUp(StrEnum):
    SINGLE = "single"
    MODULAR = "modular"


class Scoring(StrEnum):
    """By what the reply says, or by the log-probabilities of the letters in its place."""

    TEXT = "text"
    LOGPROBS = "logprobs"


@dataclass(frozen=True)
class QuestionsSpec:
    """set: the slug of a stored question set. limit: so many of it, drawn by the run's seed.

    system, weigh, gloss, hint: as of evaluation.coat.prompting.Profile. retries: how often a stage
    is asked again for a reply that is no answer. none_kept: of the modular set-up.
    """

    set: str
    limit: int | None = None
    answer: AnswerForm = AnswerForm.LETTER
    set_up: SetUp = SetUp.SINGLE
    scoring: Scoring = Scoring.TEXT
    retries: int = RETRIES
    none_kept: NoneKept = NoneKept.INVALID
    weigh: bool = True
    gloss: bool = True
    hint: bool = True
    system: str = ""

    @property
    def modular(self) -> bool:
        return self.set_up == SetUp.MODULAR

    @property
    def by_logprobs(self) -> bool:
        return self.scoring == Scoring.LOGPROBS

    @property
    def prompts(self) -> PromptProfile:
        return PromptProfile(
            form=self.answer,
            system=self.system,
            weigh=self.weigh,
            gloss=self.gloss,
            hint=self.hint,
            modular=self.modular,
        )


@dataclass(frozen=True)
class QuestionSampling:
    """Limits in tokens, of a reply's visible text: of an answer, and of a list of objects.

    effort, reasoning_tokens: of a reasoning model; "" and None for its profile's.
    """

    temperature: float = 0.0
    answer_tokens: int = ANSWER_TOKENS
    list_tokens: int = LIST_TOKENS
    effort: str = ""
    reasoning_tokens: int | None = None


@dataclass(frozen=True)
class QuestionRunSpec:
    """stage_model: who lists objects in the modular set-up; None for the model itself.

    price: None where nothing is paid; its `roles` are of the stage model.
    """

    run: RunSettings
    questions: QuestionsSpec
    model: ModelSpec
    stage_model: ModelSpec | None = None
    sampling: QuestionSampling = field(default_factory=QuestionSampling)
    limits: LimitsSpec = field(default_factory=LimitsSpec)
    price: PriceSpec | None = None

    @property
    def models(self) -> dict[str, ModelSpec]:
        """By the names of their tables."""
        of_stage = {"stage_model": self.stage_model} if self.stage_model else {}
        return {"model": self.model, **of_stage}

    def profile_of(self, model: ModelSpec) -> Profile:
        """The model's profile with the run's own effort and allowance, where it reasons."""
        usual = PROFILES[model.profile]
        if model is not self.model and self.sampling.effort not in ("", *usual.efforts):
            return usual
        return usual.with_reasoning(
            effort=self.sampling.effort, tokens=self.sampling.reasoning_tokens
        )
