"""Names look alike whatever stands between their letters; former names; when a user took one."""

from collections.abc import Iterator
from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from accounts.names import skeleton_of

BATCH = 500


def recompute_skeletons(apps: Any, schema_editor: Any) -> None:
    """Write what names look like by now; the oldest of several keeps the look, others share it.

    First all share theirs: else a new look might meet the old one of a user who comes later.
    """
    users = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    users.update(shares_skeleton=True)
    seen: set[str] = set()
    for batch in batches(users.order_by("is_guest", "pk").only("name").iterator(BATCH)):
        for user in batch:
            user.skeleton = skeleton_of(user.name)
            user.shares_skeleton = user.skeleton in seen
            seen.add(user.skeleton)
        users.bulk_update(batch, ("skeleton", "shares_skeleton"))


def batches(found: Iterator[Any]) -> Iterator[list[Any]]:
    """Yield the users in batches."""
    batch: list[Any] = []
    for user in found:
        batch.append(user)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


class Migration(migrations.Migration):
    """A new table, and a column that may be null, which the version before does not know."""

    replaces = [("accounts", "0016_former_names")]

    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="renamed_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("look", models.CharField(db_index=True, max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="former_names",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(recompute_skeletons, migrations.RunPython.noop, elidable=True),
    ]
