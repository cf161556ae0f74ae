"""Addresses of a user's own pages; allauth serves the others."""

from allauth.account import views as allauth
from allauth.mfa.base import views as second_factor
from allauth.mfa.totp import views as totp
from django.urls import include, path

from accounts import views

urlpatterns = [
    path("guest/", views.guest, name="account_guest"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("keep/", views.KeepView.as_view(), name="account_keep"),
    path("settings/", views.settings, name="account_settings"),
    path("language/", views.choose_language, name="choose_language"),
    path("unmute/<int:number>/", views.unmute, name="account_unmute"),
    # what a guest has nothing of
    path("email/", views.not_for_guests(allauth.email), name="account_email"),
    path(
        "password/change/",
        views.not_for_guests(allauth.password_change),
        name="account_change_password",
    ),
    path("password/set/", views.not_for_guests(allauth.password_set), name="account_set_password"),
    path("2fa/", views.not_for_guests(second_factor.index), name="mfa_index"),
    path("2fa/authenticate/", views.type_code, name="mfa_authenticate"),
    path(
        "2fa/totp/activate/",
        views.not_for_guests(totp.activate_totp),
        name="mfa_activate_totp",
    ),
    path("2fa/", include("allauth.mfa.urls")),
]
