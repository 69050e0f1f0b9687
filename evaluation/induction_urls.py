"""The addresses of inductions of rules."""

from django.urls import path

from evaluation.views import induction_launch as launch
from evaluation.views import inductions as views

app_name = "inductions"
ONE = "<slug:slug>/"
urlpatterns = [
    path("", views.all_inductions, name="list"),
    path("new/", launch.new, name="new"),
    path("new/spec/", launch.as_text, name="new_text"),
    path(ONE, views.induction, name="induction"),
    path(f"{ONE}progress/", views.progress, name="progress"),
    path(f"{ONE}prompts/", views.prompts, name="prompts"),
    path(f"{ONE}pause/", views.pause, name="pause"),
    path(f"{ONE}resume/", views.resume, name="resume"),
    path(f"{ONE}cancel/", views.cancel, name="cancel"),
    path(f"{ONE}calls/<int:call_id>/", views.call, name="call"),
]
