"""Question sets in the database: made once, whole or not at all, equal to the core's."""

import uuid
from datetime import timedelta
from hashlib import sha256

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from evaluation import coat_stored, tasks
from evaluation.coat import generate, set_files
from evaluation.coat.generate import BadSpec, SetSpec
from evaluation.coat.labels import read_labels
from evaluation.coat.partition import Policy
from evaluation.coat.penalties import CORRECTED
from evaluation.coat.pools import Policies, Pools
from evaluation.coat.ranking import Order
from evaluation.coat.records import Judged
from evaluation.coat.schemes import scheme_document
from evaluation.coat.variations import Kind
from evaluation.models import CoatCatalogue, PenaltyScheme, Question, QuestionSet
from evaluation.services import coat_catalogues, coat_question_sets, coat_schemes
from evaluation.services.coat_catalogues import Wish
from evaluation.services.coat_question_sets import LEASE
from tests import coat_rows, make
from tests.unit import coat_cases
from tests.unit.coat_cases import needs_published, own, own_files

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def lines_of(kind, variation, size, seed=1, policies=None):
    """What the core generates of our own catalogue."""
    found = generate.generate(Pools(own(), policies), SetSpec(kind, variation, size, seed))
    labels = read_labels(own_files()["labels.json"], own().judged).content
    return list(set_files.set_lines(found, labels))


@pytest.mark.parametrize(
    ("kind", "variation"),
    [(Kind.TASK_U, "4"), (Kind.TASK_0, "2"), (Kind.TASK_2, "3"), (Kind.FULL_IDEAL, "1-1-0")],
)
def test_a_set_has_the_lines_and_the_hash_of_the_core(kind, variation):
    row = coat_rows.made(kind, variation, size=40)
    expected = lines_of(kind, variation, 40)
    assert row.status == "ready"
    assert list(coat_stored.lines_of(row)) == expected
    assert row.sha256 == sha256("".join(expected).encode()).hexdigest()
    assert row.count == len(expected) == row.questions.count()


def test_a_stored_set_is_read_back_as_it_was_generated():
    row = coat_rows.made(Kind.TASK_2, "3", size=40)
    found = generate.generate(Pools(own()), SetSpec(Kind.TASK_2, "3", 40, 1))
    assert coat_stored.set_of(row) == found
    assert coat_stored.document_of(row) == set_files.set_document(found, row.sha256)


def test_policies_of_a_set_are_kept_to():
    row = coat_rows.made(partition=Policy.LEGACY, order=Order.SUM)
    assert list(coat_stored.lines_of(row)) == lines_of(
        Kind.TASK_2, "3", 12, policies=Policies(Policy.LEGACY, Order.SUM)
    )


def test_an_own_scheme_draws_other_questions():
    # Where dirt costs as much as being used up, nothing that is dirty is moderate any more.
    table = scheme_document(CORRECTED).replace('"dirty": 50', '"dirty": 500')
    scheme = coat_schemes.store(coat_schemes.Wish("strict", table)).scheme
    row = coat_rows.made(scheme=scheme, size=40)
    answers = {each["condition"] for each in right_options(row)}
    assert answers == {"clean"}
    assert "dirty" in {each["condition"] for each in right_options(coat_rows.made(size=40))}


def right_options(row):
    for question in coat_stored.questions_of(row):
        state = question.by_letter()[question.letter].configuration.state
        yield {"condition": state.condition}


def with_one_utility():
    """A version of our own catalogue that holds nothing but what serves for binding."""
    judged = own().judged
    pairs = [pair for pair in judged.pairs if pair.utility == "binding"]
    names = {*judged.objects_of["binding"], *(n for p in pairs for n in judged.context_of[p])}
    small = Judged(
        utilities=("binding",),
        objects_of={"binding": judged.objects_of["binding"]},
        tasks_of={"binding": judged.tasks_of["binding"]},
        context_of={pair: judged.context_of[pair] for pair in pairs},
        common={name: of for name, of in judged.common.items() if name in names},
        ideal={name: of for name, of in judged.ideal.items() if name in names},
        preferences={pair: judged.preferences[pair] for pair in pairs},
    )
    parent = coat_rows.own()
    CoatCatalogue.objects.filter(pk=parent.pk).update(labels="")
    parent.refresh_from_db()
    return coat_catalogues.new_version(parent, small, Wish("binding", "Binding")).catalogue


def test_what_cannot_be_made_fails_with_what_is_short_and_stores_no_question():
    row = coat_rows.made(Kind.TASK_U, "2", catalogue=with_one_utility())
    assert row.status == "failed"
    assert "1 options of the role random are needed, 0 is the most" in row.reason
    assert (Question.objects.count(), row.count) == (0, 0)


def test_a_set_too_small_for_any_pair_that_can_have_a_question_fails(monkeypatch):
    none = generate.QuestionSet(SetSpec(Kind.TASK_2, "3", 1, 1), Policies(), (), ())
    monkeypatch.setattr(generate, "generate", lambda pools, spec: none)
    row = coat_rows.made(size=1)
    assert row.status == "failed"
    assert "No question fell to the 0 pairs" in row.reason


