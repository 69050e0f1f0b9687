"""An OpenAI-compatible server in a process of its own that plays 20 Questions by rote.

    python -m tests.bench.latency_server PORT fixed|lognormal SECONDS QUESTIONS

It answers after SECONDS, on average, asks the file's questions in turn, guesses the first
candidate at last, and counts what it was asked: GET /counted.
"""

import asyncio
import json
import math
import re
import sys
import zlib
from pathlib import Path
from random import Random

from aiohttp import web

SIGMA = 0.5
TURNS = 20
FIRST_CANDIDATE = re.compile(rb"copied from this list:\\n(\w+)")


class LatencyServer:
    """calls: begun. waited: seconds of all that ended. first, last: when one began, one ended."""

    def __init__(self, kind: str, seconds: float, questions: list[str]) -> None:
        self.calls = self.ended = 0
        self.waited = self.first = self.last = 0.0
        self.in_flight = self.most_in_flight = 0
        self._kind = kind
        self._seconds = seconds
        self._questions = questions
        self._rng = Random(20)

    async def answer(self, request: web.Request) -> web.Response:
        loop = asyncio.get_running_loop()
        body = await request.read()
        began = loop.time()
        self.first = self.first or began
        self.calls += 1
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        await asyncio.sleep(self._latency())
        self.in_flight -= 1
        self.ended += 1
        self.last = loop.time()
        self.waited += self.last - began
        return web.Response(body=self._reply(body), content_type="application/json")

    async def counted(self, request: web.Request) -> web.Response:
        """What was counted since the last look."""
        names = ("calls", "ended", "waited", "first", "last", "most_in_flight")
        counts = {name: getattr(self, name) for name in names}
        self.calls = self.ended = self.most_in_flight = 0
        self.waited = self.first = 0.0
        return web.json_response(counts)

    def _latency(self) -> float:
        if self._kind == "fixed":
            return self._seconds
        return self._rng.lognormvariate(math.log(self._seconds) - SIGMA**2 / 2, SIGMA)

    def _reply(self, body: bytes) -> bytes:
        turn = body.count(b'"assistant"')
        if turn < TURNS:
            at = zlib.crc32(body[:4000]) + turn
            text = f"QUESTION: {self._questions[at % len(self._questions)]}"
        else:
            found = FIRST_CANDIDATE.search(body)
            assert found, body[:3000]
            text = f"FINAL_GUESS: {found[1].decode()}"
        choice = {"finish_reason": "stop", "message": {"role": "assistant", "content": text}}
        usage = {"prompt_tokens": len(body) // 4, "completion_tokens": 12, "total_tokens": 0}
        said = {"id": "1", "object": "chat.completion", "created": 1, "model": "rote"}
        choice["index"] = 0
        return json.dumps({**said, "choices": [choice], "usage": usage}).encode()


def main(port: str, kind: str, seconds: str, questions: str) -> None:
    server = LatencyServer(kind, float(seconds), Path(questions).read_text().splitlines())
    application = web.Application()
    application.router.add_post("/v1/chat/completions", server.answer)
    application.router.add_get("/counted", server.counted)
    web.run_app(application, host="127.0.0.1", port=int(port), print=None, access_log=None)


if __name__ == "__main__":
    main(*sys.argv[1:])
