"""Follows and blocks, and for whom a user is there."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Everybody is open to all, also a user whom an older version adds meanwhile."""

    dependencies = [
        ("accounts", "0012_push"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="invites_from",
            field=models.CharField(
                choices=[
                    ("everyone", "Everybody with an account"),
                    ("followed", "Players whom I follow"),
                    ("nobody", "Nobody"),
                ],
                db_default="everyone",
                default="everyone",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="presence_for",
            field=models.CharField(
                choices=[
                    ("everyone", "Everybody with an account"),
                    ("followed", "Players whom I follow"),
                    ("nobody", "Nobody"),
                ],
                db_default="everyone",
                default="everyone",
                max_length=8,
            ),
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "blocked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocked_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "blocked"), name="block_once"),
                    models.CheckConstraint(
                        condition=models.Q(("owner", models.F("blocked")), _negated=True),
                        name="block_another",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "followed",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="follows",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "followed"), name="follow_once"),
                    models.CheckConstraint(
                        condition=models.Q(("owner", models.F("followed")), _negated=True),
                        name="follow_another",
                    ),
                ],
            },
        ),
    ]