def test_a_second_delivery_changes_nothing():
    row = coat_rows.made()
    before = QuestionSet.objects.values().get()
    assert coat_question_sets.make(row.pk, lambda: make.NOW + SECOND) is False
    assert QuestionSet.objects.values().get() == before
    assert Question.objects.count() == row.count


def test_the_same_form_sent_twice_makes_one_set():
    key = uuid.uuid4()
    assert coat_rows.queued(key=key) == coat_rows.queued(key=key)
    assert QuestionSet.objects.count() == 1


def claimed(row: QuestionSet, **fields) -> None:
    QuestionSet.objects.filter(pk=row.pk).update(
        status="making", holder="gone", lease_until=make.NOW + LEASE, **fields
    )


def test_a_set_is_left_alone_while_another_worker_is_at_it():
    row = coat_rows.queued()
    claimed(row, tries=1)
    assert coat_question_sets.make(row.pk, lambda: make.NOW + SECOND) is False
    assert coat_question_sets.due(make.NOW + SECOND, unless_since=make.NOW) == []


def test_the_sweep_finds_a_set_whose_worker_died_and_it_is_made():
    row = coat_rows.queued()
    claimed(row, tries=1)
    later = make.NOW + LEASE + SECOND
    assert coat_question_sets.due(later, unless_since=make.NOW) == [row.pk]
    assert coat_question_sets.due(later, unless_since=make.NOW) == []  # a message is on its way
    assert coat_question_sets.make(row.pk, lambda: later) is True
    row.refresh_from_db()
    assert (row.status, row.count, row.tries) == ("ready", Question.objects.count(), 2)


def test_a_set_that_no_worker_survives_fails():
    row = coat_rows.queued()
    claimed(row, tries=3)
    assert coat_question_sets.due(make.NOW + LEASE + SECOND, unless_since=make.NOW) == []
    row.refresh_from_db()
    assert (row.status, row.holder) == ("failed", "")
    assert "went away 3 times" in row.reason


def test_who_lost_the_claim_meanwhile_stores_nothing(monkeypatch):
    row = coat_rows.queued()
    real = generate.generate

    def slow(pools, spec):
        QuestionSet.objects.filter(pk=row.pk).update(holder="another")
        return real(pools, spec)

    monkeypatch.setattr(generate, "generate", slow)
    assert coat_question_sets.make(row.pk, lambda: make.NOW) is False
    assert Question.objects.count() == 0


def test_the_task_makes_the_set_and_the_sweep_sends_for_it(monkeypatch):
    sent = []
    monkeypatch.setattr(tasks.make_question_set, "delay", sent.append)
    row = coat_rows.queued()
    tasks.sweep()
    assert sent == [row.pk]
    tasks.make_question_set(row.pk)
    row.refresh_from_db()
    assert row.status == "ready"


@pytest.mark.parametrize("size", [0, 20_001])
def test_too_few_and_too_many_questions_are_refused(size):
    with pytest.raises(BadSpec, match="a set has 1 to 20,000"):
        coat_rows.queued(size=size)


def test_an_unknown_variation_is_refused():
    with pytest.raises(BadSpec, match="task-2 has no variation '99'"):
        coat_rows.queued(variation="99")


def test_the_database_refuses_half_a_set():
    row = coat_rows.queued()
    for fields in (
        {"status": "ready"},
        {"status": "failed"},
        {"status": "making"},
        {"holder": "somebody"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            QuestionSet.objects.filter(pk=row.pk).update(**fields)


def test_a_catalogue_with_sets_is_not_deleted():
    row = coat_rows.queued()
    with pytest.raises(ProtectedError):
        row.catalogue.delete()


@needs_published
@pytest.mark.parametrize(("kind", "variation"), [(Kind.TASK_1, "5"), (Kind.TASK_2, "3")])
def test_sets_of_the_published_catalogue_are_the_cores(kind, variation):
    files = coat_cases.published_files()
    catalogue = coat_catalogues.import_files(files, Wish("published", "Published")).catalogue
    row = coat_rows.made(kind, variation, catalogue=catalogue, size=500)
    found = generate.generate(Pools(coat_cases.published()), SetSpec(kind, variation, 500, 1))
    assert coat_stored.questions_of(row) == found.questions
    short = sum(share.allotted - share.taken for share in found.shares)
    assert row.count == 500 - short


# Schemes


def test_an_edited_scheme_is_the_next_version_and_the_same_table_is_not():
    table = scheme_document(CORRECTED)
    first = coat_schemes.store(coat_schemes.Wish("mine", table)).scheme
    other = table.replace('"dirty": 50', '"dirty": 60')
    second = coat_schemes.store(coat_schemes.Wish("mine", other)).scheme
    again = coat_schemes.store(coat_schemes.Wish("mine", table)).scheme
    assert (first.version, second.version, again) == (1, 2, first)
    assert coat_stored.scheme_of(second.pk).condition["dirty"] == 60


def test_a_scheme_in_which_a_moderate_state_could_cost_as_much_as_a_bad_one_is_not_stored():
    table = scheme_document(CORRECTED).replace('"threshold": 500', '"threshold": 300')
    found = coat_schemes.store(coat_schemes.Wish("mine", table))
    assert found.scheme is None
    assert "can cost" in str(found.errors[0])
    assert PenaltyScheme.objects.count() == 0
