"""Measures the database's part of a move without a site: pgbench runs the statements of 665a2d0."""

import subprocess
import tempfile
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg

from tests import postgres

DATABASE = "pgbench"
GAMES, CLIENTS = 200, 4

TABLES = f"""
drop table if exists game, seat, move;
create table game (id text primary key, status text not null, state jsonb not null,
    version int not null, ply int not null, pause_until timestamptz, host int not null);
create table seat (id bigserial primary key, game text not null, index int not null,
    question int not null, asked bool not null, due_at timestamptz, turns int not null,
    turn_at timestamptz, bank_ms int not null, unique (game, index));
create index seat_by_due_time on seat (due_at) where due_at is not null;
create table move (id bigserial primary key, game text not null, ply int not null, seat int,
    question int, match int not null, round int not null, action jsonb not null,
    by text not null, at timestamptz not null, unique (game, ply));
insert into game select n, 'playing', jsonb_build_object('deck', repeat('x', 1200)), 0, 0, null, 1
    from generate_series(1, {GAMES}) n;
insert into seat (game, index, question, asked, due_at, turns, turn_at, bank_ms)
    select n, k, 0, k = 0, case when k = 0 then now() end, 0, now(), 90000
    from generate_series(1, {GAMES}) n, generate_series(0, 3) k;
"""
# lock and read the game, read its seats, write two of them, the game and the move
MOVE = rf"""\set game random(1, {GAMES})
\set before random(0, 3)
\set after random(0, 3)
begin;
select id, status, state, version, ply, pause_until, host from game where id = :game::text
    for update \gset
select id, index, question, asked, due_at, turns, turn_at, bank_ms, now() from seat
    where game = :game::text order by index;
update seat set asked = false, due_at = null, bank_ms = bank_ms - 1
    where game = :game::text and index = :before;
update seat set asked = true, due_at = now(), question = question + 1, turn_at = now()
    where game = :game::text and index = :after;
insert into move (game, ply, seat, question, match, round, action, by, at)
    values (:game::text, :ply, 0, 1, 1, 1, '{{"do": "draw", "from": "pile"}}', 'player', now());
update game set version = :version + 1, ply = :ply + 1,
    state = jsonb_build_object('deck', repeat('y', 1200)) where id = :game::text;
commit;
"""


def prepare_database(url: str) -> str:
    """Create the tables in a new database; return the folder of the server's socket."""
    host = parse_qs(urlsplit(url).query)["host"][0]
    with psycopg.connect(host=host, user="postgres", dbname="postgres", autocommit=True) as line:
        line.execute(f"create database {DATABASE}")
    with psycopg.connect(host=host, user="postgres", dbname=DATABASE, autocommit=True) as line:
        line.execute(TABLES)
    return host


def moves_a_second(host: str, seconds: float) -> float:
    """Return the moves per second of four clients."""
    output = run_pgbench(host, seconds, CLIENTS)
    return float(next(line for line in output.splitlines() if line.startswith("tps")).split()[2])


def move_latencies(host: str, seconds: float) -> list[float]:
    """Return the milliseconds of each move of a single client."""
    with tempfile.TemporaryDirectory(prefix="density-pgbench-") as folder:
        run_pgbench(host, seconds, 1, "--log", f"--log-prefix={folder}/log")
        lines = [line for log in Path(folder).iterdir() for line in log.read_text().splitlines()]
    return [int(line.split()[2]) / 1000 for line in lines]


def run_pgbench(host: str, seconds: float, clients: int, *options: str) -> str:
    """Run pgbench and return its output."""
    command = [
        str(postgres.programs_folder() / "pgbench"),
        *("--no-vacuum", "--protocol=prepared", f"--client={clients}", f"--jobs={min(2, clients)}"),
        *(f"--time={max(1, round(seconds))}", "--file=/dev/stdin", *options),
        *(f"--host={host}", "--username=postgres", DATABASE),
    ]
    done = subprocess.run(command, input=MOVE, capture_output=True, text=True, check=True)
    return done.stdout
