"""A run is made: its plan frozen in rows, its facts beside it, its hash once it was tried out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from random import Random
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from evaluation import clients, facts, run_specs, specs
from evaluation.models import Episode, Run, RunPlayer, RunWorker
from evaluation.question_spec_values import QuestionRunSpec
from evaluation.run_specs import AnySpec
from evaluation.services import fixed_lists, question_plans, rule_sets, run_rules
from evaluation.services.question_plans import QuestionPlan
from evaluation.services.run_refusals import RunRefused
from evaluation.services.run_refusals import refused as _refused
from evaluation.spec_values import QuestionerKind, RunSpec
from games import backends, presets
from games.llm.chat import Reply
from games.models import Campaign, Catalogue, Game, Participant
from games.presets import Protocol
from games.services.plays import freeze_protocol

ROWS_AT_ONCE = 5000
SLUG_LENGTH = 80


@dataclass(frozen=True)
class _Plan:
    """What a spec of games comes to here. games: (id, key) in the run's order."""

    catalogue: Catalogue
    protocol: Protocol
    games: Sequence[tuple[int, str]]
    facts: Mapping[str, object]


def create_run(spec: AnySpec, *, key: UUID, now: datetime, made_by: User | None = None) -> Run:
    """Store the run with its whole plan, queued; the same key gives the same run.

    Raises RunRefused where a catalogue, campaign, list, set of rules or question set is not there,
    or where the key of one of its models may not be sent to its server.
    """
    if known := Run.objects.filter(key=key).first():
        return known
    _require_keys_that_may_go_there(spec)
    _require_revisions_that_count(spec)
    plan = question_plans.plan_of(spec) if isinstance(spec, QuestionRunSpec) else _plan(spec)
    try:
        with transaction.atomic():
            return _store(spec, plan, key=key, now=now, made_by=made_by)
    except IntegrityError:
        # A copy of the same form or command was first.
        return Run.objects.get(key=key)


def freeze(
    run: Run,
    found: Mapping[str, object],
    *,
    checked: Mapping[str, object],
    stage_model: Mapping[str, object] | None = None,
) -> bool:
    """Add what the pre-flight found and set the run's hash, once; whether this call did it.

    The facts of the process are this one's from now on: the worker plays, not who made the run.
    found: of the model. stage_model: of the other one, where it has one. checked: a passed
        pre-flight (evaluation.checked).
    """
    whole = {**run.facts, **of_process(run), "model": dict(found)}
    if stage_model is not None:
        whole["stage_model"] = dict(stage_model)
    frozen = Run.objects.filter(pk=run.pk, sha256="").update(
        facts=whole, checked=checked, sha256=specs.sha256(run.spec, whole)
    )
    return frozen == 1


def of_process(run: Run) -> dict[str, object]:
    """Return what this process brings with it for a run of this kind."""
    spec = run_specs.of_json(run.spec)
    if isinstance(spec, QuestionRunSpec):
        return facts.of_questions(spec.questions.prompts)
    return facts.of_process()


def keep_tried(run: Run, heard: Sequence[Reply]) -> Mapping[str, int]:
    """Count what trying it out took; return what that comes to, earlier pre-flights included."""
    checked = Run.objects.values_list("checked", flat=True).get(pk=run.pk) or {}
    before = checked.get("spent", {})
    spent = {
        "calls": before.get("calls", 0) + len(heard),
        **{
            name: before.get(name, 0) + sum(getattr(reply, f"{name}_tokens") for reply in heard)
            for name in ("prompt", "completion", "cached", "hidden")
        },
    }
    if heard:
        keep_checked(run, {**checked, "spent": spent})
    return spent


def keep_checked(run: Run, checked: Mapping[str, object]) -> None:
    """Keep what a pre-flight found that did not pass; the next one replaces it."""
    Run.objects.filter(pk=run.pk, sha256="").update(checked=checked)


def _require_keys_that_may_go_there(spec: AnySpec) -> None:
    for name, model in run_specs.models_of(spec).items():
        if why := backends.key_refusal(model.key_variable, model.address):
            raise _refused(f"{name}.key_variable", why)


def _require_revisions_that_count(spec: AnySpec) -> None:
    for name in run_specs.models_of(spec):
        if why := clients.revision_refusal(run_specs.served(spec, name)):
            raise _refused(f"{name}.revision", why)


def _plan(spec: RunSpec) -> _Plan:
    catalogue = Catalogue.objects.filter(version=spec.games.catalogue).first()
    if catalogue is None:
        raise _refused("games.catalogue", _no_catalogue(spec.games.catalogue))
    protocol = _protocol(spec, catalogue.pk)
    games = _games(spec, catalogue)
    known = facts.facts_of(catalogue, protocol, [key for _, key in games])
    try:
        known |= run_rules.asked_for(spec, catalogue, [pk for pk, _ in games])
        return _Plan(catalogue, protocol, games, {**known, **list_facts(spec, catalogue.pk)})
    except fixed_lists.NoList as error:
        raise _refused("questioner.list", str(error)) from error
    except rule_sets.NoRules as error:
        raise _refused("protocol.rules", str(error)) from error


