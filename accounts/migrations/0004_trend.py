"""The last places of everybody who is rated, kept with the rank."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_ranks"),
    ]

    operations = [
        migrations.AddField(
            model_name="rank",
            name="trend",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
