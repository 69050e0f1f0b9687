"""The read-only lists of researchers."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from games.models import Participant, StoredAnswer
from games.rules import Answer
from games.services import turns
from tests import make

pytestmark = pytest.mark.django_db
LISTS = [
    "catalogue",
    "physicalobject",
    "game",
    "play",
    "turn",
    "storedanswer",
    "doubt",
    "modelcall",
    "oraclescore",
    "baselineplay",
    "mark",
    "modelmargin",
    "participant",
    "playprotocol",
    "storedruling",
]


def some_plays(count: int) -> None:
    game = make.game()
    for _ in range(count):
        play = make.play(of=game, participant=Participant.objects.create())
        turns.answer_turn(make.ask(play).pk, make.seats(Answer.YES), clock=lambda: make.NOW)


@pytest.mark.parametrize("name", LISTS)
def test_a_list_takes_as_many_queries_for_many_rows_as_for_few(
    researcher, name, django_assert_max_num_queries
):
    some_plays(12)
    with django_assert_max_num_queries(9):
        assert researcher.get(reverse(f"admin:games_{name}_changelist")).status_code == 200


@pytest.mark.parametrize("name", LISTS)
def test_others_are_asked_to_log_in(client, name):
    address = reverse(f"admin:games_{name}_changelist")
    assert client.get(address).status_code == 302
    client.force_login(User.objects.create_user("annotator"))
    assert client.get(address).status_code == 302


@pytest.mark.parametrize("name", ["play", "turn"])
@pytest.mark.parametrize("asked", ["outcome", "status__exact", "q"])
def test_a_filter_with_a_nul_is_one_without_it(researcher, name, asked):
    address = reverse(f"admin:games_{name}_changelist")
    response = researcher.get(address, {asked: "won\0"})
    assert response.wsgi_request.GET.dict() == {asked: "won"}
    assert response.status_code < 500


@pytest.mark.parametrize("name", LISTS)
def test_nothing_can_be_added(researcher, name):
    assert researcher.get(reverse(f"admin:games_{name}_add")).status_code == 403


def test_a_stored_answer_can_be_seen_but_not_changed_or_deleted(researcher):
    some_plays(1)
    row = StoredAnswer.objects.get()
    assert (
        researcher.get(reverse("admin:games_storedanswer_change", args=[row.pk])).status_code == 200
    )
    assert (
        researcher.post(reverse("admin:games_storedanswer_change", args=[row.pk])).status_code
        == 403
    )
    assert (
        researcher.post(reverse("admin:games_storedanswer_delete", args=[row.pk])).status_code
        == 403
    )
