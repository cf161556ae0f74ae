"""The settings of the sites that browsers visit: what is chosen for tests alone."""

import os

from density.settings import *  # noqa: F403
from density.settings import PUSH_SERVICES
from games import coach

# the machine is busy with tests: a coach that gives way would wait until they are done
coach.NICENESS = 0
PUSH_SERVICES.extend(filter(None, [os.environ.get("TEST_PUSH_SERVICE")]))
