"""Addresses of the game pages."""

from django.urls import path

from games import api, belongings, profiles, replays, views

app_name = "games"
urlpatterns = [
    path("", views.home, name="home"),
    path("play/ai/", views.play_ai, name="play-ai"),
    path("tables/", views.tables, name="tables"),
    path("tables/new/", views.new_table, name="new-table"),
    path("game/<slug:game_id>/", views.game, name="game"),
    path("game/<slug:game_id>/join/", views.join, name="join"),
    path("game/<slug:game_id>/again/", views.again, name="again"),
    path("game/<slug:game_id>/replay/", replays.replay, name="replay"),
    path("game/<slug:game_id>/record.json", views.record, name="record"),
    path("accounts/data.json", belongings.export, name="my-data"),
    path("accounts/delete/", belongings.delete, name="delete-account"),
    path("players/<str:name>/", profiles.player, name="player"),
    path("players/<str:name>/games/", profiles.history, name="past"),
    path("players/<str:name>/games.json", profiles.as_json, name="past-json"),
    path("players/<str:name>/games.csv", profiles.as_csv, name="past-csv"),
    path("players/<str:name>/mute/", profiles.mute, name="mute"),
    path("learn/", views.learn, name="learn"),
    path("api/deals/", api.DealsView.as_view(), name="api-deals"),
    path("api/games/<slug:game_id>/", api.GameView.as_view(), name="api-game"),
    path("api/games/<slug:game_id>/replay/", replays.ReplayView.as_view(), name="api-replay"),
    path("api/games/<slug:game_id>/review/", replays.ReviewView.as_view(), name="api-review"),
    path("api/games/<slug:game_id>/past/", replays.PastView.as_view(), name="api-past"),
    path("api/games/<slug:game_id>/act/", api.ActView.as_view(), name="api-act"),
]
