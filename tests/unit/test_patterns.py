"""What stands beside a question: asides and conditions; every question here is our own."""

import pytest

from games.checkers import rule


@pytest.mark.parametrize(
    ("question", "pair"),
    [
        ("Is it linen, of all fabrics?", "MATERIAL:linen"),
        ("Is it oval, at least partly?", "SHAPE:oval"),
        ("Is it, in your opinion, squat?", "SHAPE:squat"),
        ("Is it cork, mostly?", "MATERIAL:mostly_cork"),
        ("Is it larger than, say, a badger?", "SIZE:larger_than_badger"),
        ("When you stroke it, is it velvety?", "SURFACE:velvety"),
        ("If one weighs it, is it lighter than a plum?", "SIZE:lighter_than_plum"),
        ("Whenever you hold it does it feel gritty?", "SURFACE:gritty"),
        ("Is felt the chief material that was used?", "MATERIAL:chief_material_felt"),
        ("Is zinc what it is made of?", "MATERIAL:zinc"),
        (
            "All I ask today, my friend, is whether it is thinner than a reed?",
            "SIZE:thinner_than_reed",
        ),
    ],
)
def test_asides_and_conditions_are_no_properties_of_their_own(question, pair):
    assert [str(found) for found in rule(question).pairs] == [pair]
