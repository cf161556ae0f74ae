"""Every deployment choice is one environment variable; the defaults run everything embedded."""

from pathlib import Path
from typing import Any

from density import environment
from density.assets import translations
from density.operations.logging_config import logging_config
from density.platform.rate_limits import allauth_rates, rate_limits
from density.server.valkey import socket_url

BASE_DIR = Path(__file__).resolve().parent.parent

# Where this site keeps what must survive: database, secret key, Valkey's log, collected files.
DATA_DIR = environment.read_folder("DATA_DIR", BASE_DIR / ".data")

# --- what a public site changes -------------------------------------------------------------
DEBUG = environment.read_flag("DEBUG")
SECRET_KEY = environment.read_text("SECRET_KEY") or environment.secret_key(DATA_DIR)
# Former secrets, while sessions, links in mails and second factors that were made with them count.
SECRET_KEY_FALLBACKS = environment.read_words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = environment.read_words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.read_origins("CSRF_TRUSTED_ORIGINS")
https = environment.read_flag("HTTPS")
# How many proxies in front of this site append to X-Forwarded-For; 0: the header is not read.
TRUSTED_PROXIES = environment.read_number("TRUSTED_PROXIES", 0, within=range(100))
DATABASES = {"default": environment.default_database(DATA_DIR / "density.sqlite3")}
# Pages that one web process makes at once. Each has a connection to the database; its sockets have
# 5 more, and a worker one for each of its processes.
PAGES_AT_ONCE = environment.read_number("PAGES_AT_ONCE", 16)
REDIS_URL = environment.redis_url(socket_url(DATA_DIR))
globals().update(environment.read_mail(environment.read_text("EMAIL_URL", "console://")))
DEFAULT_FROM_EMAIL = environment.read_sender("EMAIL_FROM", "Density Deck <no-reply@localhost>")
# where to report a weakness: mailto:… or https://…, for /.well-known/security.txt
SECURITY_CONTACT = environment.read_contact("SECURITY_CONTACT")
# The folder of imprint.txt, privacy.txt and contact.txt, which every page links to.
LEGAL_PAGES = environment.read_text("LEGAL_PAGES")
# Where the code of this site is to be had, linked on every page.
SOURCE_URL = environment.read_contact("SOURCE_URL")

# --- the apps -------------------------------------------------------------------------------
INSTALLED_APPS = [
    "density",
    "accounts",
    "games.density_deck",
    "games.rps_extreme",
    "games",
    "matchmaking",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "auditlog",
    "rest_framework",
    "channels",
    "csp",
    "density.apps.AdminPagesConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "density.operations.security_headers.SecurityHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "density.server.refusals.RefusalsOfTheApi",
    "density.server.double_press.DoublePress",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.identity.languages.ReadersLanguage",
    "accounts.zones.ReadersZone",
    "accounts.identity.audit.StaffChanges",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "density.platform.limits.TooManyPage",
    "density.operations.log_context.PageContext",
]
ROOT_URLCONF = "density.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["django.templatetags.i18n", "density.templatetags.scripts"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.pages.context_processors.add_games",
                "games.pages.context_processors.your_table",
                "games.pages.context_processors.add_draining",
                "games.pages.context_processors.add_challenges",
                "games.pages.context_processors.answered_reports",
            ],
        },
    },
]
LANGUAGE_CODE = "en"
# Each by its own name. English stands in the code; every other one has a catalogue (density/locale)
# and its formats (density/formats).
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
FORMAT_MODULE_PATH = "density.formats"
LOCALE_PATHS = [translations.compile_catalogues(DATA_DIR)]
LANGUAGE_COOKIE_NAME = "language"
TIME_ZONE = "UTC"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- files ----------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "density.assets.browser_catalogues.CatalogueFinder",
]
FILE_UPLOAD_PERMISSIONS = 0o600  # also of what is collected: the site serves it, and no proxy
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "density.assets.storage.HashedStorage"},
}

