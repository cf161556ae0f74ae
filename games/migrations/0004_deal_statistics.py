"""Adds the statistics of all deals."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_reports"),
    ]

    operations = [
        migrations.CreateModel(
            name="DealStatistics",
            fields=[
                ("slug", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("games", models.PositiveIntegerField(default=0)),
                ("matches", models.PositiveIntegerField(default=0)),
                ("counts", models.JSONField(default=dict)),
                ("counted_until", models.DateTimeField(null=True)),
                ("last_game", models.CharField(blank=True, max_length=12)),
            ],
            options={
                "verbose_name_plural": "deal statistics",
            },
        ),
    ]
