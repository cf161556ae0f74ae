"""What people did in their finished games, and the sums of it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_states_from_the_log"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("matches", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("fights", models.JSONField(default=dict)),
                ("surrenders", models.PositiveIntegerField(default=0)),
                ("saved", models.PositiveIntegerField(default=0)),
                ("dealt", models.PositiveIntegerField(default=0)),
                ("taken", models.PositiveIntegerField(default=0)),
                ("colors", models.JSONField(default=dict)),
                ("answers", models.PositiveIntegerField(default=0)),
                ("helped", models.PositiveIntegerField(default=0)),
                ("slug", models.CharField(max_length=32)),
                ("rated", models.BooleanField()),
                ("finished_at", models.DateTimeField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("seats", models.PositiveSmallIntegerField()),
                ("lives", models.PositiveSmallIntegerField()),
                ("best_score", models.IntegerField(null=True)),
                ("best_suit", models.CharField(blank=True, max_length=16)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="results",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["user", "-finished_at", "-id"], name="result_by_user_and_time"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="result_once_per_seat"),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1), ("place__lte", 4), ("seat__lt", 4)),
                        name="result_place_and_seat_range",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("matches", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("fights", models.JSONField(default=dict)),
                ("surrenders", models.PositiveIntegerField(default=0)),
                ("saved", models.PositiveIntegerField(default=0)),
                ("dealt", models.PositiveIntegerField(default=0)),
                ("taken", models.PositiveIntegerField(default=0)),
                ("colors", models.JSONField(default=dict)),
                ("answers", models.PositiveIntegerField(default=0)),
                ("helped", models.PositiveIntegerField(default=0)),
                ("slug", models.CharField(max_length=32)),
                ("rated", models.BooleanField()),
                ("games", models.PositiveIntegerField(default=0)),
                ("places", models.JSONField(default=dict)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "slug", "rated"), name="tally_once_per_person"
                    )
                ],
            },
        ),
    ]
