"""Every address of the site, app by app."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("", include("matchmaking.urls")),
    path("", include("games.urls")),
]
