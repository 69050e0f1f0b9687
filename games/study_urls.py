"""The volunteers' addresses."""

from django.urls import path

from games.views import journeys, studies

app_name = "studies"
urlpatterns = [
    path("<slug:slug>/", studies.landing, name="landing"),
    path("<slug:slug>/consent/", studies.consent, name="consent"),
    path("<slug:slug>/declined/", studies.declined, name="declined"),
    path("<slug:slug>/arrive/", studies.arrive, name="arrive"),
    path("<slug:slug>/resume/", studies.resume, name="resume"),
    path("<slug:slug>/mine/", journeys.mine, name="mine"),
    path("<slug:slug>/agreed/", journeys.agreed, name="agreed"),
    path("<slug:slug>/next/", journeys.next_game, name="next"),
    path("<slug:slug>/about/", journeys.about, name="about"),
    path("<slug:slug>/stop/", journeys.stop, name="stop"),
    path("<slug:slug>/data/", journeys.data, name="data"),
    path("<slug:slug>/end/", journeys.end, name="end"),
    path("<slug:slug>/withdraw/", journeys.withdraw, name="withdraw"),
    path("<slug:slug>/withdrawn/<str:receipt>/", journeys.withdrawn, name="withdrawn"),
]
