"""What several rows of player statistics are called."""

from django.db import migrations


class Migration(migrations.Migration):
    """Names only."""

    dependencies = (("games", "0015_ready"),)

    operations = (
        migrations.AlterModelOptions(
            name="playerstats",
            options={"verbose_name": "player stats", "verbose_name_plural": "player stats"},
        ),
    )
