"""The rules of every game by its slug, as far as records are concerned.

The games lie above the engine: games.registry fills this in.
"""

from games.engine.contract import Rules

RULES: dict[str, Rules] = {}
