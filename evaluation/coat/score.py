"""Figures of one run over a question set. Whatever is no answer counts as wrong."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.coat.modular import ObjectList
from evaluation.coat.partition import Category
from evaluation.coat.pools import Pools
from evaluation.coat.questions import LETTERS, Option, Question, Role
from evaluation.coat.ranking import Order, key_of
from evaluation.coat.records import Pair, Rated
from evaluation.coat.stage_scores import StageRates, stage_rates
from evaluation.coat.variations import Variation
from evaluation.metrics.intervals import (
    NOT_MEASURED,
    NOTHING_COUNTED,
    Figure,
    Interval,
    Undefined,
    share,
    t_mean,
)
from games import wilson

CANNOT_BE_BAD = "cannot_be_bad"
NO_BAD_OPTION = "no_bad_option"
NO_SUCH_OPTION = "no_such_option"
Ranks = Mapping[int, Mapping[str, int]]
"""Number of a question -> letter -> its rank among the options, 1 for the best."""


class BadChoices(ValueError):
    """Choices that do not fit their questions."""


@dataclass(frozen=True)
class Choice:
    """What a model made of a question: the letter, None for no answer.

    listed: what the first stage of the modular set-up named; None where that was no list.
    """

    letter: str | None
    listed: ObjectList | None = None


@dataclass(frozen=True)
class Rates:
    """Shares are of all questions, with Wilson's interval; what cannot be is Undefined.

    bad: Undefined("cannot_be_bad") where no option of the variation can be bad,
        Undefined("no_bad_option") where none of these questions happens to have one.
    utility, random: how often an object was chosen that serves the utility alone, or neither;
        Undefined("no_such_option") where none is offered.
    rank: of the answered questions the mean rank of the chosen option; Undefined("not_measured")
        where options have no ranks.
    chosen, right: letter -> how often it was chosen, and how often it was the right one.
    stages: of the modular set-up alone.
    """

    variation: Variation
    questions: int
    accuracy: Figure
    bad: Figure
    invalid: Figure
    utility: Figure
    random: Figure
    rank: Figure
    chosen: Mapping[str, int]
    right: Mapping[str, int]
    stages: StageRates | None = None

    @property
    def like_chance(self) -> bool:
        """Whether the accuracy cannot be told from chance."""
        if isinstance(self.accuracy, Undefined):
            return False
        return like_chance(self.accuracy.value, self.questions, self.variation.chance)

    @property
    def with_credit(self) -> float | None:
        """An expected value, not an accuracy: what is no answer counts 1 in n, as if guessed."""
        if isinstance(self.accuracy, Undefined) or isinstance(self.invalid, Undefined):
            return None
        return self.accuracy.value + self.invalid.value * self.variation.chance


def rates(
    variation: Variation,
    questions: Sequence[Question],
    choices: Mapping[int, Choice],
    *,
    ranks: Ranks | None = None,
    modular: bool = False,
) -> Rates:
    """choices: number of a question -> what was chosen.

    Raises BadChoices for a question without a choice, a choice without a question, and a letter
    that its question does not have.
    """
    _check(questions, choices)
    picked = [(each, choices[each.number]) for each in questions]
    chosen = [_chosen(question, choice) for question, choice in picked]
    count = len(questions)
    letters = LETTERS[: variation.options]
    said = Counter(choice.letter for _, choice in picked)
    right = Counter(each.letter for each in questions)
    return Rates(
        variation=variation,
        questions=count,
        accuracy=share(sum(choice.letter == each.letter for each, choice in picked), count),
        bad=_bad_rate(variation, questions, chosen),
        invalid=share(said[None], count),
        utility=_role_rate(Role.UTILITY, questions, chosen),
        random=_role_rate(Role.RANDOM, questions, chosen),
        rank=_mean_rank(picked, ranks, variation.options),
        chosen={letter: said[letter] for letter in letters},
        right={letter: right[letter] for letter in letters},
        stages=stage_rates([(each, of.listed, of.letter) for each, of in picked])
        if modular
        else None,
    )


def like_chance(accuracy: float, questions: int, chance: float) -> bool:
    """Whether chance lies within Wilson's interval of this accuracy over so many questions.

    accuracy: of one run, or the mean of several. Repeats of a question are one case: they are not
    independent, and the interval is then rather too wide than too narrow.
    """
    if not questions:
        return True
    within = wilson.interval(round(accuracy * questions), questions)
    return within.low <= chance <= within.high


def option_ranks(pools: Pools, questions: Sequence[Question]) -> dict[int, dict[str, int]]:
    """Of questions whose options are moderate and bad configurations: equal ones share a rank.

    Any moderate one comes before any bad one, whatever the order of penalties.
    """
    order = pools.policies.order
    found: dict[int, dict[str, int]] = {}
    keys_of: dict[Pair, dict[int, tuple[bool, tuple[int, int]]]] = {}
    for each in questions:
        pair = Pair(each.utility, each.task)
        if pair not in keys_of:
            keys_of[pair] = _keys(pools, pair, order)
        keys = {
            letter: keys_of[pair][option.configuration.id]
            for letter, option in each.by_letter().items()
            if option.configuration
        }
        found[each.number] = {
            letter: 1 + sum(other < key for other in keys.values()) for letter, key in keys.items()
        }
    return found


def _keys(pools: Pools, pair: Pair, order: Order) -> dict[int, tuple[bool, tuple[int, int]]]:
    of = pools.partitions[pair]

    def keyed(rows: Sequence[Rated], bad: bool) -> dict[int, tuple[bool, tuple[int, int]]]:
        return {each.configuration.id: (bad, key_of(each, order)) for each in rows}

    return {**keyed(of.moderate, False), **keyed(of.bad, True)}


def _check(questions: Sequence[Question], choices: Mapping[int, Choice]) -> None:
    numbers = {each.number for each in questions}
    if len(numbers) < len(questions):
        raise BadChoices("Two questions have the same number; figures are of one set at a time.")
    if missing := sorted(numbers - choices.keys()):
        raise BadChoices(f"{len(missing)} questions have no choice, the first is {missing[0]}.")
    if unknown := sorted(choices.keys() - numbers):
        raise BadChoices(f"{len(unknown)} choices have no question, the first is {unknown[0]}.")
    for each in questions:
        letter = choices[each.number].letter
        if letter is not None and letter not in each.by_letter():
            raise BadChoices(f"Question {each.number} has no option {letter}.")


def _chosen(question: Question, choice: Choice) -> Option | None:
    return question.by_letter()[choice.letter] if choice.letter else None


def _bad_rate(
    variation: Variation, questions: Sequence[Question], chosen: Sequence[Option | None]
) -> Figure:
    if not variation.can_be_bad:
        return Undefined(CANNOT_BE_BAD)
    if not questions:
        return Undefined(NOTHING_COUNTED)
    if not any(o.category == Category.BAD for each in questions for o in each.options):
        return Undefined(NO_BAD_OPTION)
    hits = sum(option is not None and option.category == Category.BAD for option in chosen)
    return share(hits, len(questions))


def _role_rate(
    role: Role, questions: Sequence[Question], chosen: Sequence[Option | None]
) -> Figure:
    if questions and not any(o.role == role for each in questions for o in each.options):
        return Undefined(NO_SUCH_OPTION)
    return share(sum(o is not None and o.role == role for o in chosen), len(questions))


def _mean_rank(
    picked: Sequence[tuple[Question, Choice]], ranks: Ranks | None, options: int
) -> Figure:
    if ranks is None:
        return Undefined(NOT_MEASURED)
    found = [ranks[each.number][choice.letter] for each, choice in picked if choice.letter]
    return t_mean(found, within=Interval(1, options)) if found else Undefined(NOTHING_COUNTED)
