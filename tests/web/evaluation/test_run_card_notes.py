"""What a run card says for a paper: labels, split, chance, Oracle, code, how to cite."""

import pytest

from evaluation.models import Run, StoredReply
from evaluation.pages import card_notes, run_card
from games.models import Affordance, AffordanceLabel, Catalogue, Game
from tests import runs

pytestmark = pytest.mark.django_db
PROGRAM = {"questioner": {"kind": "greedy"}, "games": {"catalogue": "invented-1"}}


def card(run: Run) -> dict:
    return run_card.card_of(Run.objects.select_related("catalogue", "protocol").get(pk=run.pk))


def values(run: Run, title: str) -> list[str]:
    found = {section.title: section.lines for section in run_card.sections(card(run))}
    return [line.value for line in found[title]]


def ended(*outcomes: str, **fields) -> Run:
    return runs.finish(runs.run(games=runs.games(len(outcomes)), **fields), *outcomes)


def labelled(catalogue: Catalogue, **by) -> str:
    """What is said of so many labels by each kind of rater."""
    AffordanceLabel.objects.filter(physical_object__catalogue=catalogue).delete()
    things = list(catalogue.physical_objects.all())
    pairs = [(thing, one) for one in Affordance.objects.all() for thing in things]
    kinds = [raters for raters, count in by.items() for _ in range(count)]
    for (thing, affordance), raters in zip(pairs, kinds, strict=False):
        AffordanceLabel.objects.create(
            physical_object=thing, affordance=affordance, answer="yes", decided="draft",
            raters=raters,
        )  # fmt: skip
    return card_notes.labels_of(catalogue)


def test_who_gave_the_labels_is_counted_in_the_catalogue_s_rows():
    catalogue = ended("won").catalogue
    assert labelled(catalogue, model=3) == (
        "3 labels, all by a language model, none confirmed by people yet."
    )
    assert labelled(catalogue, people=2) == "2 labels, all by people."
    assert labelled(catalogue, people=1, model=3) == (
        "1 label by people, 3 by a language model alone."
    )


def test_the_catalogue_can_be_cited_with_its_licence_and_hash():
    run = ended("won")
    said = card(run)["catalogue"]
    assert said["licence"] == run.catalogue.licence
    assert run.catalogue.sha256 in said["cite"] and run.catalogue.version in said["cite"]


def test_chance_and_split_stand_beside_its_figures():
    run = ended("won", "lost")
    Game.objects.update(split="test")
    reading = card(run)["reading"]
    assert "Chance level: a guess without a question solves 12.5% of its games." in reading
    assert "Its games are of the split test of invented-1. Programs and prompts were not made on " \
        "them." in reading  # fmt: skip


def test_dev_games_are_told_from_test_games():
    run = ended("won", "lost")
    Game.objects.filter(key="run-1").update(split="test")
    Game.objects.filter(key="run-2").update(split="dev")
    [said] = [line for line in card(run)["reading"] if "split" in line]
    assert "of the split dev and test" in said and "play the split test alone" in said


@pytest.mark.parametrize(("dirty", "says"), [(True, True), (False, False)])
def test_uncommitted_changes_are_explained(dirty, says):
    run = ended("won", facts={"code": {"commit": "abc", "dirty": dirty}})
    assert ("uncommitted changes" in " ".join(card(run)["reading"])) is says


def test_a_bound_is_called_one():
    spec = {**PROGRAM, "questioner": {"kind": "optimal"}}
    assert "This player knows the hidden object." in " ".join(
        card(ended("won", spec=spec))["reading"]
    )


def test_turns_have_their_interval():
    # One question in the game that was solved; the other counts as all 20: (1 + 20) / 2.
    run = ended("won", "lost")
    turns = card(run)["figures"]["turns_of_all_an_unsolved_game_as_the_most"]
    assert turns == "10.5 turns, 95% bootstrap interval from 1.0 to 20.0, n = 2"


def test_a_program_s_card_has_no_limits_of_replies_and_no_rows_of_zeros():
    run = ended("won", spec={**PROGRAM, "sampling": {"temperature": 0}})
    StoredReply.objects.all().delete()
    assert set(values(run, "What it was asked to do")) == {"greedy", "invented-1"}
    assert values(run, "Calls, tokens and cost").count("no call of a model") == 3
    assert card(run)["spec"] == run.spec
