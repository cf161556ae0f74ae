"""The database writes the column that no code reads: the version after this may drop it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """An older version writes it itself."""

    dependencies = (("accounts", "0002_former_names"),)

    operations = (
        migrations.AlterField(
            model_name="user",
            name="keeps_email_login",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
    )
