"""What a player chose last against AI players is chosen next time."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Every player begins without a choice, also one whom an older version adds meanwhile."""

    dependencies = (("accounts", "0009_badges_follow_ratings"),)

    operations = (
        migrations.AddField(
            model_name="user",
            name="ai_choices",
            field=models.JSONField(blank=True, db_default={}, default=dict, editable=False),
        ),
    )
