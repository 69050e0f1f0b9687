"""The addresses of sets of rules."""

from django.urls import path

from evaluation.views import rule_sets as views

app_name = "rules"
SET = "<slug:name>/<int:version>/"
urlpatterns = [
    path("", views.all_sets, name="rule_sets"),
    path("import/", views.import_set, name="import"),
    path(SET, views.rule_set, name="rule_set"),
    path(f"{SET}rules.jsonl", views.file, name="file"),
    path(f"{SET}score/", views.score, name="score"),
    path(f"{SET}rules/<slug:affordance>/", views.rule, name="rule"),
    path(f"{SET}rules/<slug:affordance>/edit/", views.edit, name="edit"),
]
