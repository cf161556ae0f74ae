"""Settings of the sites for browser tests."""

import os
from dataclasses import replace

from density.settings import *  # noqa: F403
from density.settings import INSTALLED_APPS, PUSH_SERVICES
from games import coach
from games.density_deck import game_type as density_deck
from games.positions import clocks

# on a machine busy with tests, a coach that gives way would be slow
coach.NICENESS, coach.LONGEST_REST = 0, 0.0
# there a browser may take long to send its part of a deal
clocks.SEAL_SECONDS = 30.0
INSTALLED_APPS.insert(INSTALLED_APPS.index("games"), "tests.goofspiel")  # docs/ADD_A_GAME.md
PUSH_SERVICES.extend(filter(None, [os.environ.get("TEST_PUSH_SERVICE")]))
# a fast hasher first; the default one for passwords set by operators' commands
HASHERS = "django.contrib.auth.hashers."
PASSWORD_HASHERS = [f"{HASHERS}MD5PasswordHasher", f"{HASHERS}PBKDF2PasswordHasher"]
# so that ranked games are short, and reviews take an eighth of their usual time
assert density_deck.GAME.ranked is not None
assert density_deck.GAME.reviewer is not None
density_deck.GAME = replace(
    density_deck.GAME,
    ranked=density_deck.GAME.ranked._replace(rules={"lives": 2}),
    reviewer=density_deck.GAME.reviewer._replace(samples=48),
)
