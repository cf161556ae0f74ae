"""The root URLconf."""

from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path

from accounts.identity import oauth_endpoints
from accounts.views import show_leaderboards
from density.assets import installable
from density.operations import csp_reports
from density.platform.limits import too_many
from density.server import known_addresses
from games.registry import GAMES

# for allauth's own rate limits
handler429 = too_many
handler400 = "density.server.refusals.bad_request"
handler403 = "density.server.refusals.forbidden"
handler404 = "density.server.refusals.not_found"
handler500 = "density.server.refusals.show_failure"

urlpatterns = [
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("oauth/", include("accounts.identity.oauth_urls")),
    path(".well-known/openid-configuration", oauth_endpoints.show_discovery, name="discovery"),
    path(".well-known/oauth-authorization-server", oauth_endpoints.show_discovery),
    path("leaderboards/", show_leaderboards, name="leaderboards"),
    path("manifest.webmanifest", installable.show_manifest, name="manifest"),
    path("worker.js", installable.show_worker, name="worker"),
    path("offline/", installable.show_offline_page, name="offline"),
    path("robots.txt", known_addresses.show_robots, name="robots"),
    path("favicon.ico", known_addresses.redirect_favicon),
    path("sitemap.xml", sitemap, {"sitemaps": known_addresses.SITEMAPS}, name="sitemap"),
    path(".well-known/security.txt", known_addresses.security_txt, name="security-txt"),
    path(".well-known/change-password", known_addresses.change_password),
    path("about/<slug:name>/", known_addresses.legal_page, name="legal-page"),
    path("csp-reports/", csp_reports.log_report, name="csp-reports"),
    path("admin/", admin.site.urls),
    path("", include("density.api.urls")),
    path("", include("matchmaking.urls")),
    path("", include("games.urls")),
    *(path("", include(game.urls)) for game in GAMES.values()),
]
