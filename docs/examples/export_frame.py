"""Reads a monthly file of ranked games into a data frame and draws who wins.

    python export_frame.py 2026-10.jsonl.zst winners.svg

It needs pandas and zstandard. docs/RECORD.md has the fields of a record.
"""

import io
import json
import sys
from pathlib import Path

import pandas as pd
import zstandard

BAR, GAP, HEIGHT = 60, 20, 200


def read_frame(path: Path) -> pd.DataFrame:
    """Return one row per seat of each game."""
    rows = []
    with path.open("rb") as packed, zstandard.ZstdDecompressor().stream_reader(packed) as plain:
        for line in io.TextIOWrapper(plain, encoding="utf-8"):
            record = json.loads(line)
            first, places = record.get("first_dealer", 0), record["places"]
            for seat, place in enumerate(places):
                rows.append(
                    {
                        "game": record["game"],
                        "name": record["seats"][seat]["name"],
                        # 1 is the seat after the first dealer, which has the first turn
                        "turn": (seat - first - 1) % len(places) + 1,
                        "place": place,
                        "won": place == 1,
                    }
                )
    return pd.DataFrame(rows)


def draw_bars(shares: pd.Series, title: str) -> str:
    """Return an SVG with a bar for each share."""
    bars = []
    for index, (name, share) in enumerate(shares.items()):
        x, height = index * (BAR + GAP), round(HEIGHT * share)
        bars.append(f'<rect x="{x}" y="{HEIGHT - height}" width="{BAR}" height="{height}"/>')
        bars.append(f'<text x="{x}" y="{HEIGHT + 20}">{name}: {share:.0%}</text>')
    size = f'width="{len(shares) * (BAR + GAP)}" height="{HEIGHT + 30}"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><title>{title}</title>'
    return f"{start}{''.join(bars)}</svg>"


if __name__ == "__main__":
    frame = read_frame(Path(sys.argv[1]))
    decks = frame[frame["game"] == "density-deck"]
    wins = decks.groupby("turn")["won"].mean()
    Path(sys.argv[2]).write_text(draw_bars(wins, "Games won by turn order"), encoding="utf-8")
    print(wins.to_string(float_format="{:.0%}".format))
