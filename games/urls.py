"""Addresses of the game pages."""

from django.urls import path

from games.pages import (
    account_data,
    api,
    friends,
    profiles,
    replays,
    reports,
    tables,
    ways_on,
)

app_name = "games"
JSON, CSV = {"ending": "json"}, {"ending": "csv"}

urlpatterns = [
    path("", tables.home, name="home"),
    path("play/ai/", tables.play_ai, name="play-ai"),
    path("tables/", tables.tables, name="tables"),
    path("tables/new/", tables.new_table, name="new-table"),
    path("game/<slug:game_id>/", tables.game, name="game"),
    path("game/<slug:game_id>/join/", tables.join, name="join"),
    path("game/<slug:game_id>/again/", tables.again, name="again"),
    path("game/<slug:game_id>/resume/", tables.resume, name="resume"),
    path("game/<slug:game_id>/anew/", ways_on.anew, name="anew"),
    path("game/<slug:game_id>/outcome/", ways_on.outcome, name="outcome"),
    path("game/<slug:game_id>/replay/", replays.replay, name="replay"),
    path("game/<slug:game_id>/continue/", replays.go_on, name="continue"),
    path("game/<slug:game_id>/report/", reports.report_at_table, name="report-at-table"),
    path("game/<slug:game_id>/record.json", tables.record, name="record"),
    path("accounts/data.json", account_data.export, name="my-data"),
    path("accounts/delete/", account_data.delete, name="delete-account"),
    path("players/", profiles.players, name="players"),
    path("players/<str:name>/", profiles.player, name="player"),
    path("players/<str:name>/games/", profiles.show_history, name="history"),
    path("players/<str:name>/games.json", profiles.export_history, JSON, name="history-json"),
    path("players/<str:name>/games.csv", profiles.export_history, CSV, name="history-csv"),
    path("players/<str:name>/mute/", friends.relate, {"what": "mute"}, name="mute"),
    path("players/<str:name>/follow/", friends.relate, {"what": "follow"}, name="follow"),
    path("players/<str:name>/block/", friends.relate, {"what": "block"}, name="block"),
    path("players/<str:name>/challenge/", friends.challenge, name="challenge"),
    path("players/<str:name>/report/", reports.report, name="report"),
    path("friends/", friends.friends, name="friends"),
    path("challenges/", friends.notices, name="challenges"),
    path("challenges/<int:number>/accept/", friends.accept, name="accept-challenge"),
    path("challenges/<int:number>/decline/", friends.decline, name="decline-challenge"),
    path("challenges/<int:number>/withdraw/", friends.withdraw, name="withdraw-challenge"),
    path("learn/", tables.learn, name="learn"),
    path("api/players/", api.PlayersView.as_view(), name="api-players"),
    path("api/deals/", api.DealsView.as_view(), name="api-deals"),
    path("api/games/<slug:game_id>/", api.GameView.as_view(), name="api-game"),
    path("api/games/<slug:game_id>/replay/", api.ReplayView.as_view(), name="api-replay"),
    path("api/games/<slug:game_id>/review/", api.ReviewView.as_view(), name="api-review"),
    path("api/games/<slug:game_id>/mistakes/", api.MistakesView.as_view(), name="api-mistakes"),
    path("api/games/<slug:game_id>/past/", api.PastView.as_view(), name="api-past"),
    path("api/games/<slug:game_id>/act/", api.ActView.as_view(), name="api-act"),
]
