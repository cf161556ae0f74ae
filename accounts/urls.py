"""Addresses of the people's own pages; allauth serves the others."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
