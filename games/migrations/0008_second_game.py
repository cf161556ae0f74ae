"""What a second game needs: a match without a dealer, other ends of one, other numbers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_reviews"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="match",
            name="match_end_known",
        ),
        migrations.AddField(
            model_name="result",
            name="counts",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="tally",
            name="counts",
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name="match",
            name="dealer",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_by", ""), ("round__isnull", True)),
                    models.Q(models.Q(("ended_by", ""), _negated=True), ("round__isnull", False)),
                    _connector="OR",
                ),
                name="match_end_known",
            ),
        ),
    ]
