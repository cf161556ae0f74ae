"""Reports of players."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_left_games"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=16)),
                ("game", models.CharField(blank=True, default="", max_length=12)),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("insults", "Insults or threats"),
                            ("name", "Offensive name"),
                            ("cheating", "Cheating or leaving on purpose"),
                            ("spam", "Spam"),
                            ("other", "Something else"),
                        ],
                        max_length=8,
                    ),
                ),
                ("note", models.TextField(blank=True, max_length=500)),
                ("said", models.JSONField(blank=True, default=list)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("looked-at", "looked at"),
                            ("dismissed", "dismissed"),
                        ],
                        default="open",
                        max_length=9,
                    ),
                ),
                (
                    "staff_note",
                    models.TextField(blank=True, max_length=500, verbose_name="note of the staff"),
                ),
                ("told", models.BooleanField(default=False)),
                (
                    "reported",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reported_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("told", False)),
                        fields=["reporter"],
                        name="report_untold",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "open")),
                        fields=("reporter", "reported", "game"),
                        name="report_one_open",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ("open", "looked-at", "dismissed"))),
                        name="report_status_known",
                    ),
                ],
            },
        ),
    ]
