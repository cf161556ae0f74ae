"""Reviews are found by their game alone: no index of those that are awaited."""

from django.db import migrations


class Migration(migrations.Migration):
    """The version before counts those that are awaited, which takes longer without the index."""

    dependencies = (("games", "0019_forks"),)

    operations = (migrations.RemoveIndex(model_name="review", name="review_awaited"),)
