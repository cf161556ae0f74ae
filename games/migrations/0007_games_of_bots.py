"""Rated games of bots, which count on their own ladder."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_log_signatures"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="for_bots",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
