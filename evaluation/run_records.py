"""A run's ended plays as the figures take them, and what it cost."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np
from django.db.models import Count, Exists, FloatField, Max, OuterRef, Q, QuerySet, Sum, Value

from evaluation import own_beliefs, reading, run_specs
from evaluation.metrics.plays import EndedPlay
from evaluation.models import ChoiceReply, Episode, Run, StoredReply
from evaluation.own_beliefs import Held, OwnGains
from evaluation.reading import GameFacts, PlayRow, Setting
from evaluation.records import Edition
from evaluation.spec_values import PriceSpec
from games import selectors
from games.models import Game, ModelCall, Turn
from games.rules import Reason, TurnStatus

QUESTIONER, CHECKER, ORACLE = (
    ModelCall.Role.QUESTIONER,
    ModelCall.Role.CHECKER,
    ModelCall.Role.ORACLE,
)
PREFLIGHT = "preflight"
# Calls that a latency is of: a run makes millions, and how fast it is now is asked for.
_NEWEST = 2_000
_NEWEST_READ = 200
# What comes to no Checker: a reply without a question, and a guess of none of the candidates.
_UNCHECKED = (Reason.UNPARSEABLE, Reason.NOT_A_CANDIDATE)
# In the order of PlayRow's fields. position: a run's games have none of their own.
_PLAY_FIELDS = (
    "play_id",
    "run__player",
    "game_id",
    "play__outcome",
    "play__guessed",
    "play__started_at",
    "play__ended_at",
    "position",
    "repeat",
    "fault",
)


@dataclass(frozen=True)
class RoleUsage:
    """What one role's model did in all parts of a run, aborted and open games too.

    spared: settled questions that no call of this role was made for: what it would say was
        stored already, or it needs no model. Of the Questioner always 0.
    cached_tokens: of the prompt's. hidden_tokens: of the completion's.
    seconds: of all calls together. longest: of one of them, None where there was none.
    cost: None where no price is known.
    """

    calls: int
    spared: int
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int
    hidden_tokens: int
    seconds: float
    longest: float | None
    cost: float | None

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True)
class Latency:
    """Seconds of one role's newest calls: the middle, and what 95 in 100 stay below; n of them."""

    median: float
    high: float
    n: int


@dataclass(frozen=True)
class Usage:
    """roles: "questioner", "checker", "oracle", and "preflight" where trying it out took calls.

    Of a run over a question set: "answers", "objects" where these were asked for, and "preflight".

    currency: of the costs, "" where none is known.
    """

    roles: Mapping[str, RoleUsage]
    currency: str

    @property
    def tokens(self) -> int:
        return sum(role.tokens for role in self.roles.values())

    @property
    def cost(self) -> float | None:
        known = [role.cost for role in self.roles.values() if role.cost is not None]
        return sum(known) if known else None


def edition_of(run: Run) -> Edition:
    """One query. A play that is opened again leaves, and comes back with a later time."""
    return editions_of([run])[run.pk]


def editions_of(runs: Collection[Run]) -> Mapping[int, Edition]:
    """Run id -> its edition, all in one query."""
    done = Episode.objects.filter(run__in=runs, status=Episode.Status.DONE).order_by()
    rows = done.values("run").annotate(
        plays=Count("pk"), last=Max("done_at"), of_plays=Sum("play_id")
    )
    found = {row.pop("run"): row for row in rows}
    return {run.pk: _edition(found.get(run.pk, {"plays": 0})) for run in runs}


def ended_plays(run: Run) -> list[EndedPlay]:
    """The plays of the run's ended episodes, by their ids; the turns are streamed.

    The player is the run's in all repeats; `repeat` tells them apart. Episodes that wait are in
    no figure, which is why figures of a run that goes on are provisional. Four queries, and one
    for every thousand plays.
    """
    held = _held(StoredReply.objects.filter(play__episode__run=run, belief__isnull=False))

    def own(play: PlayRow, spent: int) -> OwnGains:
        return own_beliefs.gains(held.get(play.pk, []))

    turns = Turn.objects.filter(play__episode__run=run)
    return reading.ended_plays(_plays(run), turns, replace(_setting(run), own=own))


def bare_plays(run: Run) -> list[EndedPlay]:
    """The same without their questions and own beliefs (reading.bare_plays)."""
    return reading.bare_plays(_plays(run), Turn.objects.all(), _setting(run))


def _plays(run: Run) -> list[PlayRow]:
    done = run.episodes.filter(status=Episode.Status.DONE).order_by("play_id")
    rows = done.annotate(position=Value(0)).values_list(*_PLAY_FIELDS)
    return [PlayRow(*row) for row in rows]


def _setting(run: Run) -> Setting:
    return Setting(games_of(run), selectors.protocol_of(run.protocol_id).limits)


def _edition(sums: Mapping[str, object]) -> Edition:
    return Edition(int(str(sums["plays"])), sha256(repr(sorted(sums.items())).encode()).hexdigest())


def games_of(run: Run) -> Mapping[int, GameFacts]:
    return reading.facts_of(Game.objects.filter(pk__in=run.episodes.values("game")))


def usage_of(run: Run) -> Usage:
    """Three queries, whatever the run's size; of a run over a question set one."""
    if run.kind == Run.Kind.QUESTIONS:
        return _usage_of_questions(run)
    price = price_of(run)
    role_price = price.roles if price else None
    said = StoredReply.objects.filter(play__episode__run=run).exclude(model="")
    calls = ModelCall.objects.filter(turn__play__episode__run=run)
    by_role = {row.pop("role"): row for row in calls.values("role").annotate(**_SUMS)}
    spared = _spared(Turn.objects.filter(play__episode__run=run))
    return Usage(
        roles={
            QUESTIONER.value: _role(said.aggregate(**_SUMS), 0, price),
            CHECKER.value: _role(by_role.get(CHECKER, {}), spared["checker"], role_price),
            ORACLE.value: _role(by_role.get(ORACLE, {}), spared["oracle"], role_price),
            **_tried(run, price),
        },
        currency=price.currency if price else "",
    )


