"""A study's counted judgements, read in one pass, as answers by question, unit and rater."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from django.db.models import Count, Max, Q, QuerySet, Sum

from annotation.counted import judgements_of, units_of
from annotation.kinds import answers
from annotation.kinds.base import Answer, Level, Question, Snapshot
from annotation.kinds.object_affordance import ObjectAffordance
from annotation.kinds.oracle_answer import OracleAnswer
from annotation.kinds.registry import KINDS
from annotation.label_passes import RaterKind, pair_of
from annotation.models import Change, Judgement, Rater, Study
from annotation.question_answers import (
    JudgedUnit,
    QuestionAnswers,
    RaterWork,
    StudyAnswers,
)
from games.formats.lines import Json

_Answer = tuple[str, Answer]

ORACLE = "oracle"
# The one question whose answer is an order.
ORDER = "order"
# Kind -> what the names of questions begin with that are on one scale and taken together.
TOGETHER = {"configuration_rating": "material_"}


@dataclass(frozen=True)
class Edition:
    """What a study's judgements are at one time; equal editions have equal figures."""

    judgements: tuple[int | None, ...]
    changes: tuple[int | None, ...]
    raters: tuple[object, ...]
    units: tuple[int | None, ...]


def edition_of(study: Study) -> Edition:
    judged = Judgement.objects.filter(unit__study=study).aggregate(
        n=Count("pk"), newest=Max("pk"), which=Sum("pk"), revisions=Sum("revision")
    )
    changed = Change.objects.filter(unit__study=study).aggregate(n=Count("pk"), newest=Max("pk"))
    raters = study.raters.aggregate(
        n=Count("pk"), out=Count("left_out_at"), gone=Count("withdrawn_at"),
        which=Sum("pk", filter=Q(left_out_at__isnull=False)),
    )  # fmt: skip
    units = study.units.aggregate(
        n=Count("pk"), newest=Max("pk"), gold=Count("gold"), training=Count("pk", Q(training=True))
    )
    return Edition(*(tuple(each.values()) for each in (judged, changed, raters, units)))


def answers_of(study: Study, *, extra: bool = False) -> StudyAnswers:
    """extra: whether judgements count, too, that came late or were never handed out."""
    raters = list(study.raters.filter(left_out_at=None))
    names = {rater.pk: rater.pseudonym for rater in raters}
    given: dict[int, list[_Answer]] = defaultdict(list)
    seconds: dict[int, list[float]] = defaultdict(list)
    counted: Counter[int] = Counter()
    rows = judgements_of(study, extra=extra).values_list("unit_id", "rater_id", "answer", "seconds")
    for unit, rater, answer, took in rows.iterator():
        given[unit].append((names[rater], answer))
        counted[rater] += 1
        if took is not None:
            seconds[rater].append(took)
    gathered = _Gathered(study.kind, set(names.values()))
    units = units_of(study)
    for pk, key, block, snapshot in units.values_list("pk", "key", "block", "snapshot").iterator():
        if pk in given:
            gathered.add(_unit(study.kind, (pk, key, block), snapshot), snapshot, given[pk])
    questions = gathered.questions()
    work = _work_of(study, raters, counted=counted, seconds=seconds)
    return StudyAnswers(
        units=units.count(),
        raters=(*work, *gathered.oracle()),
        questions=questions,
        left_out=study.raters.filter(left_out_at__isnull=False).count(),
    )


class _Gathered:
    """The answers by question, while the units of a study are gone through."""

    def __init__(self, kind: str, names: set[str]) -> None:
        self._kind = KINDS[kind]
        self._oracle = ORACLE if ORACLE not in names else f"{ORACLE}, stored answer"
        self._answered = 0
        self._found: dict[str, _Found] = {}

    def add(self, unit: JudgedUnit, snapshot: Snapshot, given: Sequence[_Answer]) -> None:
        if self._kind.key == OracleAnswer.key and "answer" in snapshot:
            given = [*given, (self._oracle, {"answer": snapshot["answer"]})]
            self._answered += 1
        for question in self._kind.questions(snapshot):
            if question.level == Level.NONE:
                continue
            name, part = _name_of(question, TOGETHER.get(self._kind.key, ""))
            found = self._found.setdefault(name, _Found(question))
            found.add(f"{unit.key} {part}" if part else unit.key, unit, question, given)
            if part:
                found.part[f"{unit.key} {part}"] = part

    def oracle(self) -> list[RaterWork]:
        """The Oracle's stored answers as a rater, of the units that others have judged."""
        work = RaterWork(self._oracle, RaterKind.MODEL, counted=self._answered)
        return [work] if self._answered else []

    def questions(self) -> tuple[QuestionAnswers, ...]:
        return tuple(found.answers(name) for name, found in self._found.items())


