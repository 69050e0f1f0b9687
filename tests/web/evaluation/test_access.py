"""Every address of the app, by everybody else and with every method: none is left out."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from evaluation import tasks
from evaluation.models import FixedList, InductionCall, OracleTrial
from evaluation.run_exports import whole
from evaluation.services import oracle_samples, oracle_trials
from games.management import catalogue_folders
from games.models import Catalogue, Play
from games.services.catalogue import import_catalogue
from tests import asking, coat_raters, coat_rows, inducing, make, runs, trials, tuned_rows
from tests.lab import MINI
from tests.web.evaluation import ruled
from tests.web.evaluation.conftest import ended

pytestmark = pytest.mark.django_db
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NAMESPACES = ("runs", "oracles", "leaderboard", "evaluation", "rules", "coat", "inductions")
PUBLIC = ("quiz",)
# What of a comparison is asked for behind its address.
QUERIES = {"runs:compare_gain": "?a=run/invented&b=run/second"}


@dataclass(frozen=True)
class Route:
    """name: with its namespace. kwargs: the names of what its address is made of."""

    name: str
    kwargs: tuple[str, ...]


def routes() -> list[Route]:
    """Every route of the site that leads to a view of this app."""
    return list(_below(get_resolver(), ""))


def _below(resolver: URLResolver, namespace: str) -> Iterator[Route]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from _below(each, each.namespace or namespace)
        elif isinstance(each, URLPattern) and each.callback.__module__.startswith("evaluation."):
            yield Route(f"{namespace}:{each.name}", tuple(each.pattern.converters))


ROUTES = routes()


@pytest.fixture
def values(monkeypatch) -> dict[str, dict[str, object]]:
    """Namespace, or route -> what stands for each part of an address; all of it is stored."""
    for name in ("enqueue", "enqueue_scores", "enqueue_trial", "enqueue_set", "enqueue_induction"):
        monkeypatch.setattr(tasks, name, lambda ids: None)
    campaign = make.campaign(games=2, practice=False)
    ended(make.volunteer(campaign), "won", "lost")
    import_catalogue(catalogue_folders.files_in(MINI))
    catalogue = Catalogue.objects.get(version="mini-1")
    games = list(catalogue.games.order_by("key")[:3])
    for slug in ("invented", "second"):
        runs.finish(runs.run(games=games, slug=slug), "won", "lost", "won")
    FixedList.objects.create(
        name="mine", catalogue=catalogue, split="dev", sha256="0" * 64, questions=[]
    )
    trial = _trial(catalogue)
    chart = {"size": "wide", "theme": "light"}
    return coat_values() | {
        "runs": {
            "slug": "invented",
            "name": "mine",
            "version": catalogue.version,
            "play_id": Play.objects.filter(episode__run__slug="invented").first().pk,
            **chart,
        },
        "runs:chart": {"name": "turns"},
        "runs:export_document": {"name": whole.LATEX},
        "oracles": {"slug": trial.study.slug, "version": 1, "trial_id": trial.pk},
        "leaderboard": {"name": "success", **chart},
        "rules": {"name": "trial", "version": ruled.stored().version, "affordance": "fold_flat"},
        "evaluation": {"slug": campaign.slug, "name": "gain", **chart},
        "inductions": induction_values(),
    }


def induction_values() -> dict[str, object]:
    row = inducing.worked(inducing.created(), inducing.GoodModel())
    call = InductionCall.objects.filter(affordance__induction=row).first()
    return {"slug": row.slug, "call_id": call.pk}


def coat_values() -> dict[str, dict[str, object]]:
    quiz = coat_rows.quiz()
    scheme = coat_rows.scheme()
    coat_raters.kept_votes(quiz.question_set.catalogue)
    return {
        "coat": {
            "version": "own",
            "slug": quiz.question_set.slug,
            "name": "questions.jsonl",
            "number": 1,
            "what": "object",
            "part": "objects",
            "kind": "object_utility",
            "form": "all",
            "quiz_id": quiz.pk,
        },
        **coat_run_values(),
        "coat:scheme": {"slug": scheme.slug, "version": scheme.version},
        "coat:ask_again": {"version": "own", "number": coat_rows.asking().pk},
        "coat:tuned_model": {"slug": tuned_rows.tuned().slug},
        "coat:tuned_chart": {"slug": "mine", "size": "wide", "theme": "light"},
    }


def coat_run_values() -> dict[str, dict[str, object]]:
    """A whole run over a set, with its tables."""
    row = coat_rows.made(size=4)
    run = asking.play(asking.run(row), asking.Answerer(asking.right(row)))
    names = ("run", "run_progress", "run_card", "cancel_run", "run_settings", "run_step")
    names += ("run_usage", "run_letters_csv", "run_card_json", "run_card_text")
    names += ("export", "export_data")
    return {
        **{f"coat:{name}": {"slug": run.slug, "name": "pause"} for name in names},
        "coat:export_document": {"slug": run.slug, "name": "summary.json"},
        "coat:run_letters": {"slug": run.slug, "size": "wide", "theme": "light"},
        "coat:table_file": {"key": "sets"},
        "coat:result_chart": {"key": "bad-options", "size": "wide", "theme": "light"},
    }


def _trial(catalogue: Catalogue) -> OracleTrial:
    game = catalogue.games.first()
    study = trials.answer_study(catalogue)
    trials.asked(trials.stored(game, trials.QUESTIONS[0]), game)
    oracle_samples.sample(study, count=1, seed=1, now=make.NOW)
    return oracle_trials.create(study, trials.TABLE, now=make.NOW)


def addresses(namespace: str, values) -> dict[str, str]:
    """Route's name -> its address, with a query where there is nothing to see without."""
    found = {}
    for route in ROUTES:
        if route.name.startswith(f"{namespace}:"):
            known = values[namespace] | values.get(route.name, {})
            said = {part: known[part] for part in route.kwargs}
            found[route.name] = reverse(route.name, kwargs=said) + QUERIES.get(route.name, "")
    return found


