"""The tables of a run's export and all their columns."""

from games.exporting import play_columns, turn_columns
from games.exporting.columns import Column, Kind, Table, seconds, text, time, truth, whole
from games.rules import Outcome

SCHEMA_VERSION = "1"
ROW_ORDER = (
    "Games come in the run's order, which its seed shuffled, repeat after repeat; a game's turns "
    "by turn and attempt, its replies as they came."
)

_NOT_ENDED = "the game has not ended"
_UNREAD = "refused, or the observer could not read the question"
_NO_BELIEF = "the player's own belief is not known"

_OF_PLAY = (
    text("canary", "A string that marks every row; keep it with every copy."),
    text("run", "Address of the run."),
    text("player", "Who played, as the run names it."),
    whole("repeat", "Which of the run's plays of this game it is, counted from 1."),
    text("play", "The play: run, repeat and game with slashes between."),
    text("game", "Key of the game in the catalogue."),
)


def _bits(name: str, meaning: str, *, undefined: str) -> Column:
    return Column(name, Kind.NUMBER, meaning, unit="bits", undefined=undefined)


PLAYS = Table(
    name="plays",
    meaning="One row for each play: one game in one repeat, from its first move on.",
    key=("play",),
    columns=(
        *_OF_PLAY,
        whole("position", "Its place in the run's order, counted from 1."),
        *play_columns.CATALOGUE,
        *play_columns.GAME,
        whole("requires", "How many physical properties the target takes."),
        *play_columns.PROTOCOL,
        truth("constrained", "Whether a model's replies were held to the two forms."),
        text("rules", "The set of rules of KARI that was shown.", undefined="no rules were shown"),
        *play_columns.ROLES,
        time("started_at", "When its player was first asked."),
        time("ended_at", "When it ended.", undefined=_NOT_ENDED),
        text(
            "outcome",
            "How it ended: won is solved, lost a wrong guess; every ended game is in the "
            "denominator, aborted ones too.",
            undefined=_NOT_ENDED,
            values=tuple(outcome.value for outcome in Outcome),
        ),
        text(
            "fault",
            "Why it was aborted.",
            undefined="it was not",
            values=("empty", "context_overflow", "infrastructure", "error"),
        ),
        *play_columns.SPENT,
        whole("questions_refused", "Questions and replies in no form that were refused."),
        whole(
            "sufficient_after",
            "How many answers it took until the observer's belief in the target was 0.8 or more.",
            undefined="it never was, or the game has not ended",
        ),
        truth(
            "misled",
            "Whether in the end the observer's belief in another candidate was 0.8 or more.",
            undefined=_NOT_ENDED,
        ),
        _bits("total_gain", "Information gain over all answers.", undefined=_NOT_ENDED),
        _bits("net_gain", "What is left of it in the end.", undefined=_NOT_ENDED),
        _bits("own_total_gain", "By the player's own belief.", undefined=_NO_BELIEF),
        _bits("own_net_gain", "By the player's own belief.", undefined=_NO_BELIEF),
        whole("replies", "Replies of a model; 0 for a program."),
        whole("prompt_tokens", "Of them all."),
        whole("completion_tokens", "Of them all, hidden reasoning in it."),
        whole("cached_tokens", "Of the prompts' tokens those that the server had kept."),
        whole("hidden_tokens", "Of the completions' tokens those of hidden reasoning."),
        seconds("reply_seconds", "Latencies of the replies together.", undefined="no replies"),
    ),
)

TURNS = Table(
    name="turns",
    meaning="One row for each attempt to ask; the final guess stands in plays.",
    key=("play", "number", "attempt"),
    columns=(
        *_OF_PLAY,
        whole("number", "Turn within the play, from 1; 21 for a reply that was no valid guess."),
        whole("attempt", "Attempt within the turn, 1 to 3; a refused one is followed by the next."),
        text("question", "As it was read from the reply; a reply in no form as it is seen."),
        turn_columns.STATUS,
        turn_columns.REASON,
        text(
            "probe",
            "What the question asked about: the DIMENSION:value pairs that the Checker read in it.",
            undefined="the Checker read none",
        ),
        *turn_columns.answered("player"),
        _bits("gain", "How far the answer moved the reference observer.", undefined=_UNREAD),
        _bits("expected_gain", "The same before the answer was known.", undefined=_UNREAD),
        _bits("entropy_drop", "How much less open it left the observer.", undefined=_UNREAD),
        _bits("own_gain", "What the turn was worth by the player's belief.", undefined=_NO_BELIEF),
        truth(
            "repeated",
            "Whether the same property was asked before.",
            undefined="not answered, or the game has not ended",
        ),
        truth(
            "useless",
            "Whether no answer could have moved the observer.",
            undefined="not answered, or the game has not ended",
        ),
        time("asked_at", "When the question was stored."),
        time("settled_at", "When it was answered, refused or given up.", undefined="still waiting"),
        *turn_columns.ROLE_SECONDS,
    ),
)

REPLIES = Table(
    name="replies",
    meaning="One row for each reply of a model in the Questioner's seat; programs have none.",
    key=("play", "sequence"),
    columns=(
        *_OF_PLAY,
        whole("sequence", "Its place in its play, from 1."),
        whole("number", "The turn that it was asked for, from 1."),
        whole("attempt", "The attempt that it was asked for, from 1."),
        text("text", "The reply as it came."),
        text("kind", "What it was read as.", values=("question", "guess", "unparseable")),
        text("said", "The question or the affordance in it.", undefined="it has neither"),
        text("why", "Why neither was found.", undefined="one was"),
        truth("invented", "Whether the model answered itself; that part was dropped."),
        text("reader", "Name of the rules that read it."),
        text("model", "Name of the model as its server gives it.", undefined="it gave none"),
        whole("prompt_tokens", "Of its request."),
        whole("completion_tokens", "Of the reply, hidden reasoning in it."),
        whole("cached_tokens", "Of the prompt's tokens those that the server had kept."),
        whole("hidden_tokens", "Of the completion's tokens those of hidden reasoning."),
        text("finish_reason", "Why the server ended it.", undefined="it did not say"),
        seconds("latency_seconds", "From the request to the whole reply.", undefined="not known"),
        text(
            "belief",
            "How likely the model then held each candidate, as a JSON list in their order.",
            undefined="it was not asked, or its server gives no log-probabilities",
        ),
        time("called_at", "When it was stored."),
    ),
)
