"""Who waits, who is seated, and who spoiled a game."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import matchmaking.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0003_states_from_the_log"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Slot",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="slot",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("queue", models.CharField(max_length=32)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("seated", "Seated")],
                        default="waiting",
                        max_length=7,
                    ),
                ),
                ("ticket", models.CharField(default=matchmaking.models.new_ticket, max_length=16)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("network", models.CharField(blank=True, max_length=32)),
                ("enqueued_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("beat_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("ready_by", models.DateTimeField(blank=True, null=True)),
                ("called", models.BooleanField(default=False)),
                ("announced_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="slots",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["queue", "mu"],
                        name="slot_waiting",
                    ),
                    models.Index(
                        condition=models.Q(("state", "seated")),
                        fields=["queue", "ready_by"],
                        name="slot_seated",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("announced_at__isnull", True),
                                ("called", False),
                                ("game__isnull", True),
                                ("ready_by__isnull", True),
                                ("seat__isnull", True),
                                ("state", "waiting"),
                            ),
                            models.Q(
                                ("game__isnull", False),
                                ("ready_by__isnull", False),
                                ("seat__isnull", False),
                                ("state", "seated"),
                            ),
                            _connector="OR",
                        ),
                        name="slot_waits_or_is_seated",
                    ),
                    models.UniqueConstraint(fields=("game", "seat"), name="slot_one_for_a_chair"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Strike",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=12)),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("no-show", "No Show"),
                            ("declined", "Declined"),
                            ("abandoned", "Abandoned"),
                        ],
                        max_length=9,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("count", models.PositiveSmallIntegerField()),
                ("until", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="strikes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["user", "-at"], name="strike_by_user")],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "game"), name="strike_once"),
                    models.CheckConstraint(
                        condition=models.Q(("reason__in", ("no-show", "declined", "abandoned"))),
                        name="strike_reason_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("count__gte", 1)), name="strike_counts_itself"
                    ),
                ],
            },
        ),
    ]
