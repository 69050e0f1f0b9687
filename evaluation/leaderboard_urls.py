"""The addresses of the leaderboard."""

from django.urls import path

from evaluation.views import leaderboard

app_name = "leaderboard"
urlpatterns = [
    path("", leaderboard.leaderboard, name="leaderboard"),
    path("figures/", leaderboard.figures, name="figures"),
    path("figures/<slug:name>/<slug:size>/<slug:theme>.svg", leaderboard.chart, name="chart"),
    path("leaderboard.csv", leaderboard.as_csv, name="csv"),
    path("leaderboard.json", leaderboard.as_json, name="json"),
]
