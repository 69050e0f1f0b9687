"""The workshop's addresses."""

from django.urls import path

from annotation.views import candidates, drafts, sheets, uploads

app_name = "workshop"
urlpatterns = [
    path("", drafts.draft_list, name="list"),
    path("new/", drafts.new, name="new"),
    path("<slug:draft_slug>/", drafts.draft, name="draft"),
    path("<slug:draft_slug>/progress/", drafts.progress, name="progress"),
    path("<slug:draft_slug>/sheets/", drafts.draft_sheets, name="draft_sheets"),
    path("<slug:draft_slug>/folder.zip", drafts.folder_zip, name="folder"),
    path("<slug:draft_slug>/candidates/", uploads.candidates, name="candidates"),
    path("<slug:draft_slug>/vocabulary/", uploads.vocabulary, name="vocabulary"),
    path(
        "<slug:draft_slug>/vocabulary/stored.jsonl",
        uploads.stored_vocabulary,
        name="stored_vocabulary",
    ),
    path("<slug:draft_slug>/objects/", candidates.objects, name="objects"),
    path("<slug:draft_slug>/objects/<slug:key>/", sheets.sheet, name="object"),
    path(
        "<slug:draft_slug>/objects/<slug:key>/decide/",
        candidates.decide_object,
        name="decide_object",
    ),
    path("<slug:draft_slug>/affordances/", candidates.affordances, name="affordances"),
    path("<slug:draft_slug>/affordances/<slug:key>/", sheets.definition, name="affordance"),
    path(
        "<slug:draft_slug>/affordances/<slug:key>/decide/",
        candidates.decide_affordance,
        name="decide_affordance",
    ),
]
