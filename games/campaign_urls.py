"""The researchers' addresses."""

from django.urls import path

from games.views import campaign_drafts, campaign_people, campaigns, exports, texts

app_name = "campaigns"
urlpatterns = [
    path("", campaigns.campaign_list, name="list"),
    path("new/", campaign_drafts.new, name="new"),
    path("<slug:slug>/", campaigns.campaign, name="campaign"),
    path("<slug:slug>/live/", campaigns.live, name="live"),
    path("<slug:slug>/edit/", campaign_drafts.edit, name="edit"),
    path("<slug:slug>/open/", campaigns.open_campaign, name="open"),
    path("<slug:slug>/pause/", campaigns.pause, name="pause"),
    path("<slug:slug>/close/", campaigns.close, name="close"),
    path("<slug:slug>/delete/", campaign_drafts.delete, name="delete"),
    path("<slug:slug>/people/", campaign_people.people, name="people"),
    path(
        "<slug:slug>/people/<int:participant_id>/exclude/", campaign_people.exclude, name="exclude"
    ),
    path(
        "<slug:slug>/people/<int:participant_id>/include/", campaign_people.include, name="include"
    ),
    path("<slug:slug>/codes/", campaign_people.codes, name="codes"),
    path("<slug:slug>/codes/codes.csv", campaign_people.codes_csv, name="codes-csv"),
    path("<slug:slug>/codes/reopen/", campaign_people.reopen, name="reopen"),
    path("<slug:slug>/export/", exports.export, name="export"),
    path("<slug:slug>/export/data.zip", exports.data, name="data"),
    path("<slug:slug>/texts/", texts.review, name="texts"),
    path("<slug:slug>/texts/keep/", texts.keep_all, name="keep_texts"),
]
