"""Games that continue a moment of another one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """No game does yet."""

    dependencies = (("games", "0018_challenges"),)

    operations = (
        migrations.AddField(
            model_name="game",
            name="fork",
            field=models.JSONField(blank=True, null=True),
        ),
    )
