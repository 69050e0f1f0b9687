"""V20: what is wrong with a generated question, looked at as a stranger would."""

from collections import Counter
from collections.abc import Iterator, Mapping

from evaluation.coat.generate import QuestionSet
from evaluation.coat.labels import VARIABLE_LABELS, Labels
from evaluation.coat.partition import Category
from evaluation.coat.pools import Pools
from evaluation.coat.questions import Option, Question, Role
from evaluation.coat.ranking import Key, key_of
from evaluation.coat.records import Pair
from evaluation.coat.rendering import option_texts
from evaluation.coat.variations import PHYSICAL, Kind

COLUMNS = ["object", *VARIABLE_LABELS.values()]


def faults_of(pools: Pools, questions: QuestionSet, labels: Labels) -> Iterator[str]:
    """One line a fault, with the question's number."""
    inspector = _Inspector(pools, questions)
    seen: set[tuple[str, str, frozenset[object]]] = set()
    for each in questions.questions:
        shown = frozenset(each.configuration or each.object_name for each in each.options)
        for fault in inspector.faults(each):
            yield f"{each.number}: {fault}"
        for fault in _rendering_faults(questions.spec.kind, each, labels):
            yield f"{each.number}: {fault}"
        if len(shown) < len(each.options):
            yield f"{each.number}: an option stands twice"
        if (each.utility, each.task, shown) in seen:
            yield f"{each.number}: an earlier question of the pair has the same options"
        seen.add((each.utility, each.task, shown))


class _Inspector:
    """What is known of each pair, looked up once."""

    def __init__(self, pools: Pools, questions: QuestionSet) -> None:
        self._judged = pools.catalogue.judged
        self._pools = pools
        self._kind = questions.spec.kind
        variation = questions.variation
        self._wanted = Counter(
            {role: count for role, count in variation.taken.items() if count}
        ) + Counter([Role.CORRECT])
        self._options = variation.options
        self._keys: dict[Pair, Mapping[int, Key]] = {}

    def faults(self, question: Question) -> Iterator[str]:
        if not 0 <= question.answer < len(question.options):
            yield "the answer is no option"
            return
        correct = question.options[question.answer]
        roles = Counter(each.role for each in question.options)
        if self._kind == Kind.TASK_0:
            # Where the policy pads, random objects stand in for objects of the utility.
            roles[Role.UTILITY] += roles.pop(Role.RANDOM, 0)
            roles = +roles
        if roles != self._wanted or len(question.options) != self._options:
            yield "the composition is not the declared one"
        if correct.role != Role.CORRECT:
            yield "the answer is not the correct option"
        others = [each for each in question.options if each is not correct]
        if not self._beats(question, correct, others):
            yield "the answer is not the one best option"

    def _beats(self, question: Question, correct: Option, others: list[Option]) -> bool:
        pair = Pair(question.utility, question.task)
        if self._kind not in PHYSICAL:
            return self._serves(pair, correct) and not any(
                self._serves(pair, each) for each in others
            )
        fitting = self._judged.context_of[pair]
        inside = [each for each in others if each.object_name in fitting]
        outside = {each.role for each in others if each.object_name not in fitting}
        if outside - {Role.UTILITY, Role.RANDOM} or correct.object_name not in fitting:
            return False
        if self._kind in (Kind.TASK_1, Kind.FULL_IDEAL):
            return self._is(pair, correct, Category.IDEAL) and not any(
                self._is(pair, each, Category.IDEAL) for each in inside
            )
        return self._best_moderate(pair, correct, inside)

    def _serves(self, pair: Pair, option: Option) -> bool:
        if self._kind == Kind.TASK_U:
            return option.object_name in self._judged.objects_of[pair.utility]
        return option.object_name in self._judged.context_of[pair]

    def _is(self, pair: Pair, option: Option, category: Category) -> bool:
        partition = self._pools.partitions[pair]
        found = {
            Category.IDEAL: partition.ideal,
            Category.MODERATE: partition.moderate,
            Category.BAD: partition.bad,
        }
        return any(each.configuration is option.configuration for each in found[category])

    def _best_moderate(self, pair: Pair, correct: Option, others: list[Option]) -> bool:
        """Every other one is bad, or moderate and of a larger key."""
        keys = self._keys_of(pair)
        key = keys.get(_id(correct))
        return key is not None and all(
            self._is(pair, each, Category.BAD) if _id(each) not in keys else keys[_id(each)] > key
            for each in others
        )

    def _keys_of(self, pair: Pair) -> Mapping[int, Key]:
        if pair not in self._keys:
            order = self._pools.policies.order
            rows = self._pools.partitions[pair].moderate
            self._keys[pair] = {each.configuration.id: key_of(each, order) for each in rows}
        return self._keys[pair]


def _id(option: Option) -> int:
    return option.configuration.id if option.configuration else 0


def _rendering_faults(kind: Kind, question: Question, labels: Labels) -> Iterator[str]:
    texts = list(option_texts(question, labels).values())
    if len(set(texts)) < len(texts):
        yield "two options read the same"
    if len({len(text) for text in texts}) > 1:
        yield "the options are not equally long"
    if kind not in PHYSICAL:
        return
    for text in texts:
        cells = text.split("|")[1:-1]
        if [cell.split(":")[0].strip() for cell in cells] != COLUMNS:
            yield "an option has other columns"
        if any(sign.isdigit() for sign in text):
            yield "an option shows a number"
