"""Makes the data files of Density Deck's AI players: `python -m bench.training network --write`.

`network` trains the weights of the hard and master player, which takes hours. `equity` makes the
table of life equity; `prospects` fits the parameters of the luck ledger, `rivals` those by which
the coach infers hidden hands. The same seed gives the same file on the same machine.
"""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

from bench.training import equity, network, prospects, rivals
from games.density_deck.bots import life_equity
from games.density_deck.bots import network as player
from games.density_deck.bots import prospects as luck
from games.density_deck.bots import rivals as reading

FILES: dict[str, tuple[Callable[[int], str], Path]] = {
    "network": (network.make_file, player.PLACE),
    "equity": (equity.make_file, life_equity.PLACE),
    "prospects": (prospects.make_file, luck.PLACE),
    "rivals": (rivals.make_file, reading.PLACE),
}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("file", choices=FILES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="give it to the players")
    options = parser.parse_args()
    make, place = FILES[options.file]
    written = make(options.seed)
    if options.write:
        place.write_text(written, encoding="ascii")


if __name__ == "__main__":
    main()
