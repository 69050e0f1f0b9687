"""The addresses of runs."""

from django.urls import path

from evaluation.views import (
    compare,
    fixed_lists,
    launch,
    replay,
    replies,
    run_exports,
    run_figures,
    run_steps,
    runs,
)

app_name = "runs"
urlpatterns = [
    path("", runs.run_list, name="runs"),
    path("new/", launch.new, name="new"),
    path("new/toml/", launch.from_toml, name="new_toml"),
    path("lists/", fixed_lists.all_lists, name="lists"),
    path("lists/<slug:name>/", fixed_lists.curated, name="list"),
    path("lists/<slug:name>.json", fixed_lists.curated_file, {"ending": "json"}, name="list_json"),
    path("lists/<slug:name>.csv", fixed_lists.curated_file, {"ending": "csv"}, name="list_csv"),
    path("lists/of/<slug:version>/", fixed_lists.shipped, name="shipped_list"),
    path(
        "lists/of/<slug:version>.json",
        fixed_lists.shipped_file,
        {"ending": "json"},
        name="shipped_list_json",
    ),
    path(
        "lists/of/<slug:version>.csv",
        fixed_lists.shipped_file,
        {"ending": "csv"},
        name="shipped_list_csv",
    ),
    path("compare/", compare.compare, name="compare"),
    path("compare/gain/<slug:size>/<slug:theme>.svg", compare.gain, name="compare_gain"),
    path("replay/<int:play_id>/", replay.replay, name="replay"),
    path("leaderboard.tex", run_exports.leaderboard_tex, name="leaderboard_tex"),
    # A run's address ends in a part of its key, so none hides the words above.
    path("<slug:slug>/", runs.run, name="run"),
    path("<slug:slug>/progress/", runs.progress, name="progress"),
    path("<slug:slug>/usage/", runs.usage, name="usage"),
    path("<slug:slug>/games/", runs.games, name="games"),
    path("<slug:slug>/card/", runs.card, name="card"),
    path("<slug:slug>/card.json", runs.card_json, name="card_json"),
    path("<slug:slug>/card.txt", runs.card_text, name="card_text"),
    path("<slug:slug>/figures/", run_figures.figures, name="figures"),
    path(
        "<slug:slug>/figures/<slug:name>/<slug:size>/<slug:theme>.svg",
        run_figures.chart,
        name="chart",
    ),
    path("<slug:slug>/figures.csv", run_figures.figures_csv, name="figures_csv"),
    path("<slug:slug>/replies/", replies.replies, name="replies"),
    path("<slug:slug>/replies.jsonl", replies.replies_file, name="replies_file"),
    path("<slug:slug>/export/", run_exports.export, name="export"),
    path("<slug:slug>/export/data.zip", run_exports.data, name="export_data"),
    path("<slug:slug>/export/<str:name>", run_exports.document, name="export_document"),
    path("<slug:slug>/pause/", run_steps.pause, name="pause"),
    path("<slug:slug>/resume/", run_steps.resume, name="resume"),
    path("<slug:slug>/cancel/", run_steps.cancel, name="cancel"),
    path("<slug:slug>/retry/", run_steps.retry, name="retry"),
    path("<slug:slug>/settings/", run_steps.settings, name="settings"),
]
