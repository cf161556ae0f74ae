"""The settings of the sites that browsers visit: what is chosen for tests alone."""

import os
from dataclasses import replace

from density.settings import *  # noqa: F403
from density.settings import INSTALLED_APPS, PUSH_SERVICES
from games import coach
from games.density_deck import game_type as density_deck

# the machine is busy with tests: a coach that gives way would wait until they are done
coach.NICENESS = 0
INSTALLED_APPS.insert(INSTALLED_APPS.index("games"), "tests.goofspiel")  # docs/ADD_A_GAME.md
PUSH_SERVICES.extend(filter(None, [os.environ.get("TEST_PUSH_SERVICE")]))
# a password is made in a moment; one that an operator's command made is read as well
HASHERS = "django.contrib.auth.hashers."
PASSWORD_HASHERS = [f"{HASHERS}MD5PasswordHasher", f"{HASHERS}PBKDF2PasswordHasher"]
# a ranked game is over after a few matches
assert density_deck.GAME.ranked is not None
density_deck.GAME = replace(
    density_deck.GAME, ranked=density_deck.GAME.ranked._replace(rules={"lives": 2})
)
