"""The sentences over the figures of agreement."""

from collections.abc import Sequence

from annotation.agreement.rankings import RankAgreement
from annotation.agreement.sets import SetAgreement
from annotation.agreement.tables import Agreement, Coefficient
from annotation.agreement.words import REASONS, SCALE, strength
from annotation.pages.agreement_groups import Group
from annotation.pages.figure_tables import Scale, interval, number
from annotation.question_answers import StudyAnswers
from games.estimates import Undefined

NOTHING = (
    "Nothing is judged yet. As soon as two raters have judged the same unit, how far they agree "
    "will stand here: percent agreement, kappa and alpha with their intervals, the units and the "
    "raters that differ most, and files of all of it."
)
PARTS = "Each part of a unit that is rated on the same scale is a unit of its own in these figures."
CONVENTION = (
    f"The word for kappa is that of {SCALE}, a convention and no test; kappa also depends on how "
    "often each label is given, which is why the shares stand beside it."
)


def of_labels(group: Group, found: Agreement) -> str:
    who = group.of.capitalize()
    if isinstance(found.percent.value, Undefined):
        return _none(who, found.units, found.percent.value)
    agree = "agrees" if found.raters == 1 else "agree"
    said = (
        f"{who} {agree} on {number(found.percent.value, Scale.SHARE)} of "
        f"{_units(found.paired)}; Fleiss's kappa "
    )
    if isinstance(found.kappa.value, Undefined):
        return f"{said}has no value: {REASONS[found.kappa.value.reason][0]}."
    return f"{said}{_figure(found.kappa)}: {strength(found.kappa.value)}."


def of_sets(group: Group, found: SetAgreement) -> str:
    who = group.of.capitalize()
    if isinstance(found.jaccard.value, Undefined):
        return _none(who, found.units, found.jaccard.value)
    return (
        f"{who} choose sets that overlap by {_figure(found.jaccard)} on {_units(found.paired)}, "
        "the mean pairwise Jaccard."
    )


def of_ranks(group: Group, found: RankAgreement) -> str:
    who = group.of.capitalize()
    if isinstance(found.kendall_w.value, Undefined):
        return _none(who, found.units, found.kendall_w.value)
    return (
        f"{who} order {_units(found.paired)} with a mean Kendall's W of {_figure(found.kendall_w)}."
    )


def mixed(groups: Sequence[Group]) -> list[str]:
    """That models are taken in, where one person is left."""
    if len(groups) < 2 or len(groups[0].raters) > 1:
        return []
    return ["One person alone has nobody to agree with, so that these figures take the models in."]


def has_word(found: object) -> bool:
    """Whether the headline calls a kappa by a word."""
    return isinstance(found, Agreement) and isinstance(found.kappa.value, float)


def basis(answers: StudyAnswers, judged: int, *, extra: bool) -> list[str]:
    """judged: units with a judgement that counts."""
    said = [
        f"{judged:,} of {_units(answers.units)} {'has' if judged == 1 else 'have'} a judgement "
        "that counts. Training units and hidden units with a known answer are in no figure."
    ]
    if answers.left_out:
        is_out = "rater is" if answers.left_out == 1 else "raters are"
        said.append(f"{answers.left_out:,} {is_out} left out: their judgements count nowhere.")
    if answers.extra:
        kind = "extra judgement" if answers.extra == 1 else "extra judgements"
        counted = "counted, too" if extra else "not counted"
        said.append(
            f"{answers.extra:,} {kind}, late or never handed out, {_is(answers.extra)} {counted}."
        )
    return said


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _units(count: int) -> str:
    return f"{count:,} {'unit' if count == 1 else 'units'}"


def _none(who: str, units: int, why: Undefined) -> str:
    return f"{who} judged {_units(units)}; agreement has no value: {REASONS[why.reason][0]}."


def _figure(of: Coefficient) -> str:
    assert isinstance(of.value, float)  # its callers have looked
    return f"{number(of.value, Scale.COEFFICIENT)} {interval(of, Scale.COEFFICIENT)}"