def _protocol(spec: RunSpec, catalogue_id: int) -> Protocol:
    seats = backends.run_seats(
        catalogue_id,
        oracle_tokens=spec.sampling.oracle_tokens,
        checker_tokens=spec.sampling.checker_tokens,
    )
    return presets.of_preset(
        spec.protocol.preset,
        oracle=seats.oracle.version,
        checker=seats.checker.version,
        condition=spec.protocol.condition,
        multi_property=spec.protocol.multi_property,
        constrained=spec.protocol.constrained,
        rules=run_rules.shown_to(spec),
    )


def _games(spec: RunSpec, catalogue: Catalogue) -> list[tuple[int, str]]:
    """The games' ids and keys, shuffled by the seed; the same in every database."""
    rows = Game.objects.filter(catalogue=catalogue)
    where = catalogue.version
    if spec.games.split:
        rows, where = (
            rows.filter(split=spec.games.split),
            f"the {spec.games.split} split of {where}",
        )
    if spec.games.campaign:
        campaign = _campaign(spec.games.campaign, catalogue)
        rows = rows.filter(pk__in=campaign.campaign_games.values("game"))
        where = f"the campaign {spec.games.campaign}, in {where}"
    games = list(rows.order_by("key").values_list("pk", "key"))
    if not games:
        raise _refused("games", f"There is no game in {where}.")
    _require_so_many(spec.games.limit, len(games), where)
    Random(spec.run.seed).shuffle(games)
    return games[: spec.games.limit]


def _require_so_many(limit: int | None, games: int, where: str) -> None:
    if limit is not None and limit > games:
        said = f"There are {games:,} games in {where}: write {games:,} at most, or leave this out."
        raise _refused("games.limit", said)


def _campaign(slug: str, catalogue: Catalogue) -> Campaign:
    campaign = Campaign.objects.filter(slug=slug).select_related("catalogue").first()
    if campaign is None:
        raise _refused("games.campaign", f"There is no campaign {slug}.")
    if campaign.catalogue_id != catalogue.pk:
        version = campaign.catalogue.version
        raise _refused("games.campaign", f"{slug} plays {version}, not {catalogue.version}.")
    return campaign


def list_facts(spec: RunSpec, catalogue_id: int) -> dict[str, object]:
    """Return what is frozen of the list that its player asks; raises NoList."""
    if spec.questioner.kind != QuestionerKind.FIX20Q:
        return {}
    listed = fixed_lists.list_of(spec.questioner.list, catalogue_id)
    return {"fixed_list": {"name": listed.name, "split": listed.split, "sha256": listed.sha256}}


def _store(
    spec: AnySpec,
    plan: _Plan | QuestionPlan,
    *,
    key: UUID,
    now: datetime,
    made_by: User | None,
) -> Run:
    cost = spec.limits.cost
    run = Run.objects.create(
        slug=f"{slugify(spec.run.title)[:SLUG_LENGTH] or 'run'}-{key.hex[:6]}",
        key=key,
        title=spec.run.title,
        player=spec.run.player,
        **_of(plan),
        spec=specs.as_json(spec),
        facts=plan.facts,
        hold=spec.run.hold,
        concurrency=spec.run.concurrency,
        token_limit=spec.limits.tokens,
        cost_limit=None if cost is None else Decimal(str(cost)),
        made_by=made_by,
    )
    Run.objects.filter(pk=run.pk).update(created_at=now)
    run.created_at = now
    if run.kind == Run.Kind.GAMES:
        _seat(run, spec.run.repeats)
    RunWorker.objects.bulk_create(
        RunWorker(run=run, number=number) for number in range(1, spec.run.workers + 1)
    )
    repeats = range(1, spec.run.repeats + 1)
    episodes = [(repeat, piece) for repeat in repeats for piece in _pieces(plan)]
    Episode.objects.bulk_create(
        [
            Episode(run=run, number=number, repeat=repeat, **piece)
            for number, (repeat, piece) in enumerate(episodes, start=1)
        ],
        batch_size=ROWS_AT_ONCE,
    )
    return run


def _of(plan: _Plan | QuestionPlan) -> dict[str, Any]:
    """What the run is of, as fields of its row."""
    if isinstance(plan, QuestionPlan):
        return {"kind": Run.Kind.QUESTIONS, "question_set": plan.question_set}
    return {"catalogue": plan.catalogue, "protocol": freeze_protocol(plan.protocol)}


def _pieces(plan: _Plan | QuestionPlan) -> list[dict[str, int]]:
    if isinstance(plan, QuestionPlan):
        return [{"question_id": pk} for pk in plan.questions]
    return [{"game_id": pk} for pk, _ in plan.games]


def _seat(run: Run, repeats: int) -> None:
    """Make the run a participant for each repeat."""
    people = Participant.objects.bulk_create([Participant() for _ in range(repeats)])
    RunPlayer.objects.bulk_create(
        RunPlayer(run=run, repeat=repeat, participant=participant)
        for repeat, participant in enumerate(people, start=1)
    )


def _no_catalogue(version: str) -> str:
    stored = ", ".join(Catalogue.objects.order_by("version").values_list("version", flat=True))
    return f"No catalogue {version} is stored; there is {stored or 'none'}."


__all__ = [
    "RunRefused",
    "create_run",
    "freeze",
    "keep_checked",
    "keep_tried",
    "list_facts",
    "of_process",
]
