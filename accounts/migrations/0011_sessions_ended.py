"""The staff can end all sessions of a user; names of several of a thing."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Every session goes on; an older version of the site writes rows without the column."""

    dependencies = (("accounts", "0010_ai_choices"),)

    operations = (
        migrations.AlterModelOptions(
            name="user",
            options={"verbose_name": "user", "verbose_name_plural": "users"},
        ),
        migrations.AlterModelOptions(
            name="performancenoise",
            options={"verbose_name_plural": "performance noise"},
        ),
        migrations.AddField(
            model_name="user",
            name="sessions_ended",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
    )
