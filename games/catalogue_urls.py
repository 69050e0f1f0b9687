"""The addresses of the stored catalogues, for researchers."""

from django.urls import path

from games.views import catalogues

app_name = "catalogues"
urlpatterns = [
    path("", catalogues.catalogue_list, name="list"),
    path("<slug:version>/", catalogues.catalogue, name="catalogue"),
    path("<slug:version>/objects/", catalogues.objects, name="objects"),
    path("<slug:version>/objects/<slug:key>/", catalogues.thing, name="object"),
    path("<slug:version>/play/", catalogues.play, name="play"),
    path("<slug:version>/files.zip", catalogues.files, name="files"),
]
