"""URLs of the game pages."""

from django.urls import path

from games.pages import (
    account_data,
    api,
    friends,
    home,
    profiles,
    replays,
    reports,
    tables,
    ways_on,
)

app_name = "games"
JSON, CSV = {"ending": "json"}, {"ending": "csv"}

urlpatterns = [
    path("", home.show_home, name="home"),
    path("home/part/", home.choose_part, name="home-part"),
    path("play/ai/", tables.play_ai, name="play-ai"),
    path("tables/", tables.show_tables, name="tables"),
    path("tables/new/", tables.new_table, name="new-table"),
    path("game/<slug:game_id>/", tables.show_game, name="game"),
    path("game/<slug:game_id>/join/", tables.join_page, name="join"),
    path("game/<slug:game_id>/again/", tables.play_again, name="again"),
    path("game/<slug:game_id>/resume/", tables.resume_page, name="resume"),
    path("game/<slug:game_id>/anew/", ways_on.play_like_this, name="anew"),
    path("game/<slug:game_id>/outcome/", ways_on.show_outcome, name="outcome"),
    path("game/<slug:game_id>/replay/", replays.show_replay, name="replay"),
    path("game/<slug:game_id>/continue/", replays.continue_game, name="continue"),
    path("game/<slug:game_id>/report/", reports.report_at_table, name="report-at-table"),
    path("game/<slug:game_id>/record.json", tables.download_record, name="record"),
    path("accounts/data.json", account_data.export_data, name="my-data"),
    path("accounts/delete/", account_data.delete_account, name="delete-account"),
    path("players/", profiles.show_players, name="players"),
    path("players/<str:name>/", profiles.show_player, name="player"),
    path("players/<str:name>/games/", profiles.show_history, name="history"),
    path("players/<str:name>/games.json", profiles.export_history, JSON, name="history-json"),
    path("players/<str:name>/games.csv", profiles.export_history, CSV, name="history-csv"),
    path("players/<str:name>/mute/", friends.set_relation, {"what": "mute"}, name="mute"),
    path("players/<str:name>/follow/", friends.set_relation, {"what": "follow"}, name="follow"),
    path("players/<str:name>/block/", friends.set_relation, {"what": "block"}, name="block"),
    path("players/<str:name>/challenge/", friends.challenge_page, name="challenge"),
    path("players/<str:name>/report/", reports.report_user, name="report"),
    path("friends/", friends.show_friends, name="friends"),
    path("challenges/", friends.show_notices, name="challenges"),
    path("challenges/<int:number>/accept/", friends.accept_page, name="accept-challenge"),
    path("challenges/<int:number>/decline/", friends.decline_page, name="decline-challenge"),
    path("challenges/<int:number>/withdraw/", friends.withdraw_page, name="withdraw-challenge"),
    path("learn/", tables.show_learn, name="learn"),
    path("deals/", replays.show_deals, name="deals"),
    path("api/players/", api.PlayersView.as_view(), name="api-players"),
    path("api/deals/", api.DealsView.as_view(), name="api-deals"),
    path("api/games/<slug:game_id>/", api.GameView.as_view(), name="api-game"),
    path("api/games/<slug:game_id>/replay/", api.ReplayView.as_view(), name="api-replay"),
    path("api/games/<slug:game_id>/review/", api.ReviewView.as_view(), name="api-review"),
    path("api/games/<slug:game_id>/mistakes/", api.MistakesView.as_view(), name="api-mistakes"),
    path("api/games/<slug:game_id>/past/", api.PastView.as_view(), name="api-past"),
    path("api/games/<slug:game_id>/act/", api.ActView.as_view(), name="api-act"),
]
