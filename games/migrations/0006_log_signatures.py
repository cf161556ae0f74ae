"""Adds the daily signatures of the public log of deals."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_avatars"),
    ]

    operations = [
        migrations.CreateModel(
            name="LogSignature",
            fields=[
                ("day", models.DateField(primary_key=True, serialize=False)),
                ("sequence", models.PositiveBigIntegerField()),
                ("hash", models.CharField(max_length=64)),
                ("key", models.CharField(max_length=64)),
                ("signature", models.CharField(max_length=128)),
            ],
            options={
                "ordering": ("day",),
            },
        ),
    ]
