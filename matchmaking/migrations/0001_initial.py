"""The tables of the matchmaking as version 1.0 began with them, in place of the steps that led there."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import matchmaking.models


class Migration(migrations.Migration):
    replaces = [
        ("matchmaking", "0001_slots"),
        ("matchmaking", "0002_shared_tables"),
        ("matchmaking", "0003_ranked_hours"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        ("accounts", "__first__"),
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="RankedHour",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("queue", models.CharField(max_length=32)),
                (
                    "weekday",
                    models.PositiveSmallIntegerField(
                        choices=[
                            (0, "Monday"),
                            (1, "Tuesday"),
                            (2, "Wednesday"),
                            (3, "Thursday"),
                            (4, "Friday"),
                            (5, "Saturday"),
                            (6, "Sunday"),
                        ]
                    ),
                ),
                ("at", models.TimeField(verbose_name="local time")),
                (
                    "zone",
                    models.CharField(
                        default="UTC",
                        max_length=64,
                        validators=[matchmaking.models.check_zone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "minutes",
                    models.PositiveSmallIntegerField(
                        default=60,
                        help_text="How long it takes: from 30 to 180 minutes.",
                        validators=[
                            django.core.validators.MinValueValidator(30),
                            django.core.validators.MaxValueValidator(180),
                        ],
                    ),
                ),
                ("active", models.BooleanField(default=True)),
                ("reminded_of", models.DateTimeField(blank=True, editable=False, null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("weekday__lte", 6)), name="hour_on_a_weekday"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("minutes__range", (30, 180))), name="hour_length"
                    ),
                ],
            },
        ),
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
                ("asked_at", models.DateTimeField(blank=True, null=True)),
                ("agreed", models.BooleanField(blank=True, null=True)),
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
                (
                    "shared",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
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
            name="SecondQueue",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("queue", models.CharField(max_length=32)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                (
                    "slot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="second_queues",
                        to="matchmaking.slot",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["queue", "mu"], name="second_queue_waiting")],
                "constraints": [
                    models.UniqueConstraint(fields=("slot", "queue"), name="second_queue_once")
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
        migrations.CreateModel(
            name="Attendance",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("date", models.DateField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attendances",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "hour",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attendances",
                        to="matchmaking.rankedhour",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("hour", "date", "user"), name="attendance_once")
                ],
            },
        ),
    ]
