"""Users choose how fast AI players answer where they play alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Every seat begins with the usual pace, also one that an older version adds meanwhile."""

    dependencies = (("games", "0013_match_plural"),)

    operations = (
        migrations.AddField(
            model_name="seat",
            name="ai_pace",
            field=models.CharField(
                choices=[("normal", "Normal"), ("fast", "Fast"), ("instant", "Instant")],
                db_default="normal",
                default="normal",
                max_length=7,
            ),
        ),
    )
