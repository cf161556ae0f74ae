"""Addresses of the versioned API, and of its documentation."""

from django.urls import path

from density.api import docs, games, players, queue, site, tables

app_name = "api"
OPERATIONS = [
    path("api/v1/account/", players.Account.as_view()),
    path("api/v1/players/", players.Players.as_view()),
    path("api/v1/players/<str:name>/", players.Player.as_view()),
    path("api/v1/players/<str:name>/ratings/", players.Ratings.as_view()),
    path("api/v1/players/<str:name>/games/", players.History.as_view()),
    path("api/v1/friends/", players.Friends.as_view()),
    path("api/v1/friends/<str:name>/", players.Friend.as_view()),
    path("api/v1/tables/", tables.Tables.as_view()),
    path("api/v1/tables/<slug:game_id>/players/", tables.Players.as_view()),
    path("api/v1/tables/<slug:game_id>/ai-players/", tables.AiPlayers.as_view()),
    path("api/v1/queue/", queue.Queue.as_view()),
    path("api/v1/games/<slug:game_id>/", games.Game.as_view()),
    path("api/v1/games/<slug:game_id>/stream/", games.Stream.as_view()),
    path("api/v1/games/<slug:game_id>/moves/", games.Moves.as_view()),
    path("api/v1/games/<slug:game_id>/pledge/", games.Pledges.as_view()),
    path("api/v1/games/<slug:game_id>/reveal/", games.Reveals.as_view()),
    path("api/v1/games/<slug:game_id>/match/", games.Matches.as_view()),
    path("api/v1/games/<slug:game_id>/replay/", games.FinishedMatch.as_view()),
    path("api/v1/games/<slug:game_id>/record/", games.Record.as_view()),
    path("api/v1/leaderboards/", site.Leaderboards.as_view()),
    path("api/v1/puzzles/daily/", site.DailyPuzzle.as_view()),
    path("api/v1/deals/", site.Deals.as_view()),
]
urlpatterns = [
    path("api/", docs.show_docs, name="docs"),
    path("api/v1/openapi.json", docs.show_schema, name="schema"),
    *OPERATIONS,
]
