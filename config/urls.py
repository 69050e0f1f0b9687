"""The addresses of the whole site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("studies/", include("games.study_urls")),
    path("campaigns/", include("games.campaign_urls")),
    path("campaigns/", include("evaluation.urls")),
    path("runs/", include("evaluation.run_urls")),
    path("leaderboard/", include("evaluation.leaderboard_urls")),
    path("oracles/", include("evaluation.oracle_urls")),
    path("rules/inductions/", include("evaluation.induction_urls")),
    path("rules/", include("evaluation.rule_urls")),
    path("coat/", include("evaluation.coat_urls")),
    path("quiz/", include("evaluation.quiz_urls")),
    path("catalogues/", include("games.catalogue_urls")),
    path("workshop/", include("annotation.urls")),
    path("annotations/", include("annotation.study_urls")),
    path("annotate/", include("annotation.annotate_urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
