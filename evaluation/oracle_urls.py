"""The addresses of Oracles that are tried beside people."""

from django.urls import path

from evaluation.views import oracle_trials as views

app_name = "oracles"
STUDY = "<slug:slug>/<int:version>/"
urlpatterns = [
    path("", views.studies, name="studies"),
    path("candidates/<int:trial_id>/", views.trial, name="trial"),
    path("candidates/<int:trial_id>/resume/", views.resume, name="resume"),
    path("candidates/<int:trial_id>/choose/", views.choose, name="choose"),
    path(STUDY, views.study, name="study"),
    path(f"{STUDY}candidates/", views.candidates, name="candidates"),
    path(f"{STUDY}sample/", views.sample, name="sample"),
    path(f"{STUDY}try/", views.try_out, name="try"),
]
