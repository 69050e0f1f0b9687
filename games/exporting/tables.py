"""The tables of a campaign's export and all their columns."""

from games.exporting import play_columns, turn_columns
from games.exporting.columns import Column, Table, seconds, text, time, truth, whole
from games.rules import Outcome

SCHEMA_VERSION = "1"
REMOVED = "[removed]"
FORFEITED = "forfeited"
QUESTIONS = 20
KINDS = ("practice", "study")

_PARTICIPANT = text("participant", "The pseudonym that the system made for the participant.")
_PLAY = text("play", "The play: pseudonym, a slash, key of the game.")
_SIMULATED = truth("simulated", "Whether a program played, in a simulated campaign.")
_EXCLUDED = text(
    "excluded_reason",
    "Why a researcher leaves the participant out; only in exports that include the excluded.",
    undefined="not excluded",
)

_NOT_SAID = "not asked, or not said"

PARTICIPANTS = Table(
    name="participants",
    meaning="One row for each person who agreed to take part, in the order of joining.",
    key=("participant",),
    columns=(
        text("campaign", "Short name of the campaign."),
        _PARTICIPANT,
        _SIMULATED,
        _EXCLUDED,
        text("language", "Language of the pages, as a language tag.", undefined="unknown"),
        text(
            "consent_text_sha256",
            "SHA-256 of the very consent text that was agreed to, in the language it was read in.",
            undefined="no consent is stored",
        ),
        text("consent_language", "Language of that text.", undefined="no consent is stored"),
        time("consented_at", "When consent was given.", undefined="no consent is stored"),
        time("started_at", "When the participant was let in."),
        text(
            "outcome",
            "How the part ended: all games played, or ended early.",
            undefined="it goes on, or was left without a word",
            values=("completed", "partial"),
        ),
        time("ended_at", "When the part ended.", undefined="as for outcome"),
        time(
            "released_at",
            "Since when the seat is free for somebody else: away too long, ended early, excluded.",
            undefined="the seat is held",
        ),
        whole("plays_begun", "Study plays that were begun."),
        whole("plays_ended", "Study plays that have an outcome."),
        whole("plays_won", "Study plays with a right guess."),
        text("age_group", "Age group, years.", undefined=_NOT_SAID),
        text(
            "gender",
            f"In the participant's own words; {REMOVED} where they might name a person.",
            undefined=_NOT_SAID,
        ),
        text("english", "How well the participant says to know English.", undefined=_NOT_SAID),
        text(
            "familiarity",
            "How often the participant says to have played 20 Questions before.",
            undefined=_NOT_SAID,
        ),
    ),
)

_OF_PLAY = (
    text("campaign", "Short name of the campaign."),
    _PARTICIPANT,
    whole(
        "position",
        "Which of the participant's games it is, counted from 1.",
        undefined="practice, which comes before them",
    ),
    _PLAY,
    text("kind", "Practice plays are kept out of all figures.", values=KINDS),
)

PLAYS = Table(
    name="plays",
    meaning="One row for each play: one participant at one game.",
    key=("play",),
    columns=(
        *_OF_PLAY,
        truth(
            "extra",
            "Whether its place was given back, and so may have been taken by somebody else: one "
            "play more than was planned.",
        ),
        time(
            "released_at", "Since when its place is free for others.", undefined="the place is held"
        ),
        _SIMULATED,
        _EXCLUDED,
        *play_columns.CATALOGUE,
        text("game", "Key of the game in the catalogue."),
        *play_columns.GAME,
        *play_columns.PROTOCOL,
        *play_columns.ROLES,
        time("started_at", "When the play was begun."),
        time("ended_at", "When it ended.", undefined="unfinished"),
        text(
            "outcome",
            "How it ended.",
            undefined="unfinished",
            values=tuple(o.value for o in Outcome),
        ),
        *play_columns.SPENT,
        whole("questions_refused", "Questions that were refused."),
        whole("doubts", "Answers that the participant doubted."),
    ),
)

TURNS = Table(
    name="turns",
    meaning="One row for each attempt to ask, in the long form.",
    key=("play", "number", "attempt"),
    columns=(
        *_OF_PLAY,
        text("game", "Key of the game in the catalogue."),
        whole("number", "Turn within the play, counted from 1."),
        whole("attempt", "Attempt within the turn, 1 to 3; a refused one is followed by the next."),
        text("question", f"As typed; {REMOVED} where it might have named a person."),
        text(
            "text_review",
            "What a researcher decided about the typed text.",
            undefined="nobody looked at it",
            values=("kept", "removed"),
        ),
        turn_columns.STATUS,
        turn_columns.REASON,
        text(
            "probe",
            f"DIMENSION:value pairs that the Checker read; {REMOVED} with the question.",
            undefined="the Checker read none",
        ),
        *turn_columns.answered("participant"),
        truth("doubted", "Whether the participant doubted the answer."),
        time("asked_at", "When the question reached the server."),
        time("settled_at", "When it was answered, refused or given up.", undefined="still waiting"),
        seconds(
            "thinking_seconds",
            "From when the page could be asked on until the first key, by the browser's stopwatch.",
            undefined="the browser told none",
        ),
        seconds(
            "typing_seconds",
            "From the first key until it was sent, by the same stopwatch.",
            undefined="the browser told none",
        ),
        seconds(
            "waiting_seconds",
            "From asked_at until settled_at, by the server's clock.",
            undefined="still waiting",
        ),
        *turn_columns.ROLE_SECONDS,
    ),
)

MARKS = Table(
    name="marks",
    meaning="One row each time that a candidate was crossed out or restored.",
    key=("play", "step"),
    columns=(
        *_OF_PLAY,
        whole("step", "Which change of the play it is, counted from 1."),
        whole("after_turn", "How many turns were spent by then."),
        text("affordance", "The candidate."),
        truth("crossed_out", "True: crossed out; false: restored."),
        time("marked_at", "When."),
    ),
)


def _answered(number: int) -> tuple[Column, Column]:
    spent = f"turn {number} was not spent"
    return (
        text(f"q{number}", f"Question that spent turn {number}.", undefined=spent),
        text(
            f"q{number}_answer",
            f"Answer to it; {FORFEITED} where the third refusal in a row spent the turn.",
            undefined=spent,
            values=("yes", "no", FORFEITED),
        ),
    )


PLAYS_WIDE = Table(
    name="plays_wide",
    meaning="One row for each play, with the questions that spent its turns side by side.",
    key=("play",),
    columns=(
        *PLAYS.columns,
        *(column for number in range(1, QUESTIONS + 1) for column in _answered(number)),
    ),
)

TABLES = (PARTICIPANTS, PLAYS, TURNS, MARKS, PLAYS_WIDE)
