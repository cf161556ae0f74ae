"""The two groups of staff and their permissions in the admin pages."""

from django.contrib.auth.models import Group, Permission

MODERATORS, OPERATORS = "Moderators", "Operators"

# Moderators see these. They change users who are not staff, delete strikes and handle reports.
SEEN = {
    "accounts": ("user", "rank", "ratingevent", "block"),
    "allauth_idp_oidc": ("client",),
    "games": ("game", "seat", "match", "move", "dealcommitment", "challenge", "report"),
    "matchmaking": ("slot", "strike", "rankedhour", "attendance"),
}
MODERATED = {
    *(f"{app}.view_{model}" for app, models in SEEN.items() for model in models),
    *("accounts.change_user", "matchmaking.delete_strike", "games.change_report"),
}
# Operators also end games, see tasks, announce ranked hours, reset second factors and read the
# audit log.
OPERATED = {
    *("games.change_game", "auditlog.view_logentry", "account.view_emailaddress"),
    *(f"matchmaking.{verb}_rankedhour" for verb in ("add", "change", "delete")),
    *(f"mfa.{verb}_authenticator" for verb in ("view", "delete")),
}


def bring_up_to_date() -> dict[str, Group]:
    """Create the groups or set their permissions to those above; return them by name."""
    permissions = {
        f"{permission.content_type.app_label}.{permission.codename}": permission
        for permission in Permission.objects.select_related("content_type")
    }
    groups = {}
    for name, codes in ((MODERATORS, MODERATED), (OPERATORS, MODERATED | OPERATED)):
        groups[name], _ = Group.objects.get_or_create(name=name)
        groups[name].permissions.set(permissions[code] for code in codes)
    return groups