def latencies_of(run: Run) -> Mapping[str, Latency]:
    """Of each role that made calls, its newest 2,000; three queries, of questions two."""
    if run.kind == Run.Kind.QUESTIONS:
        return _latencies(_replies_of_questions(run))
    said = StoredReply.objects.filter(play__episode__run=run).exclude(model="")
    calls = ModelCall.objects.filter(turn__play__episode__run=run)
    newest = {
        QUESTIONER.value: said,
        CHECKER.value: calls.filter(role=CHECKER),
        ORACLE.value: calls.filter(role=ORACLE),
    }
    return _latencies(newest)


def unread_of(run: Run) -> tuple[int, int]:
    """Of the newest replies in a run of games, how many had neither form, and of how many."""
    said = StoredReply.objects.filter(play__episode__run=run).order_by("-pk")
    kinds = list(said.values_list("kind", flat=True)[:_NEWEST_READ])
    return kinds.count(StoredReply.Kind.UNPARSEABLE), len(kinds)


def price_of(run: Run) -> PriceSpec | None:
    """What its spec says that its player's model costs."""
    return run_specs.of_json(run.spec).price


def _replies_of_questions(run: Run) -> dict[str, QuerySet[Any]]:
    said = ChoiceReply.objects.filter(episode__run=run)
    stages = {"answers": ChoiceReply.Stage.ANSWER, "objects": ChoiceReply.Stage.OBJECTS}
    return {role: said.filter(stage=stage) for role, stage in stages.items()}


def _latencies(newest: Mapping[str, QuerySet[Any]]) -> dict[str, Latency]:
    found = {
        role: list(rows.order_by("-pk").values_list("latency_seconds", flat=True)[:_NEWEST])
        for role, rows in newest.items()
    }
    return {role: _latency(seconds) for role, seconds in found.items() if seconds}


def _usage_of_questions(run: Run) -> Usage:
    price = price_of(run)
    own_stage = price is not None and "stage_model" in run.spec
    rows = ChoiceReply.objects.filter(episode__run=run).order_by().values("stage")
    sums = {row.pop("stage"): row for row in rows.annotate(**_SUMS)}
    first = sums.get(ChoiceReply.Stage.OBJECTS)
    of_first = price.roles if price and own_stage else price
    return Usage(
        roles={
            "answers": _role(sums.get(ChoiceReply.Stage.ANSWER, {}), 0, price),
            **({"objects": _role(first, 0, of_first)} if first else {}),
            **_tried(run, price),
        },
        currency=price.currency if price else "",
    )


_SUMS = {
    "calls": Count("pk"),
    "prompt": Sum("prompt_tokens", default=0),
    "completion": Sum("completion_tokens", default=0),
    "cached": Sum("cached_tokens", default=0),
    "hidden": Sum("hidden_tokens", default=0),
    "seconds": Sum("latency_seconds", default=0.0, output_field=FloatField()),
    "longest": Max("latency_seconds"),
}


def _role(sums: Mapping[str, int], spared: int, price: PriceSpec | None) -> RoleUsage:
    prompt, completion = sums.get("prompt", 0), sums.get("completion", 0)
    cached = sums.get("cached", 0)
    cost = price.of(prompt=prompt, completion=completion, cached=cached) if price else None
    return RoleUsage(
        calls=sums.get("calls", 0),
        spared=spared,
        prompt_tokens=prompt,
        completion_tokens=completion,
        cached_tokens=cached,
        hidden_tokens=sums.get("hidden", 0),
        seconds=sums.get("seconds", 0.0),
        longest=sums.get("longest"),
        cost=cost,
    )


def _tried(run: Run, price: PriceSpec | None) -> dict[str, RoleUsage]:
    """What its pre-flights took; they ask its player's model, and how long was not measured."""
    spent = (run.checked or {}).get("spent", {})
    return {PREFLIGHT: _role(spent, 0, price)} if spent.get("calls") else {}


def _latency(seconds: Sequence[float]) -> Latency:
    median, high = np.percentile(seconds, [50, 95]).tolist()
    return Latency(median, high, len(seconds))


def _spared(turns: QuerySet[Turn]) -> dict[str, int]:
    """Questions settled without a call of the Checker, answered without one of the Oracle."""

    def asked(role: ModelCall.Role) -> Exists:
        return Exists(ModelCall.objects.filter(turn=OuterRef("pk"), role=role))

    settled = turns.filter(status__in=(TurnStatus.ANSWERED, TurnStatus.REFUSED))
    return settled.annotate(checked=asked(CHECKER), told=asked(ORACLE)).aggregate(
        checker=Count("pk", filter=Q(checked=False) & ~Q(reason__in=_UNCHECKED)),
        oracle=Count("pk", filter=Q(told=False, status=TurnStatus.ANSWERED)),
    )


def _held(replies: QuerySet[StoredReply]) -> Mapping[int, list[Held]]:
    """Play id -> its beliefs in the order of its replies."""
    rows = replies.order_by("play_id", "sequence").values_list("play_id", "number", "belief")
    found: dict[int, list[Held]] = {}
    for play_id, number, belief in rows.iterator(chunk_size=2000):
        found.setdefault(play_id, []).append(Held(number, tuple(belief or ())))
    return found
