"""Look for puzzles in simulated games: for this site, or for those with which all begin."""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from json import dumps
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games import registry
from games.engine.contract import Json
from games.management.commands.simulate import (
    origin_of,
    play,
    read_players,
    read_ruleset,
    show_progress,
)
from games.records import puzzles
from games.registry import GAMES

# of one game, so that the puzzles are not about few games
MOST = 4
COMMAND = (
    "python manage.py mine_puzzles --write --game {game} --level {level}"
    " --games {games} --each {each} --seed {seed}"
)


class Command(BaseCommand):
    """Mines from a seed: the same arguments give the same puzzles on every machine."""

    help = "Look for puzzles in games between AI players, and keep them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add how many games, from what seed, and where the puzzles go."""
        parser.add_argument("--game", default=registry.default(), choices=sorted(GAMES))
        parser.add_argument("--games", type=int, default=10, metavar="N", help="how many games")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="any whole number")
        parser.add_argument("--each", type=int, default=40, metavar="N", help="of one kind at most")
        parser.add_argument("--level", default="medium,steady,medium,easy", help="who plays")
        parser.add_argument(
            "--write", action="store_true", help="into the file that every site begins with"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Mine, keep, and say how many were found."""
        slug, found = options["game"], []
        if GAMES[slug].puzzle is None:
            raise CommandError(f"{GAMES[slug].title} has no puzzles.")
        try:
            for puzzle in self.mined(options):
                found.append(puzzle)
        except ValueError as trouble:
            raise CommandError(str(trouble)) from trouble
        if options["write"]:
            command = COMMAND.format(**options)
            lines = ",\n".join(dumps(each, separators=(",", ":")) for each in found)
            text = f'{{"command":"{command}",\n"puzzles":[\n{lines}\n]}}\n'
            puzzles.starters(slug).write_text(text, encoding="ascii")
            new = len(found)
        else:
            puzzles.draw(slug, timezone.now().date())
            new = sum(puzzles.add(slug, each, each.pop("source")) for each in found)
        self.stdout.write(f"Kept {new} puzzles.")

    def mined(self, options: Any) -> Iterator[Json]:
        """Yield the puzzles of the games with their source, so many of each kind at most."""
        slug, games, seed = options["game"], options["games"], options["seed"]
        rules, find = GAMES[slug].rules, GAMES[slug].puzzle
        players = read_players(slug, options["level"])
        ruleset = read_ruleset(slug, rules.editions[0], len(players))
        kept: Counter[tuple[str, str]] = Counter()
        for number in range(1, games + 1):
            source, of_game = origin_of(slug, ruleset, seed, number).game_id, 0
            for at, (state, seat, _) in enumerate(play(slug, ruleset, players, seed, number)):
                if of_game == MOST or find is None:
                    break
                puzzle = find(rules.observe(state, seat), Random(f"{source}/{at}/puzzle"))
                if puzzle and kept[puzzle["question"], puzzle["kind"]] < options["each"]:
                    kept[puzzle["question"], puzzle["kind"]] += 1
                    of_game += 1
                    yield {**puzzle, "source": source}
            show_progress(sys.stderr, number, games)
