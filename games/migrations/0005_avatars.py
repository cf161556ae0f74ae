"""The avatars that users choose, kept with each seat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_deal_statistics"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="avatar",
            field=models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
    ]
