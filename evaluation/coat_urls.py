"""The addresses of COAT catalogues, penalties, question sets and quizzes, for researchers."""

from django.urls import path

from evaluation.views import (
    coat_catalogues,
    coat_edits,
    coat_quizzes,
    coat_schemes,
    coat_sets,
    coat_units,
    question_runs,
    tuned_models,
)

app_name = "coat"
CATALOGUE = "catalogues/<slug:version>/"
SET = "sets/<slug:slug>/"
RUN = "runs/<slug:slug>/"
urlpatterns = [
    path("", coat_catalogues.catalogues, name="catalogues"),
    path("import/", coat_catalogues.take, name="import"),
    path(CATALOGUE, coat_catalogues.catalogue, name="catalogue"),
    path(f"{CATALOGUE}files.zip", coat_catalogues.files, name="files"),
    path(f"{CATALOGUE}utilities/<int:number>/", coat_catalogues.utility, name="utility"),
    path(f"{CATALOGUE}pairs/<int:number>/", coat_catalogues.pair, name="pair"),
    path(f"{CATALOGUE}objects/<int:number>/", coat_catalogues.thing, name="object"),
    path(f"{CATALOGUE}add/<slug:what>/", coat_edits.add, name="add"),
    path(f"{CATALOGUE}units/", coat_units.units, name="units"),
    path(f"{CATALOGUE}votes.jsonl", coat_units.votes, name="votes"),
    path(f"{CATALOGUE}units/<slug:kind>/<slug:form>.jsonl", coat_units.unit_file, name="unit_file"),
    path("tuned/", tuned_models.tuned_models, name="tuned_models"),
    path("tuned/<slug:slug>/", tuned_models.tuned_model, name="tuned_model"),
    path(
        "tuned/<slug:slug>/loss-<slug:size>-<slug:theme>.svg",
        tuned_models.chart,
        name="tuned_chart",
    ),
    path("schemes/", coat_schemes.schemes, name="schemes"),
    path("schemes/new/", coat_schemes.new, name="new_scheme"),
    path("schemes/<slug:slug>/<int:version>/", coat_schemes.scheme, name="scheme"),
    path("sets/", coat_sets.sets, name="sets"),
    path("sets/new/", coat_sets.new, name="new_set"),
    path(SET, coat_sets.question_set, name="set"),
    path(f"{SET}state/", coat_sets.state, name="set_state"),
    path(f"{SET}questions/<int:number>/", coat_sets.question, name="question"),
    path(f"{SET}files/<str:name>", coat_sets.document, name="set_file"),
    path(f"{SET}quizzes/new/", coat_quizzes.new, name="new_quiz"),
    path("quizzes/<int:quiz_id>/", coat_quizzes.quiz, name="quiz"),
    path("quizzes/<int:quiz_id>/close/", coat_quizzes.close, name="close_quiz"),
    path("quizzes/<int:quiz_id>/answers.jsonl", coat_quizzes.answers, name="quiz_answers"),
    path("results/", question_runs.results, name="results"),
    path("results/<slug:key>.csv", question_runs.table_file, name="table_file"),
    path(
        "results/charts/<slug:key>/<slug:size>/<slug:theme>.svg",
        question_runs.result_chart,
        name="result_chart",
    ),
    path("runs/", question_runs.run_list, name="runs"),
    path("runs/new/", question_runs.new, name="new_run"),
    path(RUN, question_runs.run, name="run"),
    path(f"{RUN}progress/", question_runs.progress, name="run_progress"),
    path(f"{RUN}card.json", question_runs.card, name="run_card"),
    path(f"{RUN}cancel/", question_runs.cancel, name="cancel_run"),
    path(f"{RUN}settings/", question_runs.settings, name="run_settings"),
    path(f"{RUN}steps/<slug:name>/", question_runs.step, name="run_step"),
]
