"""The tables of a run's export and all their columns."""

from games.exporting.columns import Column, Kind, Table, seconds, text, time, truth, whole
from games.presets import Condition
from games.rules import Answer, Outcome, Reason, TurnStatus

SCHEMA_VERSION = "1"
ROW_ORDER = (
    "Games come in the run's order, which its seed shuffled, repeat after repeat; a game's turns "
    "by turn and attempt, its replies as they came."
)

_NO_ANSWER = "not answered"
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
        text("catalogue", "Version of the catalogue."),
        text("catalogue_sha256", "SHA-256 of the catalogue's files."),
        text("split", "Split of the game.", values=("dev", "test")),
        text("object", "Key of the hidden object."),
        text("candidates", "The eight affordances as they were shown, with spaces between."),
        text("target", "The affordance that the object has."),
        whole("requires", "How many physical properties the target takes."),
        text("protocol_sha256", "SHA-256 of the protocol; never pool plays of different ones."),
        text("preset", "Preset of the protocol.", values=("house", "paper")),
        text(
            "condition",
            "The game itself (questions), or a control condition without questions.",
            values=tuple(Condition),
        ),
        truth("constrained", "Whether a model's replies were held to the two forms."),
        text("rules", "The set of rules that was shown.", undefined="no rules were shown"),
        text("oracle_version", "Name and version of the Oracle."),
        text("checker_version", "Name and version of the Checker."),
        time("started_at", "When its first move was stored."),
        time("ended_at", "When it ended.", undefined=_NOT_ENDED),
        text(
            "outcome",
            "How it ended; every ended game is in the denominator, aborted ones too.",
            undefined=_NOT_ENDED,
            values=tuple(outcome.value for outcome in Outcome),
        ),
        text(
            "fault",
            "Why it was aborted.",
            undefined="it was not",
            values=("empty", "context_overflow", "infrastructure"),
        ),
        text("guessed", "The affordance that was guessed.", undefined="no guess was made (yet)"),
        whole("turns_spent", "Turns of the budget that were spent: answered and forfeited."),
        whole("questions_answered", "Questions that were answered."),
        whole("questions_refused", "Questions and replies in no form that were refused."),
        whole(
            "sufficient_after",
            "How many answers it took until the observer's belief in the target was sufficient.",
            undefined="it never was, or the game has not ended",
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
        text("status", "What became of it.", values=tuple(s.value for s in TurnStatus)),
        text(
            "reason",
            "Why it was refused.",
            undefined="not refused",
            values=tuple(reason.value for reason in Reason),
        ),
        text(
            "probe",
            "DIMENSION:value pairs that the Checker read.",
            undefined="the Checker read none",
        ),
        text("answer", "What the player was told.", undefined=_NO_ANSWER, values=("yes", "no")),
        text(
            "oracle_answer",
            "What the Oracle holds to be true.",
            undefined="the Oracle was not asked",
            values=tuple(answer.value for answer in Answer),
        ),
        text(
            "forced_answer",
            "The Oracle's yes or no where a protocol demands one.",
            undefined="the Oracle was not asked",
            values=("yes", "no"),
        ),
        truth(
            "forced",
            "Whether the player was told yes or no though the Oracle could not tell.",
            undefined=_NO_ANSWER,
        ),
        text("oracle_version", "Oracle that gave it.", undefined="the Oracle was not asked"),
        text(
            "answer_source",
            "What gave it: a part of the Oracle; people, models or adjudication where corrected.",
            undefined="the Oracle was not asked",
        ),
        whole(
            "answer_revision",
            "Revision of the stored answer that the player got; above 1 it is a correction.",
            undefined="the Oracle was not asked",
        ),
        Column(
            "answer_confidence",
            Kind.NUMBER,
            "How sure the Oracle was.",
            unit="0 to 1",
            undefined="the Oracle was not asked, or does not say",
        ),
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
        seconds(
            "checker_seconds", "How long the Checker took.", undefined="the Checker was not asked"
        ),
        seconds(
            "oracle_seconds",
            "How long the Oracle took.",
            undefined="not asked, or the answer was stored already",
        ),
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
