"""An OpenAI-compatible server in a process of its own that plays 20 Questions by rote.

    python -m tests.bench.latency_server PORT fixed|lognormal SECONDS QUESTIONS

It answers after SECONDS, on average, and counts what it was asked: GET /counted.
"""

import asyncio
import json
import math
import re
import sys
import zlib
from random import Random

from aiohttp import web

SIGMA = 0.5
TURNS = 20
_CANDIDATES = re.compile(rb"copied from this list:\\n- ?(\w+)|copied from this list:\\n(\w+)")


class LatencyServer:
    def __init__(self, kind: str, seconds: float, questions: list[str]) -> None:
        self.calls = 0
        self.waited = 0.0
        self.first = self.last = 0.0
        self.in_flight = self.most_in_flight = 0
        self._kind = kind
        self._seconds = seconds
        self._questions = questions
        self._rng = Random(20)

    async def answer(self, request: web.Request) -> web.Response:
        loop = asyncio.get_running_loop()
        self.first = self.first or loop.time()
        body = await request.read()
        self.calls += 1
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        began = loop.time()
        await asyncio.sleep(self._latency())
        self.in_flight -= 1
        self.last = loop.time()
        self.waited += self.last - began
        return web.Response(body=self._reply(body), content_type="application/json")

    async def counted(self, request: web.Request) -> web.Response:
        fields = ("calls", "waited", "first", "last", "most_in_flight")
        return web.json_response({name: getattr(self, name) for name in fields})

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
            found = _CANDIDATES.search(body)
            assert found, body[:3000]
            text = f"FINAL_GUESS: {(found[1] or found[2]).decode()}"
        choice = {"finish_reason": "stop", "message": {"role": "assistant", "content": text}}
        usage = {"prompt_tokens": len(body) // 4, "completion_tokens": 12}
        return json.dumps({"model": "rote", "choices": [choice], "usage": usage}).encode()


def main(port: str, kind: str, seconds: str, questions: str) -> None:
    with open(questions) as file:
        server = LatencyServer(kind, float(seconds), file.read().splitlines())
    application = web.Application()
    application.router.add_post("/v1/chat/completions", server.answer)
    application.router.add_get("/counted", server.counted)
    web.run_app(application, host="127.0.0.1", port=int(port), print=None, access_log=None)


if __name__ == "__main__":
    main(*sys.argv[1:])
