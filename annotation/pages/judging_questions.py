"""Questions as a form shows them: options with their keys, things to order, texts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotation.judgement_forms import Filled, answer_field, place_field
from annotation.kinds.base import BadAnswer, Choice, Form, Question
from annotation.pages import judging_keys

ONE_LINE = 100
MARKS = {"yes": "yes", "no": "no", "unsure": "unsure", "cannot_tell": "unsure"}
Keys = Mapping[tuple[str, str], str]
"""(question, choice) -> key."""


@dataclass(frozen=True)
class Option:
    """An answer that can be chosen. field, value: what it posts. mark: a shape of `_marks.html`."""

    field: str
    value: str
    label: str
    means: str
    key: str
    chosen: bool
    mark: str


@dataclass(frozen=True)
class Group:
    name: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Rank:
    """A thing to be ordered. place: "" as long as it has none. beside: a box next to it."""

    option: Option
    field: str
    place: str
    beside: Option | None


@dataclass(frozen=True)
class Asked:
    """A question on the page.

    split: whether each group is a part of its own for the keyboard. text: of a text field.
    ranks: of an order, those with a place first. beside: what the boxes next to them ask.
    """

    question: Question
    field: str
    problem: str
    groups: tuple[Group, ...] = ()
    split: bool = False
    ranks: tuple[Rank, ...] = ()
    beside: Question | None = None
    text: str = ""

    @property
    def placed(self) -> list[Rank]:
        return [rank for rank in self.ranks if rank.place]

    @property
    def unplaced(self) -> list[Rank]:
        return [rank for rank in self.ranks if not rank.place]

    @property
    def options(self) -> list[Option]:
        return [option for group in self.groups for option in group.options]

    @property
    def places(self) -> list[str]:
        return [str(place) for place in range(1, len(self.ranks) + 1)]

    @property
    def in_one_line(self) -> bool:
        """Whether a text is short enough for a field of one line."""
        most = self.question.most
        return most is not None and most <= ONE_LINE


def asked_of(
    questions: Sequence[Question], filled: Filled, broken: BadAnswer | None
) -> tuple[Asked, ...]:
    """Every question, but what is asked of the same things as an order stands beside these."""
    beside = {
        first.name: second
        for first, second in zip(questions, questions[1:], strict=False)
        if first.form == Form.ORDER and second.choices == first.choices
    }
    alone = [each for each in questions if each not in beside.values()]
    keys = _keys([(each, beside.get(each.name)) for each in alone])
    return tuple(_one(each, beside.get(each.name), filled, broken, keys) for each in alone)


def _keys(asked: Sequence[tuple[Question, Question | None]]) -> Keys:
    parts = [
        part
        for question, beside in asked
        for part in _parts(question, beside)
        if question.form != Form.TEXT
    ]
    assigned = judging_keys.assign([[choice.key for _, choice in part] for part in parts])
    return {
        (name, choice.value): key
        for part, keys in zip(parts, assigned, strict=True)
        for (name, choice), key in zip(part, keys, strict=True)
    }


def _parts(question: Question, beside: Question | None) -> list[list[tuple[str, Choice]]]:
    """What the keys of the keyboard choose from at a time."""
    if _is_split(question):
        return [[(question.name, each) for each in group] for group in _grouped(question).values()]
    both = [question, beside] if beside else [question]
    return [[(each.name, choice) for each in both for choice in each.choices]]


def _is_split(question: Question) -> bool:
    return len(question.choices) > len(judging_keys.FREE) and len(_grouped(question)) > 1


def _grouped(question: Question) -> dict[str, list[Choice]]:
    groups: dict[str, list[Choice]] = {}
    for choice in question.choices:
        groups.setdefault(choice.group, []).append(choice)
    return groups


def _one(
    question: Question,
    beside: Question | None,
    filled: Filled,
    broken: BadAnswer | None,
    keys: Keys,
) -> Asked:
    about = {question.name} | ({beside.name} if beside else set())
    problem = str(broken) if broken and broken.question in about else ""
    field = answer_field(question.name)
    chosen = filled.chosen.get(question.name, ())
    if question.form == Form.TEXT:
        return Asked(question, field, problem, text=chosen[0] if chosen else "")
    if question.form == Form.ORDER:
        ranks = _ranks(question, beside, filled, keys)
        return Asked(question, field, problem, ranks=ranks, beside=beside)
    groups = tuple(
        Group(name.replace("_", " "), tuple(_options(question, choices, chosen, keys)))
        for name, choices in _grouped(question).items()
    )
    return Asked(question, field, problem, groups=groups, split=_is_split(question))


def _options(
    question: Question, choices: Iterable[Choice], chosen: Sequence[str], keys: Keys
) -> Iterable[Option]:
    for choice in choices:
        yield Option(
            field=answer_field(question.name),
            value=choice.value,
            label=choice.label,
            means=choice.definition,
            key=keys[question.name, choice.value],
            chosen=choice.value in chosen,
            mark=MARKS.get(choice.value, ""),
        )


def _ranks(
    question: Question, beside: Question | None, filled: Filled, keys: Keys
) -> tuple[Rank, ...]:
    """Those with a place by their places, then the others as they come."""
    places = filled.places.get(question.name, {})
    boxes: Sequence[Option | None] = [None] * len(question.choices)
    if beside:
        ticked = filled.chosen.get(beside.name, ())
        boxes = list(_options(beside, beside.choices, ticked, keys))
    ranks = [
        Rank(option, place_field(question.name, number), places.get(option.value, ""), box)
        for number, (option, box) in enumerate(
            zip(_options(question, question.choices, (), keys), boxes, strict=True)
        )
    ]
    return tuple(sorted(ranks, key=lambda rank: (not rank.place, rank.place.zfill(3))))