class _Found:
    def __init__(self, first: Question) -> None:
        self._first = first
        self._texts = {first.text}
        self._labels: dict[str, None] = {}
        self._units: dict[str, JudgedUnit] = {}
        self._offered: dict[str, frozenset[str]] = {}
        self._given: dict[str, dict[str, Json]] = {}
        self.part: dict[str, str] = {}

    def add(
        self, name: str, unit: JudgedUnit, question: Question, given: Sequence[_Answer]
    ) -> None:
        offered = [each.value for each in question.choices if each.value not in question.missing]
        self._texts.add(question.text)
        self._labels |= dict.fromkeys(offered)
        self._units[name] = unit
        self._offered[name] = frozenset(offered)
        self._given[name] = {who: answers.rating(question, answer) for who, answer in given}

    def answers(self, name: str) -> QuestionAnswers:
        return QuestionAnswers(
            name=name,
            text=self._first.text if len(self._texts) == 1 else "",
            level=self._first.level,
            labels=tuple(self._labels),
            units=self._units,
            offered=self._offered,
            given=self._given,
            part=self.part,
        )


def _name_of(question: Question, together: str) -> tuple[str, str]:
    """(name, part): of questions that are taken together what tells them apart is the part."""
    if together and question.name.startswith(together):
        return together.rstrip("_"), question.name.removeprefix(together)
    return question.name, ""


def _unit(kind: str, stored: tuple[int, str, str], snapshot: Snapshot) -> JudgedUnit:
    """stored: its id, key and block."""
    pk, key, block = stored
    if kind != ObjectAffordance.key:
        return JudgedUnit(pk, key, block)
    pair = pair_of(key)
    return JudgedUnit(
        pk,
        key,
        block,
        object=str(snapshot.get("object") or pair.object_key),
        affordance=str(snapshot.get("affordance") or pair.affordance),
    )


def _work_of(
    study: Study,
    raters: Sequence[Rater],
    *,
    counted: Mapping[int, int],
    seconds: Mapping[int, Sequence[float]],
) -> list[RaterWork]:
    """Of everybody who judged or skipped anything, people first, each by name."""
    judged = Judgement.objects.filter(unit__study=study, unit__training=False)
    skipped, late = Count("pk", Q(skip_reason__gt="")), Count("pk", Q(extra__gt=""))
    rows = judged.values_list("rater_id").annotate(skips=skipped, extra=late)
    others = {rater: (skips, extra) for rater, skips, extra in rows}
    gold = _gold_of(judged)
    found = [
        RaterWork(
            name=rater.pseudonym,
            kind=RaterKind(rater.kind),
            counted=counted.get(rater.pk, 0),
            seconds=median(seconds[rater.pk]) if rater.pk in seconds else None,
            skips=others[rater.pk][0],
            extra=others[rater.pk][1],
            gold=gold.get(rater.pk, {}),
        )
        for rater in raters
        if rater.pk in others
    ]
    return sorted(
        found, key=lambda each: (each.kind != RaterKind.PERSON, each.name.casefold(), each.name)
    )


def _gold_of(judged: QuerySet[Judgement]) -> dict[int, dict[str, tuple[int, int]]]:
    """Rater -> question -> (right, answered) of the hidden units whose answer is known."""
    tally: dict[int, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    hidden = judged.filter(unit__gold__isnull=False, skip_reason="")
    for rater, gold, answer in hidden.values_list("rater_id", "unit__gold", "answer"):
        for question, expected in (gold or {}).items():
            tally[rater][question].append(_alike(question, expected, answer.get(question)))
    return {
        rater: {question: (sum(right), len(right)) for question, right in of.items()}
        for rater, of in tally.items()
    }


def _alike(question: str, expected: Json, given: Json) -> bool:
    """Of several labels the order tells nothing; none chosen is as good as none stored."""
    if question != ORDER and (isinstance(expected, list) or isinstance(given, list)):
        return sorted(answers.texts(expected)) == sorted(answers.texts(given))
    return expected == given
