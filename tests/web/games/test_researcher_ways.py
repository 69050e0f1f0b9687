"""How a researcher gets on from the front page and from an address that there is not."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fixed_protocol")]
PLACES = ("/runs/", "/leaderboard/", "/oracles/", "/campaigns/", "/catalogues/")


@pytest.fixture
def researcher() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("rita", is_staff=True))
    return client


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_the_front_page_leads_a_researcher_to_sign_in(client):
    assert "Researchers sign in here" in page(client, "/")


def test_who_is_signed_in_gets_to_every_part_from_the_front_page(researcher):
    front = page(researcher, "/")
    assert all(f'href="{place}"' in front for place in PLACES)
    assert "Researchers sign in here" not in front


def test_a_missing_page_keeps_the_researcher_s_menu_and_speaks_of_no_game(researcher):
    missing = page(researcher, "/runs/nothing/")
    assert all(f'href="{place}"' in missing for place in PLACES)
    assert "another browser" not in missing


def test_a_missing_page_shows_a_player_no_menu(client):
    missing = page(client, "/plays/nothing/")
    assert 'href="/runs/"' not in missing and "another browser" in missing


def test_without_a_study_the_page_of_oracles_says_what_to_do(researcher):
    empty = page(researcher, "/oracles/")
    assert "Answers of the Oracle" in empty and "They read the object's description" in empty
    assert 'href="/annotations/new/"' in empty
