"""A server on the loopback that replies as it is told, and one call of the client to it."""

import asyncio

from aiohttp import web

from games.llm import openai_http
from games.llm.chat import Message, Options
from games.llm.openai_http import OpenAIHTTP

KEY = "sk-very-secret"
ASK = [Message("system", "Be brief."), Message("user", "Is it red?")]
OPTIONS = Options(max_tokens=20)
OK = {
    "model": "small-1.0",
    "choices": [{"message": {"role": "assistant", "content": "Yes"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 31, "completion_tokens": 2},
}


class Server:
    """Gives one answer to every request and keeps what it was sent."""

    def __init__(self, body=OK, *, status=200, headers=None, text=None, seconds=0.0):
        self.body, self.status, self.headers = body, status, headers or {}
        self.text, self.seconds = text, seconds
        self.requests, self.sent_headers, self.paths = [], [], []

    async def handle(self, request):
        self.requests.append(await request.json() if request.can_read_body else None)
        self.sent_headers.append(request.headers)
        self.paths.append(request.path)
        await asyncio.sleep(self.seconds)
        if self.status == 0:
            request.transport.close()
            return web.Response()
        if self.text is not None:
            return web.Response(text=self.text, status=self.status, headers=self.headers)
        return web.json_response(self.body, status=self.status, headers=self.headers)


def ask(server, options=OPTIONS, messages=ASK, **settings):
    return with_client(server, lambda client: client.generate(messages, options), **settings)


def with_client(server, use, **settings):
    async def run():
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", server.handle)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        client = OpenAIHTTP(f"http://127.0.0.1:{port}/v1/", "small", KEY, **settings)
        try:
            return await use(client)
        finally:
            await openai_http.close()
            await runner.cleanup()

    return asyncio.run(run())


def error(message, **more):
    return {"error": {"message": message, **more}}
