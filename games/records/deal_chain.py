"""The public log of deals as a page, as a signed file, and its signature of each day."""

from base64 import urlsafe_b64decode
from datetime import UTC, datetime
from typing import Any

import orjson
from django.conf import settings

from games.answers import LogKeys, SignedLog
from games.engine.log_signature import FORMAT, public_key, sign_entry
from games.models import DealCommitment, LogSignature
from games.records.game_log import MOST_DEALS, list_deals

# entries of the page, and answers of MOST_DEALS entries in one part of the file
ON_PAGE, PARTS = 25, 20


def signing_key() -> bytes:
    """Return the private key of the log."""
    return urlsafe_b64decode(f"{settings.DEAL_LOG_KEY.rstrip('=')}=")


def sign_log(now: datetime) -> None:
    """Sign the log as it is, once a day (UTC); an empty log is not signed."""
    day = now.astimezone(UTC).date()
    last = DealCommitment.objects.order_by("-sequence").first()
    if last is not None and not LogSignature.objects.filter(day=day).exists():
        signed = sign_entry(signing_key(), day.isoformat(), last.sequence, last.hash)
        LogSignature.objects.get_or_create(day=day, defaults=signed._asdict() | {"day": day})


def list_signatures(after: int, until: int) -> list[SignedLog]:
    """Return the signatures of entries after one sequence number and up to another."""
    rows = LogSignature.objects.filter(sequence__gt=after, sequence__lte=until)
    return [
        {
            "day": row.day.isoformat(),
            "sequence": row.sequence,
            "hash": row.hash,
            "key": row.key,
            "signature": row.signature,
        }
        for row in rows
    ]


def list_keys() -> LogKeys:
    """Return the public keys of the log, the current one first, and its newest signature."""
    older = LogSignature.objects.order_by("-day").values_list("key", flat=True)
    newest = LogSignature.objects.order_by("-day").first()
    return {
        "format": FORMAT,
        "keys": list(dict.fromkeys([public_key(signing_key()), *older])),
        "newest": None
        if newest is None
        else list_signatures(newest.sequence - 1, newest.sequence)[-1],
    }


def export_part(after: int) -> bytes:
    """Return a part of the log as JSON Lines: up to PARTS answers of /api/deals/, and signatures.

    The signatures are those of the entries in this part.
    """
    lines, last = [], after
    for _ in range(PARTS):
        deals = list_deals(last)
        if not deals:
            break
        lines.append(orjson.dumps({"deals": deals}, option=orjson.OPT_UTC_Z))
        last += len(deals)
        if len(deals) < MOST_DEALS:
            break
    lines.append(orjson.dumps({"signatures": list_signatures(after, last)}))
    return b"\n".join(lines) + b"\n"


def describe_log(before: int | None) -> dict[str, Any]:
    """Return the context of templates/games/deal_log.html: entries before one, newest first."""
    links = DealCommitment.objects.order_by("-sequence")
    newest = links.first()
    if before is not None:
        links = links.filter(sequence__lt=before)
    entries = list(links[:ON_PAGE])
    return {
        "entries": entries,
        # the numbers of the entries have no gaps
        "count": 0 if newest is None else newest.sequence,
        "older": entries[-1].sequence if entries and entries[-1].sequence > 1 else None,
        "newer": before is not None,
        "key": public_key(signing_key()),
        "signed": LogSignature.objects.order_by("-day").first(),
    }
