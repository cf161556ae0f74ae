"""Puzzles, the ratings of users by them, and what they chose."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Tables of their own, which the version before does not know."""

    dependencies = [
        ("games", "0021_luck"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Puzzle",
            fields=[
                ("fingerprint", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("slug", models.CharField(max_length=32)),
                ("question", models.CharField(max_length=8)),
                ("situation", models.CharField(blank=True, max_length=8)),
                ("data", models.JSONField()),
                ("source", models.CharField(max_length=32)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("tries", models.PositiveIntegerField(default=0)),
                ("day", models.DateField(blank=True, null=True)),
                (
                    "added_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["slug", "question"], name="puzzle_by_question")],
                "constraints": [
                    models.UniqueConstraint(fields=("slug", "day"), name="puzzle_one_a_day"),
                    models.CheckConstraint(
                        condition=models.Q(("sigma__gt", 0)), name="puzzle_is_never_certain"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PuzzleAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(blank=True, null=True)),
                ("choice", models.CharField(max_length=12)),
                ("solved", models.BooleanField()),
                ("before", models.IntegerField()),
                ("after", models.IntegerField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="games.puzzle",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_attempts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("day__isnull", False)),
                        fields=["user", "-day"],
                        name="puzzle_days",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "puzzle", "day"), name="puzzle_daily_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("day__isnull", True)),
                        fields=("user", "puzzle"),
                        name="puzzle_practiced_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PuzzleSkill",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=32)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("tries", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_skills",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "slug"), name="puzzle_skill_once"),
                    models.CheckConstraint(
                        condition=models.Q(("solved__lte", models.F("tries"))),
                        name="puzzle_solved_are_tries",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sigma__gt", 0)), name="puzzle_skill_never_certain"
                    ),
                ],
            },
        ),
    ]
