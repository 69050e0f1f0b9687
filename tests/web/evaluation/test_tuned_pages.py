"""Pages of tuned models and of a catalogue's units; both change nothing."""

import json

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from annotation.services import units as unit_imports
from evaluation.coat.variations import Kind
from evaluation.models import TunedModel
from tests import coat_raters, coat_rows, studies
from tests.tuned_rows import both, tuned

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(User.objects.create_user("researcher", is_staff=True))
    return client


def seen(client, name, *args):
    page = client.get(reverse(f"coat:{name}", args=args))
    assert page.status_code == 200
    return page.content.decode()


def test_an_empty_list_says_how_to_begin(desk):
    page = seen(desk, "tuned_models")
    assert "Here will be each model that was tuned" in page
    assert "manage.py tune sets/slices" in page


def test_the_list_takes_as_many_queries_with_two_as_with_one(desk, django_assert_num_queries):
    tuned()
    address = reverse("coat:tuned_models")
    desk.get(address)
    with django_assert_num_queries(3):
        assert "mine" in desk.get(address).content.decode()
    tuned(slug="yours")
    with django_assert_num_queries(3):
        assert "yours" in desk.get(address).content.decode()


def test_a_model_s_page_has_its_course_and_its_figures(desk):
    model = tuned()
    page = seen(desk, "tuned_model", model.slug)
    assert "Ready: 2 of 2 steps in 0.2 minutes." in page
    assert "Here will be the figures of both models" in page
    both(coat_rows.made(Kind.TASK_1, "11", size=10), model)
    page = seen(desk, "tuned_model", model.slug)
    assert "50.0% (23.7% to 76.3%)" in page and "100.0% (72.2% to 100.0%)" in page
    assert "Not told from chance: before." in page
    assert "+50.0 points (+11.7 to +76.3)" in page
    for size in ("wide", "narrow"):
        drawn = desk.get(reverse("coat:tuned_chart", args=[model.slug, size, "dark"]))
        assert drawn["Content-Type"] == "image/svg+xml"
    assert desk.get(reverse("coat:tuned_chart", args=["mine", "huge", "dark"])).status_code == 404


def test_a_failed_course_says_why(desk):
    model = tuned()
    TunedModel.objects.filter(pk=model.pk).update(status="failed", reason="No room.", folder="")
    assert "Failed after 2 of 2 steps. No room." in seen(desk, "tuned_model", model.slug)


def test_every_file_of_units_is_taken_by_a_study_of_its_kind(desk):
    catalogue = coat_rows.own()
    page = seen(desk, "units", catalogue.version)
    for kind, form in (("variable_values", "ideal"), ("material_ranking", "all")):
        address = reverse("coat:unit_file", args=[catalogue.version, kind, form])
        assert address in page
        sent = desk.get(address)
        name = f"own-{kind}{'' if form == 'all' else '-ideal'}.jsonl"
        assert sent["Content-Disposition"] == f'attachment; filename="{name}"'
        study = studies.study(units=0, kind=kind, slug=kind.replace("_", "-"))
        found = unit_imports.import_units(study, sent.content, name)
        assert found.errors == ()
        assert len(found.compared.new) == len(sent.content.splitlines()) > 0
        assert json.loads(sent.content.splitlines()[0])["object"]


def test_a_version_that_people_made_has_their_votes(desk):
    row = coat_rows.own()
    assert desk.get(reverse("coat:votes", args=["own"])).status_code == 404
    assert "How each value" not in seen(desk, "units", "own")
    coat_raters.kept_votes(row)
    assert "This version came from 2 publications: values, files." in seen(desk, "units", "own")
    assert desk.get(reverse("coat:votes", args=["own"])).content == b"{}\n"


@pytest.mark.parametrize(
    ("kind", "form"),
    [("object_affordance", "all"), ("object_utility", "common"), ("variable_values", "all")],
)
def test_there_are_no_other_units(desk, kind, form):
    address = reverse("coat:unit_file", args=[coat_rows.own().version, kind, form])
    assert desk.get(address).status_code == 404


def test_strangers_see_none_of_it_and_posts_are_refused(client):
    model, catalogue = tuned(), coat_rows.own()
    for address in (
        reverse("coat:tuned_models"),
        reverse("coat:tuned_model", args=[model.slug]),
        reverse("coat:tuned_chart", args=[model.slug, "wide", "light"]),
        reverse("coat:units", args=[catalogue.version]),
        reverse("coat:unit_file", args=[catalogue.version, "object_utility", "all"]),
    ):
        assert client.get(address).status_code == 302
        client.force_login(User.objects.get_or_create(username="r", is_staff=True)[0])
        assert client.post(address).status_code == 405
        client.logout()
