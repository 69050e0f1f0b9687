"""A game retold as the conversation that it was, from what is stored."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation import prompting
from evaluation.prompting import Briefing
from evaluation.run_exports.stored import Played, ReplyRow
from games import rules
from games.rules import Limits


@dataclass(frozen=True)
class Spoken:
    """One message. reply: what it was read from, of a model's; None for all others.

    text: of a model's reply all that came, whereas later requests held it as `read_as`.
    """

    role: str
    text: str
    reply: ReplyRow | None = None
    read_as: str = ""


def conversation(briefing: Briefing, played: Played, limits: Limits) -> list[Spoken]:
    """Briefing, opening, then each move and what the player was told of it.

    What the player was told is rendered anew from the prompts of now, which a run's facts name by
    their hash. A move that no turn stands for comes last: the guess, or a reply to nothing more.
    """
    said = {(reply.number, reply.attempt): reply for reply in played.replies}
    told = prompting.conversation(briefing, rules.questioner_view(played.state(limits)))
    spoken = [Spoken(message.role, message.text) for message in told]
    for at, turn in enumerate(played.settled):
        place = _first_move(at)
        spoken[place] = _move(spoken[place], said.pop((turn.number, turn.attempt), None))
    return [*spoken, *_last(list(said.values()), played)]


def _first_move(at: int) -> int:
    """Where the move of a turn stands: behind briefing and opening every other message is one."""
    return 2 + 2 * at


def _move(message: Spoken, reply: ReplyRow | None) -> Spoken:
    if reply is None:
        return message
    return Spoken(message.role, reply.text, reply, message.text)


def _last(replies: Sequence[ReplyRow], played: Played) -> list[Spoken]:
    if replies:
        return [Spoken("assistant", reply.text, reply, reply.said) for reply in replies]
    guessed = played.episode.guessed
    return [Spoken("assistant", f"FINAL_GUESS: {guessed}")] if guessed else []
