"""Inductions are made, paused, resumed, cancelled, and found again where a message was lost."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet, Sum

from evaluation import clients
from evaluation.induction import specs
from evaluation.induction.results import most_calls
from evaluation.induction.specs import InductionSpec
from evaluation.induction.values import Caps
from evaluation.models import InducedAffordance, Induction, InductionCall
from evaluation.services import background
from evaluation.spec_ranges import TOKENS
from evaluation.spec_tables import Problem
from games import backends
from games.candidates import key_of
from games.models import Affordance, Catalogue

Status = Induction.Status
UNFINISHED = (*Induction.GOING_ON, Status.PAUSED)
ENDED = (
    InducedAffordance.Status.DONE,
    InducedAffordance.Status.NO_THINGS,
    InducedAffordance.Status.NO_RULE,
)
ROWS_AT_ONCE = 1000
# Beside what a call may take: to store a piece of replies.
SPARE_SECONDS = 60


class InductionRefused(Exception):
    """The spec is sound, but what it names is not here. problem: what, and at which key."""

    def __init__(self, key: str, sentence: str) -> None:
        self.problem = Problem(key, sentence)
        super().__init__(str(self.problem))


class LimitRefused(Exception):
    """No limit of tokens under which an induction can go on; the message says why."""


def create(
    spec: InductionSpec, *, key: UUID, now: datetime, made_by: User | None = None
) -> Induction:
    """Store the induction with its affordances, queued; the same key gives the same one.

    Raises InductionRefused.
    """
    if known := Induction.objects.filter(key=key).first():
        return known
    _require_a_model(spec)
    affordances = affordances_of(spec)
    _require_catalogue("sources.catalogue", spec.sources.catalogue)
    try:
        with transaction.atomic():
            return _store(spec, affordances, key=key, now=now, made_by=made_by)
    except IntegrityError:
        # A copy of the same form or command was first.
        return Induction.objects.get(key=key)


def pause(induction_id: int, reason: str = "by_hand") -> bool:
    """A worker that is at it stores what it hears and begins no more calls."""
    going_on = Induction.objects.filter(pk=induction_id, status__in=Induction.GOING_ON)
    return going_on.update(status=Status.PAUSED, reason=reason) == 1


def resume(induction_id: int) -> bool:
    """Queue a paused induction again; its message is the caller's. Raises LimitRefused."""
    row = Induction.objects.get(pk=induction_id)
    return resume_within(induction_id, row.token_limit)


def resume_within(induction_id: int, token_limit: int | None) -> bool:
    """The same under this limit of tokens from now on, None for none. Raises LimitRefused."""
    paused = Induction.objects.filter(pk=induction_id, status=Status.PAUSED)
    if (row := paused.first()) is None:
        return False
    _require_room(row, token_limit)
    fields = {"status": Status.QUEUED, "reason": "", "detail": "", "tries": 0, "due_at": None}
    return paused.update(**fields, token_limit=token_limit, enqueued_at=None) == 1


def cancel(induction_id: int, *, now: datetime) -> bool:
    """Its calls are kept; no set of rules comes of it."""
    unfinished = Induction.objects.filter(pk=induction_id, status__in=UNFINISHED)
    return unfinished.update(status=Status.CANCELLED, reason="", ended_at=now) == 1


def due(now: datetime, *, unless_since: datetime) -> list[int]:
    """Those that nobody is at, and for which no message was sent lately; marks them as sent."""
    return background.mark_sent(free(now), now, unless_since=unless_since)


def free(now: datetime) -> QuerySet[Induction]:
    """Those that may be taken up: nobody is at them, and they wait for nothing."""
    nobody = background.free(Induction.objects.all(), now)
    return nobody.filter(Q(due_at=None) | Q(due_at__lte=now))


def tokens_of(induction: Induction) -> int:
    """What all its calls took, tokens in and out."""
    calls = InductionCall.objects.filter(affordance__induction=induction)
    return calls.aggregate(all=Sum(F("prompt_tokens") + F("completion_tokens")))["all"] or 0


def most_calls_left(induction: Induction) -> int:
    """How many more calls it takes at most, if each reply can be used."""
    caps = caps_of(induction)
    open_rows = induction.affordances.exclude(status__in=ENDED)
    left = sum(most_calls(count, caps) for count in open_rows.values_list("count", flat=True))
    steps = InductionCall.objects.filter(affordance__in=open_rows, attempt=1).count()
    return max(left - steps, 0)


def caps_of(induction: Induction) -> Caps:
    return specs.of_json(induction.spec).caps


def _require_room(row: Induction, token_limit: int | None) -> None:
    if token_limit is None:
        return
    limit = f"A limit of {token_limit:,} tokens"
    if token_limit not in TOKENS:
        raise LimitRefused(f"{limit}: write a whole number from {TOKENS}.")
    if (used := tokens_of(row)) >= token_limit:
        said = f"{limit}: {used:,} are used already. Write more, or leave it empty for no limit."
        raise LimitRefused(said)


def _require_a_model(spec: InductionSpec) -> None:
    model = spec.model
    if why := backends.key_refusal(model.key_variable, model.address):
        raise InductionRefused("model.key_variable", why)
    if why := clients.revision_refusal(specs.served(spec)):
        raise InductionRefused("model.revision", why)


def affordances_of(spec: InductionSpec) -> dict[str, str]:
    """Key -> words, in the order of the keys, or of the list. Raises InductionRefused."""
    named = spec.affordances
    if named.catalogue:
        catalogue = _require_catalogue("affordances.catalogue", named.catalogue)
        rows = Affordance.objects.filter(catalogue=catalogue).order_by("key")
        known = {key: key.replace("_", " ") for key in rows.values_list("key", flat=True)}
    else:
        known = {key_of(text): text for text in named.texts}
    for kind, keys in (("affordances.only", named.only), ("wordings", tuple(named.wordings))):
        unknown = [key for key in keys if key not in known]
        if unknown:
            shown = ", ".join(each[:40] for each in unknown[:10])
            raise InductionRefused(kind, f"No such affordance: {shown}.")
    return {key: known[key] for key in known if not named.only or key in named.only}


def _require_catalogue(key: str, version: str) -> Catalogue | None:
    """None for no version."""
    found = Catalogue.objects.filter(version=version).first() if version else None
    if version and found is None:
        raise InductionRefused(key, f"No catalogue {version} is stored.")
    return found


def _store(
    spec: InductionSpec,
    affordances: Mapping[str, str],
    *,
    key: UUID,
    now: datetime,
    made_by: User | None,
) -> Induction:
    made = Induction.objects.create(
        slug=f"{spec.name.replace('_', '-')[:80]}-{key.hex[:8]}",
        key=key,
        title=spec.title,
        name=spec.name,
        spec=specs.as_json(spec),
        made_by=made_by,
        made_at=now,
        token_limit=spec.tokens,
    )
    rows = [
        InducedAffordance(induction=made, position=at, key=name, text=text)
        for at, (name, text) in enumerate(affordances.items(), start=1)
    ]
    InducedAffordance.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE)
    return made
