"""What tests tune: a learner without weights, whose every step depends on all before it."""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from evaluation.tuning.chats import Chat
from evaluation.tuning.learners import Unlearnable
from evaluation.tuning.plans import TuningPlan

CHATS = [
    {
        "messages": [
            {"role": "system", "content": "Answer with a letter."},
            {"role": "user", "content": f"Question {number}?"},
            {"role": "assistant", "content": "ABCDE"[number % 5]},
        ]
    }
    for number in range(10)
]


def lines(chats=CHATS) -> bytes:
    return "".join(json.dumps(chat) + "\n" for chat in chats).encode()


class Killed(Exception):
    """The process of a learner ended."""


class SmallLearner:
    """dies: after so many steps of its own."""

    versions = {"small": "1"}

    def __init__(self, base: Path, plan: TuningPlan, *, dies: int | None = None) -> None:
        self.state, self.longest, self.steps, self.dies = str(plan.seed), plan.longest, 0, dies

    def check(self, chats: Sequence[Chat]) -> None:
        for place, chat in enumerate(chats, start=1):
            if len(chat.asked[-1].text) > self.longest:
                raise Unlearnable(f"Chat {place} is too long.")

    def step(self, chats: Sequence[Chat], rate: float) -> float:
        if self.steps == self.dies:
            raise Killed
        self.steps += 1
        told = f"{self.state} {[chat.asked[-1].text for chat in chats]} {rate}"
        self.state = sha256(told.encode()).hexdigest()
        return int(self.state[:4], 16) / 65_536

    def put_aside(self, folder: Path) -> None:
        (folder / "state").write_text(self.state)

    def take_up(self, folder: Path) -> None:
        self.state = (folder / "state").read_text()

    def write(self, folder: Path, *, name: str, mark: str) -> None:
        for part in ("adapter", name):
            (folder / part).mkdir()
            (folder / part / "config.json").write_text(json.dumps([self.state, mark]))
