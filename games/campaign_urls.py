"""The researchers' addresses."""

from django.urls import path

from games.views import campaign_people, campaigns, exports, texts

app_name = "campaigns"
urlpatterns = [
    path("", campaigns.campaign_list, name="list"),
    path("new/", campaigns.new, name="new"),
    path("<slug:slug>/", campaigns.campaign, name="campaign"),
    path("<slug:slug>/live/", campaigns.live, name="live"),
    path("<slug:slug>/open/", campaigns.open_campaign, name="open"),
    path("<slug:slug>/pause/", campaigns.pause, name="pause"),
    path("<slug:slug>/close/", campaigns.close, name="close"),
    path("<slug:slug>/delete/", campaigns.delete, name="delete"),
    path("<slug:slug>/people/", campaign_people.people, name="people"),
    path(
        "<slug:slug>/people/<int:participant_id>/exclude/", campaign_people.exclude, name="exclude"
    ),
    path("<slug:slug>/codes/", campaign_people.codes, name="codes"),
    path("<slug:slug>/codes/reopen/", campaign_people.reopen, name="reopen"),
    path("<slug:slug>/export/", exports.export, name="export"),
    path("<slug:slug>/export/data.zip", exports.data, name="data"),
    path("<slug:slug>/texts/", texts.review, name="texts"),
]
