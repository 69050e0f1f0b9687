"""The limit of tokens of an induction: where it pauses, how it is raised, and where it is from."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from evaluation.models import Induction, InductionCall
from evaluation.services import inductions
from evaluation.services.inductions import LimitRefused
from tests import inducing, make
from tests.inducing import GoodModel, created, worked

BEFORE = ("evaluation", "0010_quiz")


def limited(tokens: int) -> Induction:
    spec = inducing.spec(affordances={"list": ["fold flat"]}, limits={"tokens": tokens})
    return created(spec)


def calls_of(row: Induction) -> int:
    return InductionCall.objects.filter(affordance__induction=row).count()


@pytest.mark.django_db
def test_a_limit_of_tokens_pauses_it():
    row = worked(limited(300), GoodModel())
    # Each call takes 110: after a draft, an audit and a piece of four 660 are spent.
    assert (row.status, row.reason, calls_of(row)) == ("paused", "token_limit", 6)


@pytest.mark.django_db
def test_resuming_at_the_limit_is_refused_until_it_is_raised():
    row = worked(limited(300), GoodModel())
    with pytest.raises(LimitRefused, match="A limit of 300 tokens: 660 are used already"):
        inductions.resume(row.pk)
    for limit in (660, 0, 10**15 + 1):
        with pytest.raises(LimitRefused, match=f"A limit of {limit:,} tokens: "):
            inductions.resume_within(row.pk, limit)
    assert worked(row, GoodModel()).status == "paused"
    assert inductions.resume_within(row.pk, 661) is True
    row = worked(row, GoodModel())
    # The last of five validations is made, and then the new limit is reached.
    assert (row.reason, row.token_limit, calls_of(row)) == ("token_limit", 661, 7)
    assert row.spec["limits"] == {"tokens": 300}
    assert inductions.resume_within(row.pk, None) is True
    assert worked(row, GoodModel()).status == "complete"
    assert inductions.resume_within(row.pk, 5) is False


@pytest.fixture
def rows_before(transactional_db):
    executor = MigrationExecutor(connection)
    executor.migrate([BEFORE])
    yield executor.loader.project_state([BEFORE]).apps.get_model("evaluation", "Induction").objects
    _migrate()


def _migrate() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes("evaluation"))


def test_a_limit_is_taken_from_the_spec_and_none_where_there_is_none(rows_before):
    for slug, spec in (("bound", {"limits": {"tokens": 300}}), ("free", {"model": {}})):
        rows_before.create(slug=slug, title=slug, name=slug, spec=spec, made_at=make.NOW)
    _migrate()
    limits = dict(Induction.objects.values_list("slug", "token_limit"))
    assert limits == {"bound": 300, "free": None}
