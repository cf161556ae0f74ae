"""Addresses of the game pages."""

from django.urls import URLPattern

app_name = "games"
urlpatterns: list[URLPattern] = []
