"""Units from a stored catalogue and from the answers that players got."""

import pytest

from annotation.catalogue_units import BadWish, Wish
from annotation.models import Study, Unit
from annotation.services import unit_sources
from annotation.services.unit_sources import AnswerWish
from games.models import Doubt, Game, StoredAnswer
from tests import make
from tests import studies as invented
from tests.studies import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def catalogue():
    row = make.catalogue()
    make.physical_object(row, "whimplet", yes=["affordance_a"])
    make.physical_object(row, "tharn", yes=[])
    return row


def study(kind="object_affordance", **fields) -> Study:
    made = invented.study(units=0, **fields)
    Study.objects.filter(pk=made.pk).update(kind=kind)
    made.refresh_from_db()
    return made


def answered(question, *, turn_of=None, doubt=False, number=1, **fields) -> StoredAnswer:
    """A turn with its stored answer."""
    play = turn_of or make.play(of=make.game(key=f"g{Game.objects.count()}"))
    row = StoredAnswer.objects.create(
        object_sha256=play.game.physical_object.sha256,
        question_key=question.casefold().rstrip("?"),
        question_sha256=f"{question:0<64}"[:64],
        oracle_version="table-fixed",
        **{"answer": "yes", "forced": "yes", "source": "table"} | fields,
    )
    turn = play.turns.create(
        number=number, attempt=1, question=question, status="answered", answer=row.answer,
        stored_answer=row, asked_at=NOW, settled_at=NOW,
    )  # fmt: skip
    if doubt:
        Doubt.objects.create(turn=turn)
    return row


def test_all_pairs_of_the_catalogue_come_in_once(catalogue):
    made = study(catalogue=catalogue)
    # Two objects with ten affordances each.
    assert len(unit_sources.from_catalogue(made, Wish()).compared.new) == 20
    again = unit_sources.from_catalogue(made, Wish())
    assert (len(again.compared.new), len(again.compared.same)) == (0, 20)
    unit = Unit.objects.get(key="whimplet affordance_a")
    assert (unit.block, unit.seats.count()) == ("whimplet", 3)


def test_counting_stores_nothing(catalogue):
    made = study(catalogue=catalogue)
    assert len(unit_sources.from_catalogue(made, Wish(), dry_run=True).compared.new) == 20
    assert not Unit.objects.exists()


def test_nothing_comes_into_a_locked_study(catalogue):
    made = study(catalogue=catalogue, locked_at=NOW)
    assert "locked" in str(unit_sources.from_catalogue(made, Wish()).errors[0])
    assert not Unit.objects.exists()


@pytest.mark.parametrize(
    ("kind", "with_catalogue", "said"),
    [
        ("object_affordance", False, "names no catalogue"),
        ("object_utility", True, "takes its units from a file"),
    ],
)
def test_where_nothing_can_be_made_it_is_said(catalogue, kind, with_catalogue, said):
    made = study(kind, catalogue=catalogue if with_catalogue else None)
    with pytest.raises(BadWish, match=said):
        unit_sources.from_catalogue(made, Wish())


def test_a_wish_that_nothing_fits_is_refused(catalogue):
    with pytest.raises(BadWish, match="nothing that fits"):
        unit_sources.from_catalogue(study(catalogue=catalogue), Wish(pairing="not_deducible"))


def test_a_doubted_answer_is_a_unit_once():
    made = study("oracle_answer")
    doubted = answered("is it of steel?", doubt=True)
    answered("Is it round?")
    for _ in range(2):
        unit_sources.from_answers(made, AnswerWish(doubted=True))
    unit = Unit.objects.get()
    assert unit.key == str(doubted.pk)
    assert unit.snapshot == {
        "object": make.SECRET_NAME,
        "description": make.SECRET_DESCRIPTION,
        "question": "Is it of steel?",
        "answer": "yes",
    }


def test_a_sample_of_answers_is_drawn_by_its_seed():
    play = make.play()
    rows = [answered(f"Is it {n} cm long?", turn_of=play, number=n) for n in range(1, 9)]
    made = study("oracle_answer")
    for _ in range(2):
        unit_sources.from_answers(made, AnswerWish(count=3, seed=7))
    assert Unit.objects.count() == 3
    assert set(Unit.objects.values_list("key", flat=True)) < {str(row.pk) for row in rows}


def test_a_corrected_answer_and_one_to_a_simulated_player_are_left_out():
    corrected = answered("Is it round?")
    StoredAnswer.objects.create(
        object_sha256=corrected.object_sha256, question_key="is it round",
        question_sha256=corrected.question_sha256, oracle_version="table-fixed", revision=2,
        answer="no", forced="no", source="people",
    )  # fmt: skip
    simulated = make.volunteer(make.campaign(simulated=True))
    answered("Is it flat?", turn_of=make.play(participant=simulated))
    with pytest.raises(BadWish, match="No player got an answer"):
        unit_sources.from_answers(study("oracle_answer"), AnswerWish())


@pytest.mark.parametrize(("removed", "units"), [(None, 0), (True, 0), (False, 1)])
def test_a_question_that_may_name_a_person_waits_for_a_look(removed, units):
    answered("Is it flat?")
    row = answered("Is it named Anna Meier?")
    if removed is not None:
        make.review(row.turn_set.get(), removed=removed)
    made = study("oracle_answer")
    taken = unit_sources.from_answers(made, AnswerWish())
    assert taken.withheld == 1 - units
    assert made.units.filter(key=str(row.pk)).count() == units


def test_a_question_that_is_longer_than_a_unit_s_may_be_is_left_out_and_counted():
    answered("Is it flat?")
    long = answered(f"Is it {'very ' * 120}long?")
    made = study("oracle_answer")
    taken = unit_sources.from_answers(made, AnswerWish())
    assert (taken.too_long, made.units.count()) == (1, 1)
    assert not made.units.filter(key=str(long.pk)).exists()


def test_answers_about_other_catalogues_are_left_out():
    answered("Is it flat?")
    made = study("oracle_answer", catalogue=make.catalogue("kitchen-1"))
    with pytest.raises(BadWish):
        unit_sources.from_answers(made, AnswerWish())


def test_a_sample_that_ships_fits_its_shape():
    assert unit_sources.samples() == ["open-1"]
    assert len(unit_sources.sample_pairs("open-1")) == 1298
    with pytest.raises(BadWish):
        unit_sources.sample_pairs("../open-1")
