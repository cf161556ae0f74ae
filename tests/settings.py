"""Settings of a test run, with real services and a separate folder."""

import os
import tempfile
from pathlib import Path

# one folder per run, which the environment may name
FOLDER = Path(os.environ.get("TEST_DATA_DIR") or tempfile.mkdtemp(prefix="density-test-"))
FOLDER /= os.environ.get("PYTEST_XDIST_WORKER", "")
os.environ["DATA_DIR"] = str(FOLDER)
(FOLDER / "static").mkdir(parents=True, exist_ok=True)
os.environ.pop("REDIS_URL", None)
os.environ.pop("DATABASE_URL", None)

from density.settings import *  # noqa: E402, F403
from density.settings import DATABASES, INSTALLED_APPS  # noqa: E402
from games import coach  # noqa: E402

INSTALLED_APPS.insert(INSTALLED_APPS.index("games"), "tests.goofspiel")  # docs/ADD_A_GAME.md

coach.LONGEST_REST = 0.0
DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
