"""Whose answers a table of agreement is about, and which units."""

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass

from annotation.agreement.bootstrap import Resampling
from annotation.label_passes import RaterKind
from annotation.question_answers import QuestionAnswers, StudyAnswers

RESAMPLING = Resampling()
MODELS = "Models"
DRAWN = (
    f"95% intervals in brackets, from {RESAMPLING.resamples:,} bootstrap resamples of the units "
    f"(percentile, seed {RESAMPLING.seed})"
)


@dataclass(frozen=True)
class Group:
    """name: heads its column. of: the raters in words, as in "one person and three models"."""

    name: str
    raters: tuple[str, ...]
    of: str


def groups_of(answers: StudyAnswers) -> list[Group]:
    """People alone first, and beside them people and models, where there are both.

    Raters without a judgement that counts are in none.
    """
    counted = {rater.name for rater in answers.raters if rater.counted}
    people = tuple(n for n in answers.names(RaterKind.PERSON) if n in counted)
    models = tuple(n for n in answers.names(RaterKind.MODEL) if n in counted)
    persons = raters_in_words(len(people), "people")
    machines = raters_in_words(len(models), "models")
    groups = [Group("People", people, persons)] if people else []
    if models and people:
        groups.append(Group("People and models", people + models, f"{persons} and {machines}"))
    elif models:
        groups.append(Group(MODELS, models, machines))
    return groups


def main_group(groups: list[Group]) -> Group:
    """What tables of parts are about: people, or all where no two people judged."""
    return groups[0] if len(groups[0].raters) > 1 else groups[-1]


def raters_in_words(count: int, plural: str) -> str:
    one = {"people": "person", "raters": "rater", "models": "model"}[plural]
    small = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    number = small[count] if count < len(small) else f"{count:,}"
    return f"{number} {one if count == 1 else plural}"


def slices(question: QuestionAnswers, name: Callable[[str], str]) -> dict[str, Collection[str]]:
    """Units by what `name` says of them, those without a name left out.

    Nothing where it tells nothing: one part alone, or each unit a part of its own.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for unit in question.given:
        if named := name(unit):
            found[named].add(unit)
    if len(found) < 2 or all(len(units) == 1 for units in found.values()):
        return {}
    return dict(found)


def parts_of(question: QuestionAnswers) -> list[tuple[str, str, dict[str, Collection[str]]]]:
    """(key, title, units by part): what the units of a question can be told apart by."""
    told = (
        ("affordance", "By affordance", lambda unit: question.units[unit].affordance),
        ("part", "By what is rated", lambda unit: question.part.get(unit, "")),
        ("block", "By block", lambda unit: question.units[unit].block),
    )
    found = [(key, title, slices(question, name)) for key, title, name in told]
    paired = any(each.affordance for each in question.units.values())
    return [
        (key, title, parts)
        for key, title, parts in found
        if parts and not (paired and key == "block")
    ]
