"""The tables of an export of a run over a question set, and all their columns."""

from games.exporting.columns import Column, Kind, Table, seconds, text, time, truth, whole

SCHEMA_VERSION = "1"
ROW_ORDER = (
    "Questions come in the run's order, which its seed shuffled, repeat after repeat; replies on a "
    "question as they came."
)
_NO_ANSWER = "there is no answer"
_SINGLE = "the objects were not asked for first, or there was no list"
_OF_QUESTION = (
    text("run", "Address of the run."),
    text("player", "Who answered, as the run names it."),
    text("question_set", "Name of the question set."),
    whole("repeat", "Which of the run's answers to this question it is, counted from 1."),
    whole("question", "Number of the question in its set, from 1."),
)
_TOKENS = (
    whole("prompt_tokens", "Of the requests."),
    whole("completion_tokens", "Of the replies, hidden reasoning in it."),
    whole("cached_tokens", "Of the prompts' tokens those that the server had kept."),
    whole("hidden_tokens", "Of the completions' tokens those of hidden reasoning."),
)

QUESTIONS = Table(
    name="questions",
    meaning="One row for each question that is done, in each repeat.",
    key=("repeat", "question"),
    columns=(
        *_OF_QUESTION,
        whole("position", "Its place in the run's order, counted from 1."),
        text("utility", "What an object is needed for."),
        text("task", "The task.", undefined="the utility alone counts"),
        text("right", "Letter of the right option."),
        text("right_object", "Key of its object."),
        text("chosen", "Letter of the chosen option.", undefined=_NO_ANSWER),
        truth("correct", "Whether the right option was chosen; no answer is not."),
        text(
            "why",
            "Why there is no answer; aborted is broken off.",
            undefined="there is one",
            values=("no_letter", "no_list", "none_kept", "aborted"),
        ),
        text(
            "fault",
            "Why it was broken off.",
            undefined="it was not",
            values=("empty", "context_overflow", "infrastructure", "error"),
        ),
        text("chosen_object", "Key of the chosen option's object.", undefined=_NO_ANSWER),
        text("chosen_role", "What the chosen option is for.", undefined=_NO_ANSWER),
        text(
            "chosen_category",
            "What the chosen configuration is for the pair.",
            undefined=f"{_NO_ANSWER}, or the option does not fit the pair",
            values=("ideal", "moderate", "bad", "none"),
        ),
        whole(
            "chosen_rank",
            "Rank of the chosen option among those of its question, 1 for the best; equal ones "
            "share theirs.",
            undefined=f"{_NO_ANSWER}, or the set is not of Task-2",
        ),
        text("listed", "Keys of the objects that the first stage named, JSON.", undefined=_SINGLE),
        whole("unknown", "Names of the first stage that were not offered."),
        text("kept", "Letters of the options that went on.", undefined=_SINGLE),
        text(
            "logprobs",
            "Natural log-probability of each letter, JSON.",
            undefined="they were not asked for",
        ),
        whole("replies", "Replies that it took, those of an earlier breaking-off too."),
        *_TOKENS,
        seconds("reply_seconds", "Latencies of the replies together.", undefined="no replies"),
        time("done_at", "When it was done."),
    ),
)

REPLIES = Table(
    name="replies",
    meaning="One row for each reply on these questions.",
    key=("repeat", "question", "sequence"),
    columns=(
        *_OF_QUESTION,
        whole("sequence", "Its place among the replies on its question, from 1."),
        text("stage", "What was asked for.", values=("objects", "answer")),
        whole("attempt", "Attempt at its stage, from 1."),
        text("text", "The reply as it came."),
        text(
            "read_as",
            "The letter of the whole question, or the keys of the objects, JSON.",
            undefined="no letter or no list was read from it, or the question was broken off",
        ),
        text("model", "Name of the model as its server gives it.", undefined="it gave none"),
        *_TOKENS,
        text("finish_reason", "Why the server ended it.", undefined="it did not say"),
        Column("latency_seconds", Kind.NUMBER, "From the request to the whole reply.", unit="s"),
        time("called_at", "When it was stored."),
    ),
)
