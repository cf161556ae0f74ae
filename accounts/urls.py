"""Addresses of the people's own pages; allauth serves the others."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("guest/", views.guest, name="account_guest"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("keep/", views.KeepView.as_view(), name="account_keep"),
    path("settings/", views.settings, name="account_settings"),
]
