"""What names look like, and who may go on to log in with an address that was never confirmed."""

from typing import Any

from django.db import migrations, models

from accounts.names import skeleton_of

BATCH = 500


def note(apps: Any, schema_editor: Any) -> None:
    """Write down what names look like; the oldest of several keeps the look, the others share it."""
    users = apps.get_model("accounts", "User").objects
    seen: set[str] = set()
    batch: list[Any] = []
    fields = ("skeleton", "shares_skeleton", "keeps_email_login")
    for user in users.order_by("is_guest", "pk").only("name", "email", "is_guest").iterator(BATCH):
        user.skeleton = skeleton_of(user.name)
        user.shares_skeleton = user.skeleton in seen
        user.keeps_email_login = bool(user.email)
        seen.add(user.skeleton)
        batch.append(user)
        if len(batch) == BATCH:
            users.bulk_update(batch, fields)
            batch.clear()
    users.bulk_update(batch, fields)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_language"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="skeleton",
            field=models.CharField(db_index=True, default="", editable=False, max_length=255),
        ),
        migrations.AddField(
            model_name="user",
            name="shares_skeleton",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="user",
            name="keeps_email_login",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.RunPython(note, migrations.RunPython.noop, elidable=True),
    ]
