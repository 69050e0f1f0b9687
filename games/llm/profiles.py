"""What services that speak the OpenAI protocol take and leave out, each under a name.

A reasoning model thinks within the token limit of its reply: its request asks for the limit of
the visible text and an allowance for reasoning on top. The services' own pages were read in
November 2026; what they do not document is not sent.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

Parameter = bool | int | float | str | Mapping[str, bool | int | float | str]


@dataclass(frozen=True)
class Profile:
    """How requests to one kind of service look, and how its replies count tokens.

    temperature, seed, logprobs: whether it takes these at all.
    lowest_temperature: a smaller one is raised to it.
    structured: whether it honours `structured_outputs`; else a constrained reply is refused.
    token_limit_field: how it calls the limit of a reply.
    efforts: the values of `reasoning_effort` that it takes; none where it knows no such field.
    effort: the one that is sent; "" leaves it to the service.
    reasoning_tokens: the allowance on top of the limit of the visible text; 0 for models that
        do not reason before they reply.
    most_tokens: the largest limit of a reply that it takes, None for no limit of its own.
    hidden_beside: whether its `completion_tokens` leave reasoning out, which `total_tokens` hold.
    paid: whether it is of a service that takes money for each token.
    template_path: where, beside `/v1`, the server tells its chat template; "" where it does not.
    extra: further fields of each request.
    """

    name: str
    temperature: bool = True
    lowest_temperature: float = 0.0
    seed: bool = True
    logprobs: bool = True
    structured: bool = False
    token_limit_field: str = "max_tokens"
    efforts: tuple[str, ...] = ()
    effort: str = ""
    reasoning_tokens: int = 0
    most_tokens: int | None = None
    hidden_beside: bool = False
    paid: bool = False
    template_path: str = ""
    extra: Mapping[str, Parameter] = field(default_factory=dict)

    def sent_temperature(self, wanted: float) -> float | None:
        """Return the temperature that is sent, None where none is."""
        return max(wanted, self.lowest_temperature) if self.temperature else None

    def budget(self, visible_tokens: int) -> int:
        """Return the limit that is sent for a visible text of at most so many tokens."""
        wanted = visible_tokens + self.reasoning_tokens
        return wanted if self.most_tokens is None else min(wanted, self.most_tokens)

    def with_reasoning(self, *, effort: str = "", tokens: int | None = None) -> "Profile":
        """Return the profile with another effort and allowance; "" and None keep its own.

        Raises ValueError for an effort that the service does not know.
        """
        if effort and effort not in self.efforts:
            known = ", ".join(self.efforts) or "none"
            raise ValueError(f"The profile {self.name} knows these efforts: {known}.")
        allowance = self.reasoning_tokens if tokens is None else tokens
        return replace(self, effort=effort or self.effort, reasoning_tokens=allowance)


PLAIN = Profile("plain")
VLLM = Profile("vllm", structured=True, template_path="/tokenizer_info")

_ALL = (
    PLAIN,
    VLLM,
    # The template writes an empty thinking block (Qwen3 and its like think otherwise).
    replace(
        VLLM, name="vllm-no-thinking", extra={"chat_template_kwargs": {"enable_thinking": False}}
    ),
    # The server runs with --reasoning-parser, or the text holds thinking tags.
    replace(VLLM, name="vllm-thinking", reasoning_tokens=4096),
    Profile("llama.cpp", template_path="/props"),
    # platform.openai.com/docs/guides/reasoning: temperature, top_p and logprobs are not taken.
    Profile(
        "openai-reasoning",
        paid=True,
        temperature=False,
        seed=False,
        logprobs=False,
        token_limit_field="max_completion_tokens",
        efforts=("minimal", "low", "medium", "high"),
        reasoning_tokens=8192,
    ),
    # ai.google.dev/gemini-api/docs/openai: low, medium and high think up to 1,024, 8,192 and
    # 24,576 tokens; 2.5 Pro cannot be told not to.
    Profile(
        "gemini",
        paid=True,
        seed=False,
        logprobs=False,
        efforts=("none", "minimal", "low", "medium", "high"),
        effort="low",
        reasoning_tokens=1024,
        hidden_beside=True,
    ),
    # platform.minimax.io: temperature in (0, 1], 2,048 tokens at most, M2 models always think.
    Profile(
        "minimax",
        paid=True,
        lowest_temperature=0.01,
        seed=False,
        logprobs=False,
        token_limit_field="max_completion_tokens",
        reasoning_tokens=1536,
        most_tokens=2048,
        extra={"reasoning_split": True},
    ),
    # api-docs.deepseek.com/guides/thinking_mode: on unless switched off; on, it takes a
    # temperature without an error and does not use it.
    Profile("deepseek", paid=True, seed=False, extra={"thinking": {"type": "disabled"}}),
    Profile(
        "deepseek-thinking",
        paid=True,
        temperature=False,
        seed=False,
        logprobs=False,
        efforts=("low", "high", "max"),
        effort="high",
        reasoning_tokens=8192,
        extra={"thinking": {"type": "enabled"}},
    ),
)
PROFILES: Mapping[str, Profile] = {profile.name: profile for profile in _ALL}
