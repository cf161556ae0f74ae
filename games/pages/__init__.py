"""The pages around a game, by area: read the request, call one function, render."""
