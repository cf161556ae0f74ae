"""At a table without a clock a showdown waits for its readers: who is ready for the next match."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Nobody has said so yet."""

    dependencies = (("games", "0014_ai_pace"),)

    operations = (
        migrations.AddField(
            model_name="seat",
            name="ready",
            field=models.BooleanField(blank=True, null=True),
        ),
    )
