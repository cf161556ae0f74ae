"""URLs of the account pages; allauth adds the others."""

from allauth.account import views as allauth
from allauth.mfa.base import views as second_factor
from allauth.mfa.totp import views as totp
from django.urls import include, path

from accounts import views
from accounts.contact import push_pages, webhook_pages
from accounts.identity import app_pages, token_pages

urlpatterns = [
    path("guest/", views.become_guest, name="account_guest"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path(
        "keep/",
        views.SignupView.as_view(keeps=True, template_name="account/keep.html"),
        name="account_keep",
    ),
    path("keep/later/", views.keep_later, name="account_keep_later"),
    path("settings/", views.show_settings, name="account_settings"),
    path("language/", views.choose_language, name="choose_language"),
    path("push/subscribe/", push_pages.subscribe_browser, name="push_subscribe"),
    path("push/unsubscribe/<int:number>/", push_pages.unsubscribe_browser, name="push_unsubscribe"),
    path("push/choose/", push_pages.save_choices, name="push_choose"),
    path("push/stop/<str:token>/", push_pages.stop_notifications, name="push_stop"),
    # not for guests, who have no e-mail address, password, second factor, tokens, webhook or apps
    path("tokens/", views.not_for_guests(token_pages.show_tokens), name="account_tokens"),
    path("tokens/<int:number>/revoke/", token_pages.revoke_token, name="account_revoke_token"),
    path("webhook/", views.not_for_guests(webhook_pages.show_webhook), name="account_webhook"),
    path("apps/", views.not_for_guests(app_pages.show_apps), name="account_apps"),
    path("apps/new/", views.not_for_guests(app_pages.offer_app), name="account_offer_app"),
    path("apps/<slug:app_id>/", views.not_for_guests(app_pages.change_app), name="account_app"),
    path("apps/<slug:app_id>/revoke/", app_pages.revoke_app, name="account_revoke_app"),
    path("apps/<slug:app_id>/delete/", app_pages.delete_app, name="account_delete_app"),
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
