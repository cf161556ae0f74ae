"""Challenges to private tables."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """A table of its own, which the version before does not know."""

    dependencies = [
        ("games", "0017_kept_games"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Challenge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("options", models.JSONField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                            ("expired", "Expired"),
                        ],
                        default="open",
                        max_length=9,
                    ),
                ),
                (
                    "word",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Without a word"),
                            ("later", "Later, gladly"),
                            ("busy", "No time right now"),
                            ("options", "Rather with other options"),
                            ("enough", "Enough for today"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "challenged",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_received",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "challenger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_sent",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="challenges",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "open")),
                        fields=["made_at"],
                        name="challenge_open_by_time",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "open")),
                        fields=("challenger", "challenged"),
                        name="challenge_one_open_per_pair",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("challenger", models.F("challenged")), _negated=True),
                        name="challenge_another",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ("open", "accepted", "declined", "withdrawn", "expired"))
                        ),
                        name="challenge_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("word", ""), ("status", "declined"), _connector="OR"),
                        name="challenge_word_declines",
                    ),
                ],
            },
        ),
    ]
