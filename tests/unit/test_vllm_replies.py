"""What is kept of vLLM's outputs, which stand here as vLLM writes them (vllm/outputs.py)."""

from types import SimpleNamespace

import pytest

from games.llm.vllm_engine import VLLMEngine


def output(**more):
    first = SimpleNamespace(text="Yes", token_ids=[7, 8], finish_reason="stop", logprobs=None)
    told = {"prompt_token_ids": list(range(40)), "outputs": [first], "num_cached_tokens": None}
    return SimpleNamespace(**told | more)


@pytest.mark.parametrize(("told", "kept"), [(32, 32), (0, 0), (None, 0)])
def test_cached_tokens_are_kept(told, kept):
    reply = VLLMEngine("owner/model")._reply(output(num_cached_tokens=told), latency_seconds=0.5)
    assert (reply.cached_tokens, reply.prompt_tokens, reply.completion_tokens) == (kept, 40, 2)
