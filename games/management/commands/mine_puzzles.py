"""Looks in simulated games for the puzzles that every site begins with."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from json import dumps
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import registry
from games.analysis import puzzles
from games.engine.contract import Json
from games.management.commands.simulate import origin_of, play_decisions, read_players, read_ruleset
from games.registry import GAMES

# the most puzzles of one game, so that puzzles come from many games
MOST = 4
COMMAND = (
    "python manage.py mine_puzzles --game {game} --level {level}"
    " --games {games} --each {each} --seed {seed}"
)


class Command(BaseCommand):
    """Mines puzzles from a seed: equal arguments give equal puzzles on every machine."""

    help = "Write the file of puzzles that every site begins with, from games between AI players."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the number of games, the seed and the players."""
        parser.add_argument("--game", default=registry.default_game(), choices=sorted(GAMES))
        parser.add_argument("--games", type=int, default=10, metavar="N", help="number of games")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="any whole number")
        parser.add_argument("--each", type=int, default=40, metavar="N", help="of one kind at most")
        parser.add_argument("--level", default="medium,steady,medium,easy", help="who plays")

    def handle(self, *args: Any, **options: Any) -> None:
        """Mine puzzles, write their file and report their number."""
        slug = options["game"]
        if GAMES[slug].puzzle is None:
            raise CommandError(f"{GAMES[slug].title} has no puzzles.")
        try:
            mined = list(self.mined(options))
        except ValueError as trouble:
            raise CommandError(str(trouble)) from trouble
        lines = ",\n".join(dumps(puzzle, separators=(",", ":")) for puzzle in mined)
        text = f'{{"command":"{COMMAND.format(**options)}",\n"puzzles":[\n{lines}\n]}}\n'
        puzzles.starters_file(slug).write_text(text, encoding="ascii")
        self.stdout.write(f"Kept {len(mined)} puzzles.")

    def mined(self, options: Any) -> Iterator[Json]:
        """Yield the puzzles of the games with their source, at most `each` of each kind."""
        slug, seed = options["game"], options["seed"]
        rules, find = GAMES[slug].rules, GAMES[slug].puzzle
        players = read_players(slug, options["level"])
        ruleset = read_ruleset(slug, rules.editions[0], len(players))
        counts: Counter[tuple[str, str]] = Counter()
        for number in range(1, options["games"] + 1):
            source, of_game = origin_of(slug, ruleset, seed, number).game_id, 0
            for at, (state, seat, _) in enumerate(
                play_decisions(slug, ruleset, players, seed, number)
            ):
                if of_game == MOST or find is None:
                    break
                puzzle = find(rules.observe(state, seat), Random(f"{source}/{at}/puzzle"))
                if puzzle and counts[puzzle["question"], puzzle["kind"]] < options["each"]:
                    counts[puzzle["question"], puzzle["kind"]] += 1
                    of_game += 1
                    yield {**puzzle, "source": source}
