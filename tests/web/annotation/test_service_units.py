"""Files of units into a study: all or nothing, once, and nothing into a study that is locked."""

import json

import pytest

from annotation.models import Seat, Study, Unit
from annotation.services.units import import_units
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    return studies.study(units=0)


def row(number, **fields):
    return {
        "key": f"u{number}",
        "object": f"vrelk {number // 4}",
        "affordance": "float_on_water",
        "description": "A hollow ball of cork.",
        "definition": "It stays at the surface.",
        "conditions": "in still water",
    } | fields


def lines(*rows):
    return "".join(json.dumps(each) + "\n" for each in rows).encode()


def errors(imported):
    return [str(error) for error in imported.errors]


def test_units_come_in_with_their_seats_and_blocks(study):
    gold = {"label": "yes"}
    imported = import_units(
        study, lines(row(0), row(1, gold=gold), row(9, gold=gold, training=True)), "a.jsonl"
    )
    assert (len(imported.compared.new), imported.errors) == (3, ())
    units = {unit.key: unit for unit in Unit.objects.all()}
    assert units["u0"].block == units["u1"].block != units["u9"].block
    assert (units["u1"].gold, units["u9"].training) == (gold, True)
    # Of units that are for all, a seat is made when somebody gets it.
    assert Seat.objects.count() == 3


def test_the_same_file_again_adds_nothing(study):
    data = lines(row(0), row(1))
    import_units(study, data, "a.jsonl")
    again = import_units(study, data, "a.jsonl")
    assert (len(again.compared.same), again.compared.new, again.errors) == (2, (), ())
    assert Unit.objects.count() == 2


def test_a_broken_last_row_of_a_thousand_and_one_stores_nothing(study):
    rows = [row(number) for number in range(1000)]
    imported = import_units(study, lines(*rows, row(1000, definition="")), "a.jsonl")
    (error,) = errors(imported)
    assert error.startswith("a.jsonl:1001: ") and "definition" in error
    assert not Unit.objects.exists()


def test_a_dry_run_says_what_would_be_and_stores_nothing(study):
    import_units(study, lines(row(0), row(1)), "a.jsonl")
    file = lines(row(0), row(1, description="A ball of lead."), row(2))
    compared = import_units(study, file, "b.jsonl", dry_run=True).compared
    assert [
        [each.key for each in part] for part in (compared.same, compared.conflicting, compared.new)
    ] == [["u0"], ["u1"], ["u2"]]
    assert Unit.objects.count() == 2


def test_other_content_under_a_stored_key_stores_nothing(study):
    import_units(study, lines(row(0)), "a.jsonl")
    imported = import_units(study, lines(row(0, conditions="in a storm"), row(1)), "b.jsonl")
    assert errors(imported) == ["b.jsonl:1: key: u0 is stored with other content."]
    assert Unit.objects.get().snapshot["conditions"] == "in still water"


@pytest.mark.parametrize(
    ("gold", "problem"),
    [
        ({"label": "perhaps"}, "gold.label: 'perhaps' is none of the choices."),
        ({"colour": "red"}, "gold.colour: Nothing of this name is asked."),
        ({"label": 3}, "gold.label: An answer is a text or a list of texts."),
        ({}, "gold.label: Choose one."),
    ],
)
def test_an_expected_answer_that_nobody_could_give_is_told(study, gold, problem):
    imported = import_units(study, lines(row(0, gold=gold)), "a.jsonl")
    assert errors(imported) == [f"a.jsonl:1: {problem}"]


def test_a_locked_study_takes_no_new_units(study):
    import_units(study, lines(row(0)), "a.jsonl")
    Study.objects.update(locked_at=NOW)
    (error,) = errors(import_units(study, lines(row(0), row(1)), "a.jsonl"))
    assert "locked since its first judgement" in error
    assert import_units(study, lines(row(0)), "a.jsonl").errors == ()
