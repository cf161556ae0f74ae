"""The proofs that the server of the frozen pages sends, of the cards of the fixed tables."""

from collections.abc import Sequence
from typing import cast

from games.engine import deal
from games.engine.contract import Json
from games.live.proofs import write_proof
from games.registry import GAMES
from tests.engine.positions import SEED
from tests.screens import rps_story, story


def prove_cards(frames: Sequence[Json]) -> dict[int, Json]:
    """Return the proofs of the cards that a viewer may know after these frames, by match.

    The first frame is a snapshot. A deck without a published root has no proof.
    """
    if not frames or not frames[0]["log"]:
        return {}
    first, view = frames[0], [frame["view"] for frame in frames if frame.get("view")][-1]
    rules, roots = GAMES[first["game"]["slug"]].rules, [frame.get("root") for frame in frames]
    log = [*first["log"], *(event for frame in frames[1:] for event in frame.get("events", ()))]
    deals = [at for at, event in enumerate(log) if event["e"] == "dealt"]
    proofs = {}
    for at, end in zip(deals, [*deals[1:], None], strict=True):
        match = log[at]["match"]
        codes = story.DECK if match == story.MATCH else rules.deck_codes(SEED, log[at])
        if rules.slug == "rps-extreme":
            codes = rps_story.order_deck(first["view"])
        hashes = deal.hash_leaves(SEED, match, codes)
        if deal.root_of_leaves(hashes) in (first["fair"]["root"], *roots):
            proved = rules.proved_cards(first["you"], view, log[at:end], codes)
            proofs[match] = cast("Json", write_proof(SEED, match, proved, hashes))
    return proofs
