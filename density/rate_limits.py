"""Rate limits of addresses, users and e-mail addresses: how often in how many seconds."""

A_DAY = 86_400


def rate_limits(generous: int) -> dict[str, tuple[int, int]]:
    """Return settings.LIMITS: (how often, in how many seconds), multiplied; 0 is without limits.

    A name with _a_day is a second limit of the same.
    """
    limits = {
        "guests": (20, 600),
        "guests_a_day": (100, A_DAY),
        # accounts that are made, also of guests
        "signups": (5, 600),
        "signups_a_day": (20, A_DAY),
        "tables": (30, 600),
        # of an address, behind which there may be a school: opened in that time
        "tables_of_address": (300, 600),
        # and at the same time waiting for players, or played by users who are there
        "waiting_of_address": (30, 600),
        "games_of_address": (150, 600),
        "queue": (60, 600),
        "friends": (120, 600),
        "challenges": (20, 600),
        "challenges_of_pair": (8, 3600),
        "codes": (10, 900),
        "passwords": (20, 600),
        "mails": (6, 3600),
        "mails_a_day": (20, A_DAY),
        "push": (60, 600),
        "puzzles": (300, 600),
        "puzzles_of_address": (1500, 600),
        "csp_reports": (30, 600),
        # whole tables read for sockets, counted in each process: a burst, and as many in 10 seconds
        "snapshots_of_address": (400, 10),
        "snapshots_of_table": (200, 10),
        # the same of sockets that are opened, and of frames of any kind
        "handshakes_of_address": (20, 1),
        "frames_of_address": (2000, 2),
        # pages and files without pauses
        "pages_of_address": (60, 6),
    }
    return {name: (most * generous, seconds) for name, (most, seconds) in limits.items()}
