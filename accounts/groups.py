"""The two groups of the staff, and what each may do in the admin pages."""

from collections.abc import Mapping

from django.contrib.auth.models import Group, Permission
from django.db.models import Q

MODERATORS, OPERATORS = "Moderators", "Operators"

# what moderators see, and what they change: users who are no staff, and strikes
SEEN = {
    "accounts": ("user", "rank", "ratingevent", "block"),
    "games": ("game", "seat", "match", "move", "dealcommitment", "challenge"),
    "matchmaking": ("slot", "strike", "rankedhour", "attendance"),
}
CHANGED = {"accounts": ("change_user",), "matchmaking": ("delete_strike",)}
# what operators do beyond that: end games and see tasks, announce ranked hours, reset second
# factors, read the log
OPERATED = {
    "games": ("change_game",),
    "matchmaking": ("add_rankedhour", "change_rankedhour", "delete_rankedhour"),
    "mfa": ("view_authenticator", "delete_authenticator"),
    "account": ("view_emailaddress",),
    "auditlog": ("view_logentry",),
}


def bring_up_to_date() -> dict[str, Group]:
    """Make the groups, or give them exactly what this version says; return them by name."""
    seen = {app: tuple(f"view_{name}" for name in names) for app, names in SEEN.items()}
    moderated = _permissions(seen) | _permissions(CHANGED)
    wanted = {MODERATORS: moderated, OPERATORS: moderated | _permissions(OPERATED)}
    groups = {}
    for name, permissions in wanted.items():
        groups[name], _ = Group.objects.get_or_create(name=name)
        groups[name].permissions.set(Permission.objects.filter(permissions))
    return groups


def _permissions(names: Mapping[str, tuple[str, ...]]) -> Q:
    found = Q()
    for app, codes in names.items():
        found |= Q(content_type__app_label=app, codename__in=codes)
    return found
