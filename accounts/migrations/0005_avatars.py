"""The avatars that users choose."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_home_page"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="avatar",
            field=models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=16
            ),
        ),
    ]
