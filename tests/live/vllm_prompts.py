"""What vLLM in process makes of conversations: python -m tests.live.vllm_prompts, in its own venv.

Reads {"folder": ..., "conversations": [[[role, text], ...], ...]} from standard input; prints the
token ids of each prompt that the engine was given, as JSON on its last line.
"""

import asyncio
import json
import sys
from typing import Any

from games.llm.chat import Message, Options, Reply
from games.llm.vllm_engine import VLLMEngine

SMALL = {"dtype": "bfloat16", "enforce_eager": True, "block_size": 32, "max_num_seqs": 4}


class Watched(VLLMEngine):
    """Keeps the prompts that its replies came to."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder, context=4096, extra=SMALL)
        self.prompts: list[list[int]] = []

    def _reply(self, output: Any, *, latency_seconds: float) -> Reply:
        self.prompts.append(list(output.prompt_token_ids))
        return super()._reply(output, latency_seconds=latency_seconds)


async def prompts_of(folder: str, conversations: list[list[list[Any]]]) -> list[list[int]]:
    model = Watched(folder)
    try:
        for conversation in conversations:
            messages = [Message(role, text) for role, text in conversation]
            await model.generate(messages, Options(max_tokens=1))
    finally:
        model.close()
    return model.prompts


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    print(json.dumps(asyncio.run(prompts_of(asked["folder"], asked["conversations"]))))
