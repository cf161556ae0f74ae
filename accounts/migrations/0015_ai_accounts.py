"""AI players with names and ratings of their own."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """A new table, which an older version does not know; its AI players have names alone."""

    dependencies = [
        ("accounts", "0013_follows"),
    ]

    operations = [
        migrations.CreateModel(
            name="AiAccount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=32)),
                ("name", models.CharField(max_length=16)),
                ("level", models.CharField(max_length=8)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("rating", models.IntegerField()),
                ("results", models.PositiveIntegerField(default=0)),
                ("places", models.JSONField(blank=True, default=dict)),
                ("recent", models.JSONField(blank=True, default=list)),
                ("days", models.JSONField(blank=True, default=list)),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
            options={
                "verbose_name": "AI account",
                "indexes": [models.Index(fields=["slug", "level"], name="ai_account_by_level")],
                "constraints": [
                    models.UniqueConstraint(fields=("slug", "name"), name="ai_account_once"),
                    models.CheckConstraint(
                        condition=models.Q(("sigma__gt", 0)), name="ai_account_is_never_certain"
                    ),
                ],
            },
        ),
    ]