# --- Valkey: messages between processes, and work for the workers ------------------------------
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "shared": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "density",
    },
}
CELERY_BROKER_URL = environment.broker_of(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    "max_connections": 100,
}
# Taken from in turns: deadlines stand in no line with AI players that think long; games/coach.py
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {"celery": {}, "ai": {}, "coach": {}}
CELERY_TASK_ROUTES = {
    **{f"games.{t}": {"queue": "coach"} for t in ("review_game", "mine_puzzles")},
    **{f"games.{t}": {"queue": "ai"} for t in ("play_out", "take_bot_turns", "attribute_results")},
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT, CELERY_TASK_TIME_LIMIT = 40, 50  # it is asked to end, then killed
# Connections to the database are kept, so that a worker never waits for a place among pages.
CELERY_DB_REUSE_MAX = 10**9

# Web Push: the site's own key, and the services to which a browser may have its messages sent:
# a name, or *.name for all below it.
VAPID_PRIVATE_KEY = environment.vapid_key(DATA_DIR)
PUSH_SERVICES = [
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.push.services.mozilla.com",
    "*.notify.windows.com",
    "web.push.apple.com",
]

# How long AI players seem to think and matches pause: 1 is lifelike, 0 is at once.
AI_PACE = environment.read_pace("AI_PACE", or_zero=True)
# How long turns and absences take: 1 is what docs/RULES.md says.
CLOCK_PACE = environment.read_pace("CLOCK_PACE")

# Lets users of one network meet at a ranked table; private addresses count as no network.
RANKED_SAME_NETWORK = environment.read_flag("RANKED_SAME_NETWORK")
# Seats up to two AI players at a ranked table when a player has waited for too long.
RANKED_HOUSE_BOTS = environment.read_flag("RANKED_HOUSE_BOTS")

# How often something is done; 1 is generous for a home, more for a school; 0 is none.
LIMITS = rate_limits(environment.read_number("LIMITS", 1))

# No page uploads files; how large a body may be says density.server.bounds.
DATA_UPLOAD_MAX_NUMBER_FILES = 0

# --- accounts -------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.lockout.PasswordBackend",
    # for guests and for sessions from before
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name", "email"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SILENCED_SYSTEM_CHECKS = [
    # names are unique by their key (accounts.names), which this check does not see
    "auth.W004",
    # HSTS for other names and for browsers' lists is a choice of the domain's owner
    "security.W005",
    "security.W021",
    # the proxy that speaks TLS leads there; from here it would lead in a circle where the proxy
    # does not say by which scheme it was asked
    "security.W008",
]
LOGIN_REDIRECT_URL = "/"
SESSION_COOKIE_AGE = 365 * 24 * 3600  # a guest has nothing but this cookie
ACCOUNT_ADAPTER = "accounts.identity.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.identity.forms.SignupForm",
    "login": "accounts.identity.forms.LoginForm",
    "add_email": "accounts.identity.forms.AddEmailForm",
    "change_password": "accounts.identity.forms.ChangePasswordForm",
    "reauthenticate": "accounts.identity.forms.ReauthenticateForm",
    "reset_password": "accounts.identity.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.identity.forms.NewPasswordForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest may log in to an older account
ACCOUNT_CHANGE_EMAIL = True
# A known address may sign up again, unconfirmed; only one account can confirm it (decision 29).
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Density Deck: "
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = allauth_rates(LIMITS)

# The second factor: an app with codes, and codes on paper. Passkeys are left out (decision 54).
MFA_ADAPTER = "accounts.identity.second_factor.SecondFactorAdapter"
MFA_TOTP_ISSUER = "Density Deck"
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "authenticate": "accounts.identity.second_factor.CodeForm",
    "reauthenticate": "accounts.identity.second_factor.CodeAgainForm",
    "activate_totp": "accounts.identity.second_factor.SetUpForm",
}

# The audit log records changes by staff; it records no move, seat or session
# (accounts.identity.audit).
AUDITLOG_DISABLE_REMOTE_ADDR = True
AUDITLOG_CID_GETTER = "accounts.identity.audit.request_id"
AUDITLOG_INCLUDE_TRACKING_MODELS = [
    {
        "model": "accounts.User",
        "include_fields": [
            "name",
            "email",
            "is_active",
            "is_staff",
            "is_superuser",
            "sessions_ended",
        ],
        "mask_fields": ["email"],
        "mask_callable": "accounts.identity.audit.mask_value",
        "m2m_fields": ["groups", "user_permissions"],
    },
    {"model": "auth.Group", "m2m_fields": ["permissions"]},
    {"model": "mfa.Authenticator", "include_fields": ["user", "type"]},
    "matchmaking.Strike",
    "matchmaking.RankedHour",
]

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["density.server.refusals.NoBodyParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "EXCEPTION_HANDLER": "density.server.refusals.handle_exception",
}

# --- what a browser may do ------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "report-uri": "/csp-reports/",
    }
}
CSRF_FAILURE_VIEW = "density.server.refusals.csrf_failure"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = https
CSRF_COOKIE_HTTPONLY = True
# By these names a browser takes the cookies from this very host over TLS only: no name beside it
# can set them.
if https:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
# how long browsers remember that this name speaks TLS only
SECURE_HSTS_SECONDS = environment.read_number("HSTS_DAYS", 30) * 24 * 3600 if https else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if https else None

# --- what is written down -------------------------------------------------------------------
LOGGING = logging_config()  # LOG_FORMAT, LOG_LEVEL, ACCESS_LOG
# Who may read /healthz, /readyz and /metrics: clients of these networks, whom no proxy hides.
OPERATOR_NETWORKS = environment.read_networks("OPERATOR_NETWORKS", "127.0.0.0/8,::1")
# Where each process gives its numbers to this machine: a web server and a worker at the port, the
# n-th process of a worker at the port + n. 0: nowhere.
METRICS_PORT = environment.read_number("METRICS_PORT", 0, within=range(65_531))
