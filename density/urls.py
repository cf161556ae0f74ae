"""Every address of the site, app by app."""

from django.contrib import admin
from django.urls import include, path

from accounts.limits import too_many
from accounts.views import LeaderboardsView, leaderboards
from density import csp_reports, installable
from games.registry import GAMES

# asked for by allauth, which has limits of its own
handler429 = too_many
handler400 = "density.unavailable.bad_request"
handler403 = "density.refusals.forbidden"
handler404 = "density.refusals.not_found"
handler500 = "density.unavailable.failed"

urlpatterns = [
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("leaderboards/", leaderboards, name="leaderboards"),
    path("api/leaderboards/", LeaderboardsView.as_view(), name="api-leaderboards"),
    path("manifest.webmanifest", installable.manifest, name="manifest"),
    path("worker.js", installable.worker, name="worker"),
    path("offline/", installable.offline, name="offline"),
    path("robots.txt", installable.robots, name="robots"),
    path(".well-known/security.txt", installable.security_txt, name="security-txt"),
    path("csp-reports/", csp_reports.log_report, name="csp-reports"),
    path("admin/", admin.site.urls),
    path("", include("matchmaking.urls")),
    path("", include("games.urls")),
    *(path("", include(game.urls)) for game in GAMES.values()),
]
