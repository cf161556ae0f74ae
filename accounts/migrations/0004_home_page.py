"""A user's home page: the parts that the user hid, and when the user saw it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds a column with a default, so that an older version can still insert users."""

    dependencies = (("accounts", "0003_default_of_email_login"),)

    operations = (
        migrations.AddField(
            model_name="user",
            name="home",
            field=models.JSONField(blank=True, db_default={}, default=dict, editable=False),
        ),
    )
