"""Ranks, every change of them, and the scales they are told by; what people hide of theirs."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_mutes"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="hides_history",
            field=models.BooleanField(default=False, verbose_name="hides the games played"),
        ),
        migrations.AddField(
            model_name="user",
            name="hides_rating",
            field=models.BooleanField(default=False, verbose_name="hides the rating"),
        ),
        migrations.CreateModel(
            name="Ladder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=32)),
                (
                    "mode",
                    models.CharField(
                        choices=[("ranked", "Ranked")], default="ranked", max_length=8
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("players", models.PositiveIntegerField(default=0)),
                ("lines", models.JSONField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("slug", "mode", "version"), name="ladder_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Luck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=32)),
                (
                    "mode",
                    models.CharField(
                        choices=[("ranked", "Ranked")], default="ranked", max_length=8
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("luck", models.FloatField()),
                ("pairs", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("slug", "mode", "version"), name="luck_once"),
                    models.CheckConstraint(
                        condition=models.Q(("luck__gt", 0)), name="luck_is_never_nothing"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Rank",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=32)),
                (
                    "mode",
                    models.CharField(
                        choices=[("ranked", "Ranked")], default="ranked", max_length=8
                    ),
                ),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("games", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("rating", models.IntegerField()),
                ("standing", models.FloatField()),
                ("best", models.IntegerField(blank=True, null=True)),
                ("rung", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("rated_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ranks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["slug", "mode", "-standing"], name="rank_by_standing"),
                    models.Index(fields=["slug", "mode", "-rated_at"], name="rank_by_time"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "slug", "mode"), name="rank_once"),
                    models.CheckConstraint(
                        condition=models.Q(("wins__lte", models.F("games"))),
                        name="rank_wins_are_games",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sigma__gt", 0)), name="rank_is_never_certain"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("best__isnull", True), ("rung__isnull", True)),
                            models.Q(("best__isnull", False), ("rung__isnull", False)),
                            _connector="OR",
                        ),
                        name="rank_best_with_rung",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=12)),
                ("slug", models.CharField(max_length=32)),
                (
                    "mode",
                    models.CharField(
                        choices=[("ranked", "Ranked")], default="ranked", max_length=8
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("seat", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("left", models.BooleanField(default=False)),
                ("luck", models.FloatField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu_after", models.FloatField()),
                ("sigma_after", models.FloatField()),
                ("rating_before", models.IntegerField()),
                ("rating_after", models.IntegerField()),
                ("rung_before", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("rung_after", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("lines", models.JSONField(default=list)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_events",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["user", "slug", "mode", "-at"], name="rating_event_by_user"
                    ),
                    models.Index(fields=["slug", "mode", "-at"], name="rating_event_by_time"),
                    models.Index(fields=["game"], name="rating_event_by_game"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "game"), name="rating_event_once"),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1)), name="rating_event_has_a_place"
                    ),
                ],
            },
        ),
    ]
