"""What a model is told before it answers a question: static text first, then the question."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from evaluation.coat import prompts
from evaluation.coat.rendering import Rendered
from evaluation.coat.variations import PHYSICAL, Kind
from games.formats.lines import Json
from games.llm.chat import Message

SINGLE = "single"
OBJECTS = "objects"


class AnswerForm(StrEnum):
    LETTER = "letter"
    JSON = "json"


@dataclass(frozen=True)
class Profile:
    """How questions are put; the same for all models.

    system: a text in place of ours; "" for ours. weigh: says what counts. gloss: says what the
    values of availability mean, where states are shown. hint: task-2 alone, says what is quicker.
    modular: first which objects, then which of their states; full sets alone.
    """

    form: AnswerForm = AnswerForm.LETTER
    system: str = ""
    weigh: bool = True
    gloss: bool = True
    hint: bool = True
    modular: bool = False

    def document(self) -> dict[str, Json]:
        """All that the messages follow from beside the question, the texts by their hashes."""
        used = (SINGLE, OBJECTS) if self.modular else (SINGLE,)
        return {
            "form": str(self.form),
            "system": self.system,
            "weigh": self.weigh,
            "gloss": self.gloss,
            "hint": self.hint,
            "modular": self.modular,
            "prompts": {name: prompts.load(name).sha256 for name in used},
        }


PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        "letter": Profile(),
        "json": Profile(AnswerForm.JSON),
        "letter-modular": Profile(modular=True),
        "json-modular": Profile(AnswerForm.JSON, modular=True),
    }
)


def messages(profile: Profile, kind: Kind, rendered: Rendered) -> list[Message]:
    """Of a question, or of the second stage of one. It is not told which option is right.

    The system message is the same for all questions of a kind, so that a server can keep it.
    """
    return [
        Message("system", system_text(profile, kind)),
        Message("user", rendered.whole),
    ]


def system_text(profile: Profile, kind: Kind) -> str:
    return "\n\n".join(_static(profile, kind))


def answer_text(form: AnswerForm, letter: str) -> str:
    """A reply in the form that is asked for."""
    return letter if form == AnswerForm.LETTER else f'{{"answer": "{letter}"}}'


def _static(profile: Profile, kind: Kind) -> Iterator[str]:
    texts = prompts.load(SINGLE).sections
    yield profile.system or texts["system"]
    if profile.weigh and kind != Kind.TASK_U:
        yield texts["weigh_states" if kind in PHYSICAL else "weigh_objects"]
    if profile.gloss and kind in PHYSICAL:
        yield texts["availability"]
    if profile.hint and kind == Kind.TASK_2:
        yield texts["hint"]
    yield texts[profile.form]
