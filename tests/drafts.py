"""Small things that tests of the workshop build with: a draft, its candidates, a sheet."""

import asyncio
import json
from collections.abc import Sequence

from annotation.models import Draft, DraftAffordance, DraftObject
from annotation.services import drafts
from games.formats import VocabularyValue
from games.llm.chat import Message, Options, Reply
from games.sheets import Dimension

VOCABULARY = [
    VocabularyValue(Dimension.MATERIAL, "metal"),
    VocabularyValue(Dimension.MATERIAL, "steel", ("metal",)),
    VocabularyValue(Dimension.SHAPE, "round"),
    VocabularyValue(Dimension.SURFACE, "smooth"),
]
VOCABULARY_FILE = b"".join(
    json.dumps({"dimension": v.dimension, "value": v.value, "broader": [*v.broader]}).encode()
    + b"\n"
    for v in VOCABULARY
)
SHEET = {
    "description": "A stiff drezz of steel. It is 30 cm long. It is 2.5 cm thick. It weighs 400 g.",
    "properties": {"material": {"steel": []}, "shape": {"round": ["tip"]}},
    "measures": {"length": [30, 30], "width": [2, 3], "height": [2.5, 2.5], "mass": [400, 400]},
}
OTHERWISE = "It is otherwise. It is 30 cm long. It is 2.5 cm thick. It weighs 400 g."
OWN = {"list": "own", "line": "1"}
REPLY = json.dumps(SHEET)


def draft(slug: str = "vrelk-1", *, vocabulary: bool = True) -> Draft:
    row = drafts.create(title="Vrelk things", licence="CC BY 4.0", slug=slug)
    if vocabulary:
        drafts.import_vocabulary(row, VOCABULARY_FILE)
    return row


def thing(row: Draft, key: str = "whimplet", *, stage: str = "kept", **values) -> DraftObject:
    if stage == "dropped":
        values = {"drop_reason": "duplicate", **values}
    values = {"name": key, "origin": OWN, **values}
    return DraftObject.objects.create(draft=row, key=key, stage=stage, **values)


def affordance(row: Draft, key: str = "gnorb", *, stage: str = "kept", **values) -> DraftAffordance:
    if stage == "dropped":
        values = {"drop_reason": "social", **values}
    values = {"text": key, "origin": OWN, **values}
    return DraftAffordance.objects.create(draft=row, key=key, stage=stage, **values)


def define(row: DraftAffordance) -> None:
    errors = drafts.define(row, definition="It gnorbs well.", conditions="It is round.", requires=1)
    assert errors == ()


class Model:
    """Says the same to everybody, or raises it; counts its calls, which take a moment."""

    name = "scripted"

    def __init__(self, said: str | Exception = REPLY, *, seconds: float = 0) -> None:
        self.said = said
        self.seconds = seconds
        self.asked: list[str] = []

    async def generate(self, messages: Sequence[Message], options: Options) -> Reply:
        self.asked.append(messages[1].text)
        await asyncio.sleep(self.seconds)
        if isinstance(self.said, Exception):
            raise self.said
        return Reply(text=self.said, model=self.name)
