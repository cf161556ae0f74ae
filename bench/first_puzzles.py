"""Looks in simulated games for the puzzles that every site begins with, and writes their file.

Run `python -m bench.first_puzzles`; equal arguments give equal puzzles on every machine. The games
are between AI players of all levels.
"""

import os
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from json import dumps
from random import Random

import django

from games import registry
from games.engine.contract import Json
from games.game_type import Puzzler
from games.management.commands.simulate import origin_of, play_decisions
from games.registry import GAMES

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "density.settings")
    django.setup()

from games.analysis import puzzles  # its models need the setup

COMMAND = (
    "python -m bench.first_puzzles --game {game} --games {games} --each {each} --lives {lives}"
    " --seed {seed}"
)
# Puzzles of a theme and kind of answer that are kept before the other kinds must keep up.
EARLY = 6
SHARE = puzzles.MOST_OF_KIND / (1 - puzzles.MOST_OF_KIND)


def main() -> int:
    """Mine puzzles, write their file and report their number."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=registry.default_game(), choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=10, metavar="N", help="number of games")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="any whole number")
    parser.add_argument(
        "--each",
        type=int,
        default=45,
        metavar="N",
        help="most puzzles of one theme and kind of answer",
    )
    parser.add_argument(
        "--lives",
        default="10,5,4,3",
        metavar="N,N",
        help="lives at the start of the games, in turn; with few lives more is at stake",
    )
    parser.add_argument("--note", default="", help="the version of the site, for the file")
    print(f"Kept {write_puzzles(vars(parser.parse_args()))} puzzles.")
    return 0


def write_puzzles(options: Json) -> int:
    """Mine puzzles, write their file and return their number."""
    slug = options["game"]
    puzzler = GAMES[slug].puzzle
    if puzzler is None:
        raise SystemExit(f"{GAMES[slug].title} has no puzzles.")
    kept = choose_varied(puzzler, mine_games(slug, puzzler, options))
    lines = ",\n".join(dumps(puzzle, separators=(",", ":")) for puzzle in kept)
    header = f'"command":"{COMMAND.format(**options)}",\n"version":"{options["note"]}"'
    text = f'{{{header},\n"puzzles":[\n{lines}\n]}}\n'
    puzzles.starters_file(slug).write_text(text, encoding="ascii")
    return len(kept)


def mine_games(slug: str, puzzler: Puzzler, options: Json) -> Iterator[Json]:
    """Yield the puzzles of the games with their source: one for each match and theme.

    There are at most `each` of a theme and kind of answer.
    """
    seed, counts = options["seed"], Counter[tuple[str, str]]()
    levels, rules = [*GAMES[slug].ai_levels], GAMES[slug].rules
    lives = [int(number) for number in options["lives"].split(",")]
    for number in range(1, options["games"] + 1):
        seats = rules.seat_counts[number % len(rules.seat_counts)]
        changes = {"seats": seats, "lives": lives[number % len(lives)]}
        ruleset = rules.ruleset(rules.editions[0], **changes)
        source, done = origin_of(slug, ruleset, seed, number).game_id, set()
        players = Random(f"{source}/levels").choices(levels, k=seats)
        decisions = play_decisions(slug, ruleset, players, seed, number)
        for at, (state, seat, _action) in enumerate(decisions):
            skip = full_kinds(counts, options["each"])
            puzzle = puzzler.find(
                rules.observe(state, seat), Random(f"{source}/{at}/puzzle"), Random, skip
            )
            if puzzle and (puzzle["match"], puzzle["theme"]) not in done:
                done.add((puzzle["match"], puzzle["theme"]))
                counts[puzzle["theme"], puzzle["kind"]] += 1
                yield {**puzzle, "source": source}


def full_kinds(counts: Counter[tuple[str, str]], each: int) -> set[tuple[str, str]]:
    """Return the pairs of theme and kind of answer of which there are enough for now."""
    themes: Counter[str] = Counter()
    for (theme, _kind), count in counts.items():
        themes[theme] += count
    return {
        (theme, kind)
        for (theme, kind), count in counts.items()
        if count >= min(each, max(EARLY, SHARE * (themes[theme] - count)))
    }


def choose_varied(puzzler: Puzzler, mined: Iterable[Json]) -> list[Json]:
    """Return the puzzles without near doubles, with no kind of answer too common in its theme."""
    by_question: dict[str, list[Json]] = {}
    for puzzle in mined:
        others = by_question.setdefault(puzzle["question"], [])
        if not any(puzzler.are_near(other["position"], puzzle["position"]) for other in others):
            others.append(puzzle)
    varied = list(chain.from_iterable(by_question.values()))
    themes = Counter(puzzle["theme"] for puzzle in varied)
    kinds = Counter((puzzle["theme"], puzzle["kind"]) for puzzle in varied)
    kept: Counter[tuple[str, str]] = Counter()
    chosen = []
    for puzzle in varied:
        kind = puzzle["theme"], puzzle["kind"]
        if kept[kind] + 1 <= SHARE * (themes[puzzle["theme"]] - kinds[kind]):
            kept[kind] += 1
            chosen.append(puzzle)
    return sorted(chosen, key=lambda puzzle: puzzler.themes.index(puzzle["theme"]))


if __name__ == "__main__":
    raise SystemExit(main())
