"""The addresses of figures and runs."""

from django.urls import path

from evaluation.views import figures as views

app_name = "evaluation"
urlpatterns = [
    path("<slug:slug>/figures/", views.figures, name="figures"),
    path("<slug:slug>/figures/<slug:name>/<slug:size>/<slug:theme>.svg", views.chart, name="chart"),
    path("<slug:slug>/plays/", views.plays, name="plays"),
    path("<slug:slug>/figures.json", views.figures_json, name="figures_json"),
    path("<slug:slug>/figures.csv", views.figures_csv, name="figures_csv"),
]
