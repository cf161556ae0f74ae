"""URLs of the pages that teach Density Deck."""

from django.urls import path

from games.density_deck import puzzle_views, views

app_name = "density_deck"
urlpatterns = [
    path("rules/", views.show_rules, name="rules"),
    path("learn/first-game/", views.first_game, name="first-game"),
    path("learn/practice/", views.practice_page, name="practice"),
    path("learn/puzzles/", puzzle_views.show_puzzles, name="puzzles"),
    path("learn/puzzles/daily/", puzzle_views.daily_puzzle, name="daily-puzzle"),
    path("learn/puzzles/next/", puzzle_views.next_puzzle, name="next-puzzle"),
    path("learn/puzzles/<slug:fingerprint>/", puzzle_views.show_puzzle, name="puzzle"),
    path(
        "pictures/<slug:theme>/<slug:language>/puzzle/<slug:fingerprint>.png",
        puzzle_views.show_puzzle_picture,
        name="puzzle-picture",
    ),
    path("api/learn/practice/", views.practice_question, name="api-practice"),
    path("api/learn/first-game/", views.first_game_line, name="api-first-game"),
]
