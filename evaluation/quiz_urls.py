"""The addresses of a quiz for whoever has its link; no account."""

from django.urls import path

from evaluation.views import quiz as views

app_name = "quiz"
urlpatterns = [
    path("<uuid:token>/", views.landing, name="landing"),
    path("<uuid:token>/question/", views.question, name="question"),
    path("<uuid:token>/delete/", views.delete, name="delete"),
]
