"""URLs of the pages that teach Rock Paper Scissors Extreme."""

from django.urls import path

from games.rps_extreme import views

app_name = "rps_extreme"
urlpatterns = [
    path("rules/rps-extreme/", views.show_rules, name="rules"),
    path("rules/rps-extreme/cards/", views.print_cards, name="cards"),
    path("learn/rps-extreme/", views.first_game, name="first-game"),
    path("api/learn/rps-extreme/", views.first_game_line, name="api-first-game"),
]
