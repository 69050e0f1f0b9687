"""The tables of a study's export and all their columns."""

from collections.abc import Iterable, Sequence

from games.exporting.columns import Column, Table, seconds, text, time, truth, whole

SCHEMA_VERSION = "1"
ROW_ORDER = (
    "Units come as they were stored, raters in the order of joining, a unit's judgements by "
    "their raters, questions as the page asks them, changes by time."
)

_STUDY = (
    text("study", "Short name of the study."),
    whole("version", "Version of the study."),
)
_UNIT = text("unit", "Key of the unit.")
_RATER = text("rater", "The pseudonym of the rater within this study.")
_RATER_KIND = text("rater_kind", "What the rater is.", values=("person", "model"))
_QUESTION = text("question", "Name of the question; study.json has its text and choices.")
_FORM = text(
    "form",
    "How the question is answered, and so what its value is: one choice or a text as they stand, "
    "some choices or choices in an order as a JSON list.",
    undefined="the unit asks no such question any more",
    values=("one", "some", "order", "text"),
)
_EXTRAS = ("late", "unseated", "left_out")

UNITS = Table(
    name="units",
    meaning="One row for each unit that is judged, with all that its page shows.",
    key=("unit",),
    columns=(
        *_STUDY,
        _UNIT,
        text("block", "What it is read together with.", undefined="it stands alone"),
        truth("training", "Whether raters learn on it and see at once what was expected."),
        truth("gold", "Whether its answer is known; such a unit counts in no agreement."),
        text("expected", "The known answer, as JSON.", undefined="no answer is known"),
        whole(
            "seats",
            "How many judgements it is to get.",
            undefined="every rater of the study has it",
        ),
        text("snapshot", "What is shown and asked about, as JSON."),
    ),
)

RATERS = Table(
    name="raters",
    meaning="One row for each rater, person or model; who withdrew is in no table.",
    key=("rater",),
    columns=(
        *_STUDY,
        _RATER,
        _RATER_KIND,
        truth("adjudicates", "Whether the rater decides what others left open."),
        text(
            "consent_text_sha256",
            "SHA-256 of the very text that was agreed to; the texts stand beside the tables.",
            undefined="a model, or nothing was agreed to yet",
        ),
        time("agreed_at", "When it was agreed to.", undefined="as for the text"),
        time("joined_at", "When the rater joined, or the model's answers were first imported."),
        whole("judgements", "How many judgements of the rater are stored, of units of all sorts."),
        time("removed_at", "Since when the rater gets no more work.", undefined="not removed"),
        time(
            "left_out_at",
            "Since when the rater counts nowhere; only in exports that include who is left out.",
            undefined="not left out",
        ),
        text("left_out_reason", "Why.", undefined="not left out"),
    ),
)

_OF_JUDGEMENT = (
    truth(
        "counts",
        "Whether it counts in agreement and consensus: no skip, no extra, a rater who is not left "
        "out, a unit that is neither training nor gold.",
    ),
    text(
        "skip_reason",
        "Why there is no answer.",
        undefined="it was not skipped",
        values=("unsure", "unclear", "faulty", "other"),
    ),
    text(
        "extra",
        "Why it does not count though it is stored: it came after its seat went to somebody else, "
        "it was never handed out, its rater is left out.",
        undefined="it is no extra",
        values=_EXTRAS,
    ),
    text("comment", "What the rater remarked.", undefined="nothing, or comments are left out"),
    seconds(
        "seconds",
        "That the unit was looked at, pauses left out, as the browser measured it.",
        undefined="it was not measured",
    ),
    whole("revision", "1, and one more with each change."),
    time("judged_at", "When it came in, as it stands now."),
)

JUDGEMENTS = Table(
    name="judgements",
    meaning="The long form: one row for each judgement and question of its unit, answered or not.",
    key=("unit", "rater", "question"),
    columns=(
        *_STUDY,
        _UNIT,
        _RATER,
        _RATER_KIND,
        _QUESTION,
        _FORM,
        text("level", "What agreement on the question is measured with.", undefined="as for form"),
        text("value", "What was chosen or typed.", undefined="nothing was, or it was skipped"),
        truth(
            "missing",
            "Whether agreement takes it for no rating: nothing chosen, or a value such as unsure.",
        ),
        *_OF_JUDGEMENT,
    ),
)

QUESTIONS = Table(
    name="questions",
    meaning="One row for each question about the guidelines that was answered: with its answer, "
    "every rater of the study could read it from then on, beside the guidelines.",
    key=("number",),
    columns=(
        *_STUDY,
        whole("number", "Its number, by time."),
        text("text", "What was asked."),
        text("answer", "What a researcher answered, in Markdown."),
        time("asked_at", "When it was asked."),
        time("answered_at", "When it was answered as it stands now."),
    ),
)

CHANGES = Table(
    name="changes",
    meaning="One row for each change of a judgement or of a consensus, with what was before.",
    key=("change",),
    columns=(
        *_STUDY,
        whole("change", "Its number, by time."),
        _UNIT,
        text("rater", "Whose judgement was changed.", undefined="a consensus was changed"),
        text("question", "Of the consensus.", undefined="a judgement was changed"),
        text(
            "changed_by",
            "Who changed it: the rater, an adjudicator by number, or a researcher.",
            undefined="nobody: it was counted again",
        ),
        text("old", "What was stored before, as JSON."),
        text("new", "What was stored instead, as JSON."),
        time("changed_at", "When."),
    ),
)

CONSENSUS = Table(
    name="consensus",
    meaning="One row for each question of a unit on which something stands or is open.",
    key=("unit", "question"),
    columns=(
        *_STUDY,
        _UNIT,
        _QUESTION,
        _FORM,
        truth("settled", "Whether something stands; otherwise it is open."),
        text("value", "What stands.", undefined="it is open, or a text that need not be given"),
        whole("answered", "How many judgements answered."),
        text("votes", "Choice and how many chose it, as JSON."),
        text("open", "The choices that are level, as a JSON list; empty where none are."),
        text("source", "How it came about.", values=("counted", "adjudicated")),
        text("reason", "Why it was so decided.", undefined="it was counted"),
        text("decided_by", "The adjudicator, by number.", undefined="it was counted"),
        time("decided_at", "When it was decided.", undefined="it was counted"),
        text("second_by", "Who looked at it again, by number.", undefined="nobody has"),
        truth("second_agrees", "Whether they agree.", undefined="nobody has"),
        text("second_note", "What they noted.", undefined="nothing"),
        time("second_at", "When they did.", undefined="nobody has"),
        time("counted_at", "When the judgements were last counted."),
    ),
)


def wide(questions: Iterable[str], raters: Sequence[str]) -> Table:
    """A column for each question and rater: the schema is the study's, not the program's."""
    return Table(
        name="judgements_wide",
        meaning="One row for each unit that is neither training nor gold, with what each rater "
        "answered, where the judgement counts: no skips, no extras, no values that agreement takes "
        "for none, such as unsure; why a cell is empty stands in judgements.",
        key=("unit",),
        columns=(
            *_STUDY,
            _UNIT,
            *(_answer(question, rater) for question in questions for rater in raters),
        ),
    )


def wide_name(question: str, rater: str) -> str:
    return f"{question}.{rater}"


def _answer(question: str, rater: str) -> Column:
    return text(
        wide_name(question, rater),
        f"What {rater} answered to {question}, as the value in judgements.",
        undefined="no judgement that counts, nothing was chosen, or a value such as unsure that "
        "agreement takes for no rating",
    )
