"""Models of this process: the same weights for all clients, and a limit on each call."""

import asyncio
from dataclasses import dataclass, field, replace

import pytest

from games.llm import in_process
from games.llm.chat import Message, ModelUnavailable, Options, Reply
from games.llm.in_process import client
from games.llm.served import VLLM_CONTEXT, Backend, ServedModel

SERVED = ServedModel(Backend.TRANSFORMERS, "owner/model")
OPTIONS = Options(max_tokens=3)


@dataclass
class Weighed:
    """loading, replying: how many seconds each takes."""

    name: str = "weighed"
    loading: float = 0
    replying: float = 0
    loaded: bool = False
    closed: int = 0
    told: list = field(default_factory=list)

    async def ready(self):
        if not self.loaded:
            await asyncio.sleep(self.loading)
        self.loaded = True

    async def generate(self, messages, options):
        await self.ready()
        self.told.append([message.role for message in messages])
        await asyncio.sleep(self.replying)
        return Reply("yes", model=self.name)

    def close(self):
        self.closed += 1


@pytest.fixture(autouse=True)
def nothing_is_held():
    in_process.close_all()
    yield
    in_process.close_all()


def reply_of(model):
    told = [Message("system", "Play."), Message("user", "Your move:")]
    return asyncio.run(model.generate(told, OPTIONS))


def test_a_reply_that_takes_too_long_is_unavailable():
    slow = client(replace(SERVED, timeout_seconds=0.01), lambda: Weighed(replying=60))
    with pytest.raises(ModelUnavailable, match=r"weighed: no reply within 0\.01 seconds"):
        reply_of(slow)


def test_the_time_that_loading_takes_does_not_count():
    late = client(replace(SERVED, timeout_seconds=0.01), lambda: Weighed(loading=0.05))
    assert reply_of(late).text == "yes"


def test_a_conversation_is_shaped_for_each_client():
    weights = Weighed()
    folded = client(replace(SERVED, system_role=False), lambda: weights)
    reply_of(client(SERVED, lambda: weights)), reply_of(folded)
    assert weights.told == [["system", "user"], ["user"]]


@pytest.mark.parametrize(
    "other",
    [
        replace(SERVED, system_role=False),
        replace(SERVED, alternate=True),
        replace(SERVED, timeout_seconds=5),
    ],
)
def test_clients_of_the_same_weights_share_them(other):
    made = []

    def make():
        made.append(Weighed())
        return made[-1]

    client(SERVED, make), client(other, make)
    assert len(made) == 1


@pytest.mark.parametrize(
    "other",
    [
        replace(SERVED, name="owner/other"),
        replace(SERVED, revision="abc"),
        replace(SERVED, backend=Backend.VLLM),
    ],
)
def test_other_weights_are_loaded_beside_those_that_are_used(other):
    first, second = Weighed(), Weighed()
    one, two = client(SERVED, lambda: first), client(other, lambda: second)
    reply_of(one), reply_of(two)
    assert [(each.loaded, each.closed) for each in (first, second)] == [(True, 0)] * 2


def test_a_context_tells_engines_of_vllm_apart_and_the_usual_one_is_one():
    served = replace(SERVED, backend=Backend.VLLM)
    made = []
    for context in (None, VLLM_CONTEXT, 512):
        client(replace(served, context=context), lambda: made.append(1) or Weighed())
    assert len(made) == 2


def test_a_folder_is_the_same_by_every_path_to_it(tmp_path, monkeypatch):
    (tmp_path / "small").mkdir()
    monkeypatch.chdir(tmp_path)
    made = []
    for name in ("./small", str(tmp_path / "small"), "small/"):
        client(replace(SERVED, name=name), lambda: made.append(1) or Weighed())
    assert len(made) == 1


def test_weights_are_closed_for_others_once_their_last_client_is():
    first, second = Weighed(), Weighed()
    one, two = (client(SERVED, lambda: first) for _ in range(2))
    one.close(), one.close()
    other = replace(SERVED, name="owner/other")
    client(other, lambda: second).close()
    assert first.closed == 0
    two.close()
    client(replace(SERVED, name="owner/third"), Weighed)
    assert (first.closed, second.closed) == (1, 1)


def test_weights_without_a_client_stay_until_others_need_the_room():
    weights = Weighed()
    client(SERVED, lambda: weights).close()
    again = client(SERVED, Weighed)
    assert reply_of(again).text == "yes" and weights.told and not weights.closed
