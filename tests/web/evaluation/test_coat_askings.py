"""Models that are asked in the background what objects serve: once, by whoever holds the row."""

import uuid
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.conf import settings

from evaluation import tasks
from evaluation.models import UtilityAsking, UtilityReply
from evaluation.services import coat_askings
from evaluation.services.coat_askings import House
from games.llm.chat import ModelRefused, ModelUnavailable
from games.llm.scripted import Scripted
from tests import coat_rows, make
from tests.unit.coat_cases import own as own_files

pytestmark = pytest.mark.django_db
OBJECTS = len(own_files().judged.common)
SAID = '{"purposes": ["Binding"]}'


def house(model, *, seconds=1000.0, holder="me", now=make.NOW):
    @contextmanager
    def client(served):
        if isinstance(model, Exception):
            raise model
        yield model

    return House(clock=lambda: now, slice_seconds=seconds, holder=holder, client=client)


def test_all_objects_are_asked_of_and_a_late_copy_of_the_message_changes_nothing():
    row, model = coat_rows.asking(), Scripted([SAID] * OBJECTS, name="small")
    assert coat_askings.ask_some(row.pk, house(model)) is False
    row.refresh_from_db()
    assert (row.status, row.planned, row.done, row.model) == ("ready", OBJECTS, OBJECTS, "small")
    assert coat_askings.ask_some(row.pk, house(ModelRefused("No."))) is False
    assert UtilityReply.objects.count() == OBJECTS


def test_a_slice_ends_in_time_and_the_next_goes_on():
    row, model = coat_rows.asking(), Scripted([SAID] * OBJECTS, name="small")
    slices = 0
    while coat_askings.ask_some(row.pk, house(model, seconds=0)):
        slices += 1
        row.refresh_from_db()
        assert (row.status, row.done, row.holder) == ("queued", 8 * slices, "")
    row.refresh_from_db()
    assert (row.status, row.done, len(model.requests)) == ("ready", OBJECTS, OBJECTS)


def test_who_comes_while_it_is_held_leaves():
    row = coat_rows.asking()
    other = Scripted([SAID], name="small")
    UtilityAsking.objects.filter(pk=row.pk).update(
        status="running", holder="other", lease_until=make.NOW + timedelta(minutes=1)
    )
    assert coat_askings.ask_some(row.pk, house(other)) is False
    assert other.requests == []
    # Once the lease is over somebody else goes on.
    late = make.NOW + timedelta(minutes=2)
    rest = Scripted([SAID] * OBJECTS, name="small")
    coat_askings.ask_some(row.pk, house(rest, now=late))
    row.refresh_from_db()
    assert row.status == "ready"


def test_who_was_overtaken_leaves_the_row_to_the_other():
    row = coat_rows.asking()

    class Overtaken(Scripted):
        async def generate(self, messages, options):
            if not self.requests:
                taken.append(True)
            return await super().generate(messages, options)

    taken: list[bool] = []
    model = Overtaken([SAID] * OBJECTS, name="small")
    held = house(model)
    clock_calls = 0

    def clock():
        """The other takes the row while the first replies are on their way."""
        nonlocal clock_calls
        clock_calls += 1
        if taken:
            UtilityAsking.objects.filter(pk=row.pk).update(holder="other")
        return make.NOW

    moved = House(clock, held.slice_seconds, held.holder, held.client)
    assert coat_askings.ask_some(row.pk, moved) is False
    row.refresh_from_db()
    assert (row.status, row.holder, row.done) == ("running", "other", 0)


def test_a_model_that_goes_away_fails_it_and_what_it_said_is_kept():
    row = coat_rows.asking()
    gone = Scripted([SAID] * 11 + [ModelUnavailable("secret of the server")] + [SAID] * 4)
    coat_askings.ask_some(row.pk, house(gone))
    row.refresh_from_db()
    assert (row.status, row.done) == ("failed", 8)
    assert "secret" not in row.reason and "What it said before is kept" in row.reason
    assert UtilityReply.objects.count() == 15
    assert coat_askings.again(row.pk)
    rest = Scripted([SAID] * (OBJECTS - 15))
    coat_askings.ask_some(row.pk, house(rest))
    row.refresh_from_db()
    assert (row.status, len(rest.requests)) == ("ready", OBJECTS - 15)


def test_a_model_that_cannot_be_had_fails_it():
    row = coat_rows.asking()
    coat_askings.ask_some(row.pk, house(ModelRefused("no key")))
    row.refresh_from_db()
    assert (row.status, row.holder, "no key" in row.reason) == ("failed", "", False)


def test_one_whose_workers_went_away_too_often_is_failed():
    row = coat_rows.asking()
    UtilityAsking.objects.filter(pk=row.pk).update(tries=coat_askings.MOST_TRIES)
    coat_askings.ask_some(row.pk, house(Scripted([])))
    row.refresh_from_db()
    assert (row.status, row.reason) == ("failed", coat_askings.GONE)


def test_a_lost_message_is_sent_again_by_the_sweep():
    row = coat_rows.asking()
    early, now = make.NOW - timedelta(minutes=9), make.NOW
    assert coat_askings.due(now, unless_since=early) == [row.pk]
    assert coat_askings.due(now, unless_since=early) == []
    assert coat_askings.due(now, unless_since=now + timedelta(seconds=1)) == [row.pk]


def test_the_same_key_asks_once():
    key = uuid.uuid4()
    assert coat_rows.asking(key=key) == coat_rows.asking(key=key)


def test_its_messages_go_to_the_workers_of_models():
    assert settings.CELERY_TASK_ROUTES[tasks.suggest_utilities.name] == {"queue": "models"}
