"""From decided units to a catalogue: what is dropped, replaced, kept, and which games stay."""

from dataclasses import replace
from pathlib import Path

import pytest

from annotation.publishing import refill, revisions
from annotation.publishing.settled import SettledUnit, Value
from games import formats
from games.formats import CatalogueContent, GameRow, LabelRow, Manifest, labels_of
from games.labels import Decided, Label, Raters, Split
from games.rules import GameSpec
from games.sheets import Dimension, ObjectSheet

MINI = Path(__file__).parents[1] / "data" / "mini_catalogue"
FOLD, LIGHT = "fold_flat", "let_light_through"


@pytest.fixture
def mini() -> CatalogueContent:
    files = {path.name: path.read_bytes() for path in MINI.iterdir()}
    return formats.read_catalogue(files).content


def unit(key, *, people=3, **values) -> SettledUnit:
    """A unit whose questions three people decided alike; a Value stands as it is."""
    stand = {
        name: value if isinstance(value, Value) else Value(name, value, {}, answered=3)
        for name, value in values.items()
    }
    return SettledUnit(key, {}, stand, people=people)


def adjudicated(question, value, reason="Seen again.") -> Value:
    return Value(question, value, {}, answered=3, adjudicated=True, reason=reason)


def rows_of(content, one):
    return {(row.decided, row.raters): row for row in content.labels if row.object_key == one}


def test_objects_that_are_not_discrete_or_hide_their_works_are_dropped(mini):
    units = [
        unit("glass_marble", discrete="no", hidden_mechanism="no"),
        unit(
            "kebab_skewer", discrete="yes", hidden_mechanism=adjudicated("hidden_mechanism", "yes")
        ),
        unit("wool_blanket", discrete="yes", hidden_mechanism="no"),
    ]
    revised = revisions.filter_objects(mini, units)
    assert [row.sheet.key for row in revised.content.objects] == ["wool_blanket"]
    assert {row.object_key for row in revised.content.labels} == {"wool_blanket"}
    assert [(c.subject, c.after, c.reason) for c in revised.changes] == [
        ("glass_marble", "dropped: not_discrete", ""),
        ("kebab_skewer", "dropped: hidden_mechanism", "Seen again."),
    ]


def test_an_adjudicated_unsure_keeps_the_object(mini):
    unsure = adjudicated("discrete", "unsure")
    revised = revisions.filter_objects(
        mini, [unit("glass_marble", discrete=unsure, hidden_mechanism="no")]
    )
    assert (len(revised.content.objects), revised.changes) == (3, ())


@pytest.mark.parametrize(
    ("revise", "problem"),
    [
        (revisions.filter_objects, "The catalogue has no such object."),
        (revisions.refine_properties, "The catalogue has no such object."),
        (revisions.refine_definitions, "The catalogue has no such affordance."),
        (revisions.relabel, "The catalogue has no such pair."),
    ],
)
def test_a_unit_that_the_catalogue_has_not_is_named(mini, revise, problem):
    (misfit,) = revise(mini, [unit("splindow vrelk")]).misfits
    assert str(misfit) == f"splindow vrelk: {problem}"


def test_a_changed_definition_gets_both_texts(mini):
    changed = unit(
        FOLD,
        verdict="change",
        definition=adjudicated("definition", "It lies double."),
        conditions=adjudicated("conditions", "It is limp."),
    )
    revised = revisions.refine_definitions(mini, [changed])
    (row,) = [row for row in revised.content.affordances if row.key == FOLD]
    assert (row.definition, row.conditions, row.requires) == ("It lies double.", "It is limp.", 3)
    assert [change.subject for change in revised.changes] == [
        "fold_flat, definition",
        "fold_flat, conditions",
    ]


def test_a_dropped_affordance_takes_its_labels_along(mini):
    dropped = unit(LIGHT, verdict="drop", reason=adjudicated("reason", "Custom decides it."))
    revised = revisions.refine_definitions(mini, [dropped])
    assert LIGHT not in {row.key for row in revised.content.affordances}
    assert all(LIGHT not in told for told in labels_of(revised.content.labels).values())
    assert [change.reason for change in revised.changes] == ["Custom decides it."]


def test_a_kept_definition_changes_nothing(mini):
    assert revisions.refine_definitions(mini, [unit(FOLD, verdict="keep")]).changes == ()


def test_wrong_values_go_with_all_their_parts_and_missing_ones_come_to_the_whole(mini):
    edited = unit("kebab_skewer", wrong=["surface:smooth"], missing=["shape:rectangular"])
    content = revisions.refine_properties(mini, [edited]).content
    (sheet,) = [row.sheet for row in content.objects if row.sheet.key == "kebab_skewer"]
    values = {(p.dimension, p.value, p.part) for p in sheet.properties}
    assert not [value for value in values if value[1] == "smooth"]
    assert (Dimension.SHAPE, "rectangular", "") in values


def test_values_that_do_not_stand_in_the_catalogue_are_named(mini):
    edited = unit("kebab_skewer", wrong=["material:wool"], missing=["shape:vrelk"])
    problems = [each.problem for each in revisions.refine_properties(mini, [edited]).misfits]
    assert problems == [
        "The catalogue does not list material:wool for it.",
        "The vocabulary has no shape:vrelk.",
    ]


