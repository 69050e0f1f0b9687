"""The same calls with nothing around them: python -m ... ADDRESS CONVERSATION GAMES CALLS AT_ONCE.

With `inspect` at the end Inspect AI makes them, as a solver of one sample a game.
"""

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path


async def with_aiohttp(address: str, opening: list, games: int, calls: int, at_once: int) -> None:
    import aiohttp

    permits = asyncio.Semaphore(at_once)

    async def game() -> None:
        messages = list(opening)
        for _ in range(calls):
            body = {"model": "rote", "messages": messages, "temperature": 0, "max_tokens": 512}
            async with permits, session.post(f"{address}/chat/completions", json=body) as response:
                reply = json.loads(await response.text())
            messages.append(reply["choices"][0]["message"])
            messages.append({"role": "user", "content": "Answer: yes. Your next move:"})

    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        await asyncio.gather(*(game() for _ in range(games)))


def with_inspect(address: str, opening: list, games: int, calls: int, at_once: int) -> None:
    from inspect_ai import Task, eval
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser, get_model
    from inspect_ai.scorer import includes
    from inspect_ai.solver import solver

    @solver
    def player():
        async def solve(state, generate):
            model = get_model()
            state.messages = [
                ChatMessageSystem(content=opening[0]["content"]),
                ChatMessageUser(content=opening[1]["content"]),
            ]
            for _ in range(calls):
                state.output = await model.generate(state.messages)
                state.messages.append(state.output.message)
                state.messages.append(ChatMessageUser(content="Answer: yes. Your next move:"))
            return state

        return solve

    task = Task(dataset=[Sample(input="Play.", target="x") for _ in range(games)],
                solver=player(), scorer=includes())  # fmt: skip
    eval(
        task, model="openai/rote", model_base_url=address, max_connections=at_once,
        max_samples=at_once + at_once // 4, temperature=0, max_tokens=512, display="none",
        log_dir=tempfile.mkdtemp(), model_args={"api_key": "none", "responses_api": False},
    )  # fmt: skip


def main(address: str, file: str, games: str, calls: str, at_once: str, way: str = "") -> None:
    opening = json.loads(Path(file).read_text())
    numbers = int(games), int(calls), int(at_once)
    began, cpu = time.perf_counter(), time.process_time()
    if way == "inspect":
        with_inspect(address, opening, *numbers)
    else:
        asyncio.run(with_aiohttp(address, opening, *numbers))
    seconds, used = time.perf_counter() - began, time.process_time() - cpu
    print(json.dumps({"seconds": seconds, "cpu_seconds": used}))


if __name__ == "__main__":
    main(*sys.argv[1:])
