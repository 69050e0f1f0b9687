"""The addresses of researchers' annotation studies."""

from django.urls import path

from annotation.views import (
    adjudicated,
    adjudication,
    agreement,
    exports,
    model_raters,
    publications,
    questions,
    rater_figures,
    raters,
    studies,
    units,
)

app_name = "annotations"
STUDY = "<slug:slug>/<int:version>/"
RATER = f"{STUDY}raters/<int:rater_id>/"
AGREEMENT = f"{STUDY}agreement/<slug:question>/"
DECISION = f"{STUDY}adjudication/<int:unit_id>/"
urlpatterns = [
    path("", studies.study_list, name="list"),
    path("new/", studies.new, name="new"),
    path(STUDY, studies.study, name="study"),
    path(f"{STUDY}edit/", studies.edit, name="edit"),
    path(f"{STUDY}guidelines/", studies.guidelines, name="guidelines"),
    path(f"{STUDY}open/", studies.open_study, name="open"),
    path(f"{STUDY}close/", studies.close, name="close"),
    path(f"{STUDY}reopen/", studies.reopen, name="reopen"),
    path(f"{STUDY}next-version/", studies.next_version, name="next_version"),
    path(f"{STUDY}delete/", studies.delete, name="delete"),
    path(f"{STUDY}units/", units.unit_list, name="units"),
    path(f"{STUDY}units/upload/", units.upload, name="upload"),
    path(f"{STUDY}units/catalogue/", units.catalogue, name="catalogue"),
    path(f"{STUDY}units/example.<slug:file_format>", units.example, name="example"),
    path(f"{STUDY}units/<int:unit_id>/", units.unit, name="unit"),
    path(f"{STUDY}units/<int:unit_id>/remove/", units.remove, name="remove_unit"),
    path(f"{STUDY}raters/", raters.raters, name="raters"),
    path(f"{STUDY}raters/invite/", raters.invite, name="invite"),
    path(f"{STUDY}raters/invitations/<int:invitation_id>/revoke/", raters.revoke, name="revoke"),
    path(f"{STUDY}raters/add/", raters.add, name="add_rater"),
    path(f"{STUDY}raters/account/", raters.make_account, name="make_account"),
    path(f"{STUDY}raters/reset/", raters.reset_link, name="reset_link"),
    path(f"{RATER}adjudicator/", raters.adjudicator, name="adjudicator"),
    path(f"{RATER}remove/", raters.remove, name="remove"),
    path(f"{RATER}let-in/", raters.let_in, name="let_in"),
    path(f"{RATER}leave-out/", raters.leave_out, name="leave_out"),
    path(f"{RATER}take-back/", raters.take_back, name="take_back"),
    path(f"{STUDY}questions/", questions.questions, name="questions"),
    path(f"{STUDY}questions/<int:question_id>/", questions.answer, name="answer"),
    path(f"{STUDY}agreement/", agreement.agreement, name="agreement"),
    path(f"{AGREEMENT}matrix.csv", agreement.matrix, name="agreement_matrix"),
    path(f"{AGREEMENT}figures.json", agreement.figures, name="agreement_figures"),
    path(
        f"{AGREEMENT}disagreement-<slug:size>-<slug:theme>.svg",
        agreement.chart,
        name="agreement_chart",
    ),
    path(f"{STUDY}publish/", publications.publish, name="publish"),
    path(f"{STUDY}publications/<int:number>/", publications.publication, name="publication"),
    path(
        f"{STUDY}publications/<int:number>/<str:name>",
        publications.publication_file,
        name="publication_file",
    ),
    path(f"{STUDY}corrections/", publications.corrections, name="corrections"),
    path(f"{STUDY}raters/models/", model_raters.model_raters, name="model_raters"),
    path(RATER, rater_figures.rater, name="rater"),
    path(f"{RATER}delete/", model_raters.remove_model, name="remove_model"),
    path(f"{STUDY}export/", exports.export, name="export"),
    path(f"{STUDY}export/study.zip", exports.export_file, name="export_file"),
    path(f"{STUDY}adjudication/", adjudication.adjudication, name="adjudication"),
    path(f"{STUDY}adjudication/count/", adjudication.count, name="count"),
    path(f"{STUDY}adjudication/apart/", adjudication.apart, name="apart"),
    path(DECISION, adjudicated.unit, name="adjudicate"),
    path(f"{DECISION}second-look/", adjudicated.second_look, name="second_look"),
    path(f"{DECISION}take-back/", adjudicated.take_back, name="undecide"),
]
