"""A table: an older version does not know it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Harms nothing."""

    initial = True
    dependencies = ()
    operations = (
        migrations.CreateModel(
            name="Thing",
            fields=[("id", models.BigAutoField(primary_key=True)), ("name", models.TextField())],
        ),
    )
