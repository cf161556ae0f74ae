"""Luck is called performance noise. Table, column and names of constraints stay: no SQL is run."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Rename the model and the fields in the state alone."""

    dependencies = (("accounts", "0007_looks_like_nobody"),)

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.RenameModel("Luck", "PerformanceNoise"),
                migrations.AlterModelTable("performancenoise", "accounts_luck"),
                migrations.RemoveConstraint("performancenoise", "luck_is_never_nothing"),
                migrations.RenameField("performancenoise", "luck", "noise"),
                migrations.AlterField(
                    "performancenoise", "noise", models.FloatField(db_column="luck")
                ),
                migrations.AddConstraint(
                    "performancenoise",
                    models.CheckConstraint(
                        condition=models.Q(noise__gt=0), name="luck_is_never_nothing"
                    ),
                ),
                migrations.RenameField("ratingevent", "luck", "noise"),
                migrations.AlterField("ratingevent", "noise", models.FloatField(db_column="luck")),
            ),
        ),
    )
