"""All rate limits of users, addresses and e-mail addresses; docs/SECURITY.md lists the same.

Those of a socket are in token_buckets.py, and those of the web server in density.server.bounds.
"""

MINUTE, HOUR, DAY = 60, 3600, 86_400
TEN_MINUTES = 10 * MINUTE

# how often, in how many seconds; a name with _a_day or _a_minute is a second limit of the same
LIMITS = {
    # counted by all processes together: density.platform.limits.count_use
    "guests": (20, TEN_MINUTES),
    "guests_a_day": (100, DAY),
    # accounts that are made, also of guests
    "signups": (5, TEN_MINUTES),
    "signups_a_day": (20, DAY),
    "codes": (10, 15 * MINUTE),
    "passwords": (20, TEN_MINUTES),
    "mails": (6, HOUR),
    "mails_a_day": (20, DAY),
    "tables": (30, TEN_MINUTES),
    # of an address, behind which there may be a school: opened in that time
    "tables_of_address": (300, TEN_MINUTES),
    # and at the same time waiting for players, or played by users who are there
    "waiting_of_address": (30, TEN_MINUTES),
    "games_of_address": (150, TEN_MINUTES),
    "queue": (60, TEN_MINUTES),
    "friends": (120, TEN_MINUTES),
    "challenges": (20, TEN_MINUTES),
    "challenges_of_pair": (8, HOUR),
    "reports": (10, TEN_MINUTES),
    "reports_a_day": (30, DAY),
    # of a user, or of the address of a visitor without one
    "searches": (120, TEN_MINUTES),
    "puzzles": (300, TEN_MINUTES),
    "puzzles_of_address": (1500, TEN_MINUTES),
    "push": (60, TEN_MINUTES),
    "csp_reports": (30, TEN_MINUTES),
    # counted by allauth in each process
    "login_forms": (30, MINUTE),
    "signup_forms": (20, MINUTE),
    "reset_forms": (20, MINUTE),
    "reset_forms_of_email": (5, MINUTE),
    "new_password_forms": (20, MINUTE),
    "email_forms": (10, MINUTE),
    "password_forms": (5, MINUTE),
    "reauthentications": (10, MINUTE),
    # counted in each process by token buckets: a burst, and as many again in that time.
    # Whole tables read for sockets, sockets that are opened, frames of any kind
    "snapshots_of_address": (400, 10),
    "snapshots_of_table": (200, 10),
    "handshakes_of_address": (20, 1),
    "frames_of_address": (2000, 2),
    # pages and files without pauses
    "pages_of_address": (60, 6),
}
# those that keep users from one another, and not the site: on every site the same
FIXED = {
    # of an account and an address
    "wrong_passwords": (10, 15 * MINUTE),
    # of a user at a table
    "talk_phrases": (1, 3),
    "talk_signs": (1, 5),
    "talk_texts": (1, 1),
    "talk_texts_a_minute": (10, MINUTE),
    # notifications of a kind that a user gets
    "push_short": (1, 30 * MINUTE),
    "push_hour": (1, 30 * MINUTE),
    "push_invite": (1, MINUTE),
}
# what allauth calls its actions, and whom it counts: an address, a user, or what was typed
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
    """Return settings.LIMITS: all but the fixed ones multiplied; 0 is without limits."""
    return {name: (most * generous, seconds) for name, (most, seconds) in LIMITS.items()} | FIXED


def allauth_rates(limits: dict[str, tuple[int, int]]) -> dict[str, str]:
    """Return settings.ACCOUNT_RATE_LIMITS, in allauth's notation; "" is without limit."""
    rates = {
        action: [f"{limits[name][0]}/{limits[name][1]}s/{per}" for name, per in rows.items()]
        for action, rows in ALLAUTH.items()
    }
    return {action: ",".join(each for each in of if each[0] != "0") for action, of in rates.items()}
