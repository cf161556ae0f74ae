"""Badges follow their ratings: steps of the first two tiers fall as those of the others."""

from typing import Any

from django.db import migrations

from accounts import tiers

BATCH = 500


def follow(apps: Any, schema_editor: Any) -> None:
    """Bring every rung to what its rating allows, as a new ladder would."""
    ladders = apps.get_model("accounts", "Ladder").objects.order_by("version")
    drawn = {(ladder.slug, ladder.mode): tuple(ladder.lines) for ladder in ladders}
    fixed = tiers.lines(())
    ranks = apps.get_model("accounts", "Rank").objects
    batch: list[Any] = []
    for rank in ranks.filter(rung__isnull=False).order_by("pk").iterator(BATCH):
        rung = tiers.rung(rank.rating, drawn.get((rank.slug, rank.mode), fixed), rank.rung)
        if rung != rank.rung:
            rank.rung = rung
            batch.append(rank)
        if len(batch) == BATCH:
            ranks.bulk_update(batch, ["rung"])
            batch.clear()
    ranks.bulk_update(batch, ["rung"])


class Migration(migrations.Migration):
    """Change rows alone."""

    dependencies = (("accounts", "0008_performance_noise"),)

    operations = (migrations.RunPython(follow, migrations.RunPython.noop, elidable=True),)