def test_labels_say_how_people_decided_them(mini):
    units = [
        unit("glass_marble fold_flat", label="yes"),
        unit("glass_marble hold_liquid", label="no"),
        unit("glass_marble stand_on_end", label=adjudicated("label", "yes")),
        unit("glass_marble float_on_water", label=adjudicated("label", "unsure", "No weight.")),
    ]
    revised = revisions.relabel(mini, units)
    rows = rows_of(revised.content, "glass_marble")
    counted = rows[Decided.CONSENSUS, Raters.PEOPLE]
    decided = rows[Decided.ADJUDICATION, Raters.PEOPLE]
    assert (counted.yes, counted.no) == ((FOLD,), ("hold_liquid",))
    assert (decided.yes, decided.not_deducible) == (
        ("stand_on_end",),
        {"float_on_water": "No weight."},
    )
    assert len(rows[Decided.DRAFT, Raters.MODEL].answers()) == 5
    assert [(c.before, c.after) for c in revised.changes] == [
        ("no", "yes"),
        ("no", "yes"),
        ("no", "not_deducible"),
    ]


def test_a_label_that_models_voted_on_is_not_called_one_of_people(mini):
    # Three answered, two of them people.
    voted = unit("glass_marble fold_flat", label="yes", people=2)
    rows = rows_of(revisions.relabel(mini, [voted]).content, "glass_marble")
    assert rows[Decided.CONSENSUS, Raters.MODEL].yes == (FOLD,)


def test_games_that_are_still_right_stay_as_they_are(mini):
    # fold_flat is a wrong candidate of all four games of marble and skewer.
    labels = revisions.relabel(mini, [unit("glass_marble fold_flat", label="yes")]).content
    refilled = refill.refill(labels, seed=1)
    assert [game.key for game in refilled.fallen] == ["m0003", "m0004"]
    assert (refilled.kept, refilled.short) == (3, 2)
    assert refilled.content.games == tuple(
        game for game in mini.games if game.key not in ("m0003", "m0004")
    )


def test_without_a_change_all_games_stay(mini):
    refilled = refill.refill(mini, seed=1)
    assert (refilled.content, refilled.kept, refilled.new) == (mini, 5, 0)


KEYS = tuple(f"affordance_{letter}" for letter in "abcdefghijkl")


def catalogue(objects=24, each=3) -> CatalogueContent:
    """Object n has the affordances n, n + 1, n + 2 (of twelve, round and round)."""
    rows = []
    labels = []
    for number in range(objects):
        key = f"thing_{number:02}"
        yes = tuple(KEYS[(number + step) % len(KEYS)] for step in range(each))
        no = tuple(one for one in KEYS if one not in yes)
        rows.append(formats.ObjectRow(ObjectSheet(key, key, "A thing."), {}))
        labels.append(LabelRow(key, yes, no, {}, Decided.DRAFT, Raters.MODEL))
    affordances = tuple(formats.AffordanceRow(key, "d", "c", 1, {}) for key in KEYS)
    manifest = Manifest("v-1", "Things", "none", "canary", "By hand.")
    return CatalogueContent(manifest, (), tuple(rows), affordances, tuple(labels))


def with_games(content: CatalogueContent) -> CatalogueContent:
    """A game for each object, whose target is the first that it has: two games a target."""
    games = tuple(
        GameRow(
            f"g{place:04}",
            GameSpec(row.object_key, (row.yes[0], *row.no[:7]), row.yes[0]),
            Split.DEV if place % 3 == 0 else Split.TEST,
        )
        for place, row in enumerate(content.labels)
    )
    return replace(content, games=games)


def without(content: CatalogueContent, *gone: str) -> CatalogueContent:
    units = [unit(key, discrete="no", hidden_mechanism="no") for key in gone]
    return revisions.filter_objects(content, units).content


def test_new_games_go_to_the_rarest_targets():
    # thing_00 and thing_12 are both games of affordance_a, which is left with none.
    refilled = refill.refill(without(with_games(catalogue()), "thing_00", "thing_12"), seed=5)
    targets = [game.spec.target for game in refilled.content.games]
    assert (refilled.kept, refilled.new, refilled.short) == (22, 2, 0)
    assert {targets.count(key) for key in KEYS} == {2}


def test_new_games_are_right_by_the_labels_and_none_is_there_twice():
    refilled = refill.refill(without(with_games(catalogue()), "thing_00", "thing_07"), seed=5)
    labels = labels_of(refilled.content.labels)
    games = refilled.content.games
    assert all(refill.still_right(game, labels) for game in games)
    assert len({(game.spec.object_key, game.spec.target) for game in games}) == len(games)
    assert len({game.key for game in games}) == len(games)


def test_a_new_game_of_an_object_stays_in_the_split_of_its_other_games():
    before = with_games(catalogue())
    splits = {game.spec.object_key: game.split for game in before.games}
    refilled = refill.refill(without(before, "thing_00", "thing_07", "thing_12"), seed=5)
    assert {splits[g.spec.object_key] == g.split for g in refilled.content.games} == {True}


def test_the_same_seed_draws_the_same_games_and_another_one_others():
    content = without(with_games(catalogue()), *(f"thing_{n:02}" for n in range(6)))
    first, again, other = (refill.refill(content, seed=seed).content for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_game_whose_target_is_not_deducible_falls_away():
    content = with_games(catalogue())
    unsure = unit("thing_00 affordance_a", label=adjudicated("label", "unsure", "It depends."))
    refilled = refill.refill(revisions.relabel(content, [unsure]).content, seed=1)
    assert [game.key for game in refilled.fallen] == ["g0000"]


def test_labels_and_properties_written_out_are_read_again_without_an_error(mini):
    content = revisions.relabel(mini, [unit("glass_marble fold_flat", label="yes")]).content
    files = formats.catalogue_files(refill.refill(content, seed=1).content)
    reading = formats.read_catalogue(files)
    assert reading.errors == ()
    assert labels_of(reading.content.labels)["glass_marble"][FOLD] == Label.YES
