"""Django settings. Every deployment choice is an environment variable; the defaults embed all."""

from pathlib import Path
from typing import Any

from density import environment
from density.assets import translations
from density.operations.logging_config import logging_config
from density.platform.rate_limits import allauth_rates, rate_limits
from density.server.valkey import socket_url

BASE_DIR = Path(__file__).resolve().parent.parent

# The folder of the database, secret keys, Valkey's data and collected files.
DATA_DIR = environment.read_folder("DATA_DIR", BASE_DIR / ".data")

# --- for public sites -----------------------------------------------------------------------
DEBUG = environment.read_flag("DEBUG")
SECRET_KEY = environment.read_text("SECRET_KEY") or environment.secret_key(DATA_DIR)
# Former secret keys, with which sessions, links in mails and second factors remain valid.
SECRET_KEY_FALLBACKS = environment.read_words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = environment.read_words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.read_origins("CSRF_TRUSTED_ORIGINS")
https = environment.read_flag("HTTPS")
# Number of proxies in front that append to X-Forwarded-For; 0 ignores the header.
TRUSTED_PROXIES = environment.read_number("TRUSTED_PROXIES", 0, within=range(100))
DATABASES = {"default": environment.default_database(DATA_DIR / "density.sqlite3")}
# Pages that a web process renders at once, each with a database connection. Its sockets need 5 more
# connections, and a worker one per process.
PAGES_AT_ONCE = 16
REDIS_URL = environment.redis_url(socket_url(DATA_DIR))
globals().update(environment.read_mail(environment.read_text("EMAIL_URL", "console://")))
DEFAULT_FROM_EMAIL = environment.read_sender("EMAIL_FROM", "Density Deck <no-reply@localhost>")
# Where to report vulnerabilities, for /.well-known/security.txt: mailto:… or https://….
SECURITY_CONTACT = environment.read_contact("SECURITY_CONTACT")
# The folder of imprint.txt, privacy.txt and contact.txt, which every page links to.
LEGAL_PAGES = environment.read_text("LEGAL_PAGES")
# The URL of this site's source code, linked on every page.
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
    "allauth.idp.oidc",
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
    "density.server.refusals.ErrorResponses",
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
# English is in the code; every other language has a catalogue (density/locale) and formats
# (density/formats).
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
FILE_UPLOAD_PERMISSIONS = 0o600  # also of static files, which the site itself serves
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "density.assets.storage.HashedStorage"},
}

# --- Valkey: messages between processes, and work for the workers ------------------------------
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # previews of shared links, of up to half a megabyte each
    "pictures": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pictures",
        "OPTIONS": {"MAX_ENTRIES": 80},
    },
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
# Consumed in turn, so that deadlines never wait for slow AI players; for coach see games/coach.py.
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {"celery": {}, "ai": {}, "coach": {}}
CELERY_TASK_ROUTES = {
    **{
        f"games.{t}": {"queue": "coach"}
        for t in ("review_game", "mine_puzzles", "export_last_month")
    },
    **{f"games.{t}": {"queue": "ai"} for t in ("play_out", "take_bot_turns", "attribute_results")},
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT, CELERY_TASK_TIME_LIMIT = 40, 50  # exception, then kill
# Workers keep their database connections, so that they never compete with pages for one.
CELERY_DB_REUSE_MAX = 10**9

# Signs the public log of deals.
DEAL_LOG_KEY = environment.deal_log_key(DATA_DIR)

# Web Push: the site's key, and the allowed push services: a name, or *.name for its subdomains.
VAPID_PRIVATE_KEY = environment.vapid_key(DATA_DIR)
PUSH_SERVICES = [
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.push.services.mozilla.com",
    "*.notify.windows.com",
    "web.push.apple.com",
]

# Thinking time of AI players and pauses of matches: 1 is lifelike, 0 means none.
AI_PACE = environment.read_pace("AI_PACE", or_zero=True)
# Length of turns and absences: 1 is as in docs/RULES.md.
CLOCK_PACE = environment.read_pace("CLOCK_PACE")

# Lets users of one network meet at a ranked table; private addresses are never restricted.
RANKED_SAME_NETWORK = environment.read_flag("RANKED_SAME_NETWORK")
# Seats up to two AI players at a ranked table after a long wait.
RANKED_HOUSE_BOTS = environment.read_flag("RANKED_HOUSE_BOTS")

# Factor of the rate limits: 1 is generous for a home, a school needs more; 0 means no limits.
LIMITS = rate_limits(environment.read_number("LIMITS", 1))

# No uploads; density.server.bounds limits the size of bodies.
DATA_UPLOAD_MAX_NUMBER_FILES = 0

# --- accounts -------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.lockout.PasswordBackend",
    # for the sessions of guests and of earlier versions
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
    # names are unique by name_key, which this check does not know
    "auth.W004",
    # HSTS for subdomains and preload lists is up to the owner of the domain
    "security.W005",
    "security.W021",
    # the TLS proxy redirects to HTTPS; here it would be an endless loop if the proxy does not
    # send the scheme
    "security.W008",
]
LOGIN_REDIRECT_URL = "/"
SESSION_COOKIE_AGE = 365 * 24 * 3600  # guests can log in only by this cookie
ACCOUNT_ADAPTER = "accounts.identity.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.identity.forms.SignupForm",
    "login": "accounts.identity.forms.LoginForm",
    "add_email": "accounts.identity.forms.AddEmailForm",
    "change_password": "accounts.identity.forms.ChangePasswordForm",
    "set_password": "accounts.identity.forms.SetPasswordForm",
    "reauthenticate": "accounts.identity.forms.ReauthenticateForm",
    "reset_password": "accounts.identity.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.identity.forms.NewPasswordForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest may log in to an older account
ACCOUNT_CHANGE_EMAIL = True
# A used address can sign up again, but only one account can confirm it (decision 29).
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Density Deck: "
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = allauth_rates(LIMITS)

# Second factor: an authenticator app and recovery codes, without passkeys (decision 54).
MFA_ADAPTER = "accounts.identity.second_factor.SecondFactorAdapter"
MFA_TOTP_ISSUER = "Density Deck"
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "authenticate": "accounts.identity.second_factor.CodeForm",
    "reauthenticate": "accounts.identity.second_factor.CodeAgainForm",
    "activate_totp": "accounts.identity.second_factor.SetUpForm",
}

# OAuth2 for programs of other people: access for an hour, renewed until it rests this long, and for
# a year at most (accounts.identity.oauth).
IDP_OIDC_ADAPTER = "accounts.identity.oauth.OAuthAdapter"
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 90 * 24 * 3600

# The audit log (accounts.identity.audit) records changes by staff, but no moves, seats or sessions.
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

# --- browser security -----------------------------------------------------------------------
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
# Browsers accept cookies with this prefix only over TLS and from this very host, so that other
# subdomains cannot set them.
if https:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
# how long browsers insist on HTTPS
SECURE_HSTS_SECONDS = environment.read_number("HSTS_DAYS", 30) * 24 * 3600 if https else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if https else None

# --- logs and metrics -----------------------------------------------------------------------
LOGGING = logging_config()  # LOG_FORMAT, LOG_LEVEL, ACCESS_LOG
# Networks whose clients may read /healthz, /readyz and /metrics.
OPERATOR_NETWORKS = environment.read_networks("OPERATOR_NETWORKS", "127.0.0.0/8,::1")
# The port of the metrics of a process on localhost; the n-th process of a worker uses the port + n.
# 0 turns them off.
METRICS_PORT = environment.read_number("METRICS_PORT", 0, within=range(65_531))