def stored() -> list[list[dict[str, object]]]:
    models = [*apps.get_app_config("evaluation").get_models(), Play]
    return [list(model.objects.order_by("pk").values()) for model in models]


def test_every_namespace_of_the_app_is_walked():
    assert {route.name.partition(":")[0] for route in ROUTES} == {*NAMESPACES, *PUBLIC}


@pytest.mark.parametrize("namespace", NAMESPACES)
@pytest.mark.parametrize("signed_in", [False, True], ids=["stranger", "annotator"])
def test_others_are_led_to_the_sign_in_page_or_refused(namespace, signed_in, values):
    client = Client()
    if signed_in:
        client.force_login(User.objects.create_user("annotator"))
    before = stored()
    for name, address in addresses(namespace, values).items():
        seen = set()
        for method in METHODS:
            response = client.generic(method, address)
            assert response.status_code in (403 if signed_in else 302, 405), (name, method)
            if response.status_code == 302:
                assert response.url.startswith("/admin/login/?next="), (name, method)
            seen.add(response.status_code)
        assert seen & {302, 403}, name
    assert stored() == before


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_methods_that_nothing_takes_are_refused(namespace, researcher, values):
    before = stored()
    for name, address in addresses(namespace, values).items():
        for method in ("PUT", "PATCH", "DELETE"):
            assert researcher.generic(method, address).status_code == 405, (name, method)
    assert stored() == before


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_a_researcher_sees_every_page_and_looking_changes_nothing(namespace, researcher, values):
    before = stored()
    for name, address in addresses(namespace, values).items():
        looked = researcher.get(address)
        if looked.streaming:
            b"".join(looked.streaming_content)
        assert looked.status_code in (200, 302, 405), (name, looked.status_code)
        for method in ("HEAD", "OPTIONS"):
            assert researcher.generic(method, address).status_code < 500, (name, method)
    assert stored() == before
