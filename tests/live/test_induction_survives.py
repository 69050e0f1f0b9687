"""An induction makes one set of rules and asks nothing twice, though its workers are killed."""

from pathlib import Path
from uuid import UUID

import pytest

from tests.inducing import ARISTO, CSKG, WAYS, GoodModel
from tests.lab import eventually
from tests.live.conftest import blank_database
from tests.live.model_server import Replier
from tests.live.running import RunsLab, runs_lab

pytestmark = pytest.mark.live
CONCURRENCY = 4
# The name of an induction, which its set bears, comes of its key.
KEY = UUID("7c0f6a52-7a0c-4a35-9d0e-2f6a35b1c9d4")
CALLS = "SELECT count(*) FROM evaluation_inductioncall"
# Every call in its order with all that does not depend on the clock.
ORDERED = """
SELECT string_agg(to_jsonb(each)::text, E'\\n' ORDER BY position, sequence, attempt) FROM (
    SELECT affordance.position, affordance.key, call.round, call.sequence, call.attempt,
        call.role, call.subject, call.asked, call.reply, call.finish_reason, call.flaw,
        call.problem, call.model, call.prompt_tokens, call.completion_tokens
    FROM evaluation_inductioncall AS call
    JOIN evaluation_inducedaffordance AS affordance ON affordance.id = call.affordance_id
) AS each
"""
# The leases of a dead worker would hold for minutes.
LATER = """
from django.utils import timezone
from evaluation import tasks
from evaluation.models import Induction
Induction.objects.filter(status="running").update(lease_until=timezone.now())
tasks.sweep()
"""


def ask_for_rules(lab: RunsLab, server: Replier, folder: Path, *more: str) -> None:
    """Make the induction of the six actions that the model knows, and send for its workers."""
    spec = folder / "spec.toml"
    spec.write_text(
        "\n".join(
            [
                f'[induction]\nname = "good"\nconcurrency = {CONCURRENCY}',
                f'[model]\naddress = "http://127.0.0.1:{server.port}/v1"\nname = "tiny"',
                f'[sources]\ncskg = "{CSKG}"\naristo = "{ARISTO}"',
                f"[affordances]\nlist = {list(WAYS)}",
            ]
        )
    )
    lab.manage("induce_rules", str(spec), "--key", str(KEY), *more)


def state(lab: RunsLab) -> str:
    return str(lab.one("SELECT status || ' ' || reason FROM evaluation_induction")).strip()


def the_set(lab: RunsLab) -> str:
    """The file of the one set of rules that there is."""
    assert lab.one("SELECT count(*) FROM evaluation_ruleset") == 1
    assert lab.one("SELECT rule_set_id IS NOT NULL FROM evaluation_induction") is True
    return str(lab.one("SELECT text FROM evaluation_ruleset"))


def calls(lab: RunsLab) -> int:
    return int(str(lab.one(CALLS)))


def test_two_kills_in_the_middle_change_neither_calls_nor_rules(tmp_path: Path):
    unbroken, broken = tmp_path / "unbroken", tmp_path / "broken"
    unbroken.mkdir()
    broken.mkdir()
    with Replier(GoodModel().say, delay_seconds=0).running() as server:
        with runs_lab(unbroken, blank_database()) as lab:
            ask_for_rules(lab, server, unbroken, "--here")
            made, whole, asked = the_set(lab), lab.one(ORDERED), calls(lab)
        assert server.replied == asked
    with Replier(GoodModel().say).running() as server, runs_lab(broken, blank_database()) as lab:
        ask_for_rules(lab, server, broken)
        for share in (0.3, 0.6):
            doomed = lab.start_worker(pool="solo")
            eventually(lambda least=share * asked: calls(lab) >= least, within=90)
            lab.kill(doomed)
            assert (state(lab), calls(lab) < asked) == ("running", True)
            lab.shell(LATER)
        lab.start_worker()
        eventually(lambda: state(lab) == "complete", within=120)
        assert the_set(lab) == made
        assert lab.one(ORDERED) == whole
        lost = server.replied - asked
    print(f"\n{lost} replies of {asked} lost with two workers, {CONCURRENCY} in flight each")
    assert 0 <= lost <= 2 * CONCURRENCY
