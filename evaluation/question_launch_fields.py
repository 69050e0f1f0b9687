"""The fields of the launch form of a run over a question set, beside those of any run."""

from django import forms

from evaluation.models import QuestionSet
from evaluation.question_spec_values import (
    ANSWER_TOKENS,
    LIST_TOKENS,
    QuestionsSpec,
)
from evaluation.spec_fields import PROFILES_MEAN, Choice, Flag, Number, SharedFields, Text, Variable
from evaluation.spec_values import ModelSpec, RunSettings
from games.llm.profiles import PROFILES
from games.llm.served import VLLM_CONTEXT

MOST_SETS = 200
IN_PROCESS = (
    ("transformers", "in a worker's process: transformers, one small model"),
    ("vllm", "in a worker's process: vLLM, on a GPU"),
)
HELD = "A worker's process has to be started with --pool solo to hold a model."
_SERVICES = [(name, f"{name}: {PROFILES_MEAN[name]}") for name in PROFILES]


class QuestionLaunchFields(SharedFields):
    questions_set = Choice("Question set", [])
    questions_limit = Number(
        "Number of questions", "The first of the set in the seed's order. Empty: all of them."
    )
    run_repeats = Number("How often each question is asked", initial=RunSettings.repeats)
    model_backend = Choice(
        "Where the model is",
        [("openai", "at a server of the OpenAI protocol"), *IN_PROCESS],
        HELD,
        initial=ModelSpec.backend,
    )
    questions_answer = Choice(
        "Form of an answer",
        [("letter", "A letter alone"), ("json", 'JSON: {"answer": "X"}')],
        offered_by=forms.RadioSelect,
        initial=QuestionsSpec.answer,
    )
    questions_set_up = Choice(
        "Set-up",
        [
            ("single", "Single: the whole question at once"),
            ("modular", "Modular: first the objects, then their states; for full sets alone"),
        ],
        offered_by=forms.RadioSelect,
        initial=QuestionsSpec.set_up,
    )
    questions_scoring = Choice(
        "What counts as the answer",
        [
            ("text", "What the reply says"),
            ("logprobs", "The likeliest letter of the first token, where these are given"),
        ],
        offered_by=forms.RadioSelect,
        initial=QuestionsSpec.scoring,
    )
    questions_retries = Number(
        "Retries",
        "From 0 to 10: how often it is asked again for a reply that is no answer.",
        initial=QuestionsSpec.retries,
    )
    questions_weigh = Flag(
        "Say what counts", "Safety, effort, time. Never in Task-u.", initial=QuestionsSpec.weigh
    )
    questions_gloss = Flag(
        "Say what availability means", "Where states are shown.", initial=QuestionsSpec.gloss
    )
    questions_hint = Flag(
        "Say that cleaning takes less time than waiting",
        "In Task-2 alone.",
        initial=QuestionsSpec.hint,
    )
    questions_system = Text(
        "A text in place of the prompt's first paragraph", "Empty: ours. It is on the run card."
    )
    questions_none_kept = Choice(
        "Where the first stage keeps no option",
        [("invalid", "There is no answer"), ("all-options", "All options go on")],
        initial=QuestionsSpec.none_kept,
    )
    stage_model_backend = Choice(
        "Who lists the objects",
        [
            ("", "the same model"),
            ("openai", "another one at a server of the OpenAI protocol"),
            *((name, f"another one {said}") for name, said in IN_PROCESS),
        ],
    )
    stage_model_address = Text("Address of its server", "Up to the version.")
    stage_model_name = Text("Its name", "As the server calls it.")
    stage_model_folder = Text("Its folder", "Or a hub's owner/name.")
    stage_model_key_variable = Variable("Variable that holds its key", "Never the key itself.")
    stage_model_profile = Choice("Profile of its service", _SERVICES, initial=ModelSpec.profile)
    stage_model_context = Number("Its context in tokens", f"Of vLLM. Empty: {VLLM_CONTEXT:,}.")
    stage_model_timeout_seconds = Number(
        "Seconds that its reply may take", initial=ModelSpec.timeout_seconds
    )
    stage_model_revision = Text("Its revision")
    sampling_answer_tokens = Number("Tokens of an answer", initial=ANSWER_TOKENS)
    sampling_list_tokens = Number("Tokens of a list of objects", initial=LIST_TOKENS)
    price_roles_input = Number("Of the model that lists objects, in", "Empty: it costs nothing.")
    price_roles_output = Number("Of the model that lists objects, out")
    run_hold = Flag(
        "Wait after the trial questions",
        "As many questions are asked as it makes calls at once, and the rest is forecast; it goes "
        "on when you say so. A model of a paid service waits in any case, unless a limit of cost "
        "is set.",
    )

    def offer_what_is_stored(self) -> None:
        """The newest sets that are ready; one query."""
        ready = QuestionSet.objects.filter(status=QuestionSet.Status.READY).order_by("-pk")
        rows = ready.select_related("catalogue").defer("shares")[:MOST_SETS]
        self.offer(
            "questions_set",
            [(row.slug, f"{row.name} of {row.catalogue.version}: {row.slug}") for row in rows],
        )
