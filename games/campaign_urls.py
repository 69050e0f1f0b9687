"""The researchers' addresses."""

from django.urls import URLPattern

app_name = "campaigns"
urlpatterns: list[URLPattern] = []
