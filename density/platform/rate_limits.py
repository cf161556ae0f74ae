"""The rate limits of users, networks and e-mail addresses, as listed in docs/SECURITY.md.

Those of one socket are in token_buckets.py, those of the web server in density.server.bounds.
"""

MINUTE, HOUR, DAY = 60, 3600, 86_400
TEN_MINUTES = 10 * MINUTE

# (uses, seconds); a name with _a_day or _a_minute is a second limit of the same use
LIMITS = {
    # shared by all processes (density.platform.limits.count_use)
    "guests": (20, TEN_MINUTES),
    "guests_a_day": (100, DAY),
    # new accounts, including guests who sign up
    "signups": (5, TEN_MINUTES),
    "signups_a_day": (20, DAY),
    # accounts that become bots of an owner
    "bots": (5, DAY),
    "codes": (10, 15 * MINUTE),
    "passwords": (20, TEN_MINUTES),
    "mails": (6, HOUR),
    "mails_a_day": (20, DAY),
    "tables": (30, TEN_MINUTES),
    # tables opened from one address, which may be that of a school
    "tables_of_address": (300, TEN_MINUTES),
    # its open tables that wait for players, and its running games with players present
    "waiting_of_address": (30, TEN_MINUTES),
    "games_of_address": (150, TEN_MINUTES),
    "queue": (60, TEN_MINUTES),
    "friends": (120, TEN_MINUTES),
    "challenges": (20, TEN_MINUTES),
    "challenges_of_pair": (8, HOUR),
    "reports": (10, TEN_MINUTES),
    "reports_a_day": (30, DAY),
    # per user, or per address of a visitor
    "searches": (120, TEN_MINUTES),
    # drawn for links to the site, per address; cached pictures do not count
    "pictures": (120, TEN_MINUTES),
    "puzzles": (300, TEN_MINUTES),
    "puzzles_of_address": (1500, TEN_MINUTES),
    # requests to the versioned API, of a user or of an address without one
    "api": (1200, TEN_MINUTES),
    # requests of programs for tokens of OAuth2, from one address; each may hash a secret
    "oauth": (300, TEN_MINUTES),
    "push": (60, TEN_MINUTES),
    # changes and tests of a user's webhook, and messages to it
    "webhooks": (30, TEN_MINUTES),
    "webhook_messages": (120, TEN_MINUTES),
    "csp_reports": (30, TEN_MINUTES),
    # monthly files that an address downloads
    "exports": (30, TEN_MINUTES),
    # per process, counted by allauth
    "login_forms": (30, MINUTE),
    "signup_forms": (20, MINUTE),
    "reset_forms": (20, MINUTE),
    "reset_forms_of_email": (5, MINUTE),
    "new_password_forms": (20, MINUTE),
    "email_forms": (10, MINUTE),
    "password_forms": (5, MINUTE),
    "reauthentications": (10, MINUTE),
    # per process, counted by token buckets: the burst, and the seconds in which it refills.
    # Whole tables sent to sockets, new sockets, frames of any kind
    "snapshots_of_address": (400, 10),
    "snapshots_of_table": (200, 10),
    "handshakes_of_address": (20, 1),
    "frames_of_address": (2000, 2),
    # pages and files before pauses begin
    "pages_of_address": (60, 6),
}
# limits that protect users rather than the site: the same on every site
FIXED = {
    # per account and address
    "wrong_passwords": (10, 15 * MINUTE),
    # per user at a table
    "talk_phrases": (1, 3),
    "talk_signs": (1, 5),
    "talk_texts": (1, 1),
    "talk_texts_a_minute": (10, MINUTE),
    # per user: notifications of a kind
    "push_short": (1, 30 * MINUTE),
    "push_hour": (1, 30 * MINUTE),
    "push_invite": (1, MINUTE),
}
# by allauth's action: our limits, and what each counts by (ip, user, or the key that was typed)
ALLAUTH = {
    "login": {"login_forms": "ip"},
    "signup": {"signup_forms": "ip"},
    "reset_password": {"reset_forms": "ip", "reset_forms_of_email": "key"},
    "reset_password_from_key": {"new_password_forms": "ip"},
    "manage_email": {"email_forms": "user"},
    "change_password": {"password_forms": "user"},
    "reauthenticate": {"reauthentications": "user"},
    "login_failed": {},  # wrong_passwords
    "confirm_email": {},  # mails
}


def rate_limits(generous: int) -> dict[str, tuple[int, int]]:
    """Return settings.LIMITS, with all but FIXED multiplied by `generous`; 0 means no limits."""
    return {name: (most * generous, seconds) for name, (most, seconds) in LIMITS.items()} | FIXED


def allauth_rates(limits: dict[str, tuple[int, int]]) -> dict[str, str]:
    """Return settings.ACCOUNT_RATE_LIMITS in allauth's notation; "" means no limit."""
    rates = {
        action: [f"{limits[name][0]}/{limits[name][1]}s/{per}" for name, per in rows.items()]
        for action, rows in ALLAUTH.items()
    }
    return {
        action: ",".join(rate for rate in of_action if rate[0] != "0")
        for action, of_action in rates.items()
    }
