"""Choosing by chance: by given weights, and as a game of two against each other wants it."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.engine.contract import Dice

Matrix = Sequence[Sequence[float]]
LARGEST = 3  # rows that are ever mixed
SLACK = 1e-9


def draw_weighted(weights: Sequence[float], dice: Dice) -> int:
    """Return a place of the sequence, each as likely as its weight; the last one's if all are 0."""
    at = dice.random() * sum(weights)
    for place, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return place
    return len(weights) - 1


def solve_matrix(matrix: Matrix) -> tuple[list[float], float]:
    """Return the mix of rows that gets most against a column player who knows it, and what it gets.

    Each entry is what the row player gets. The best mix is that of a square part of the matrix
    (Shapley and Snow); those of more than three rows are left out, the best of the others is taken.
    """
    rows, columns = len(matrix), len(matrix[0])
    best, got = [1.0] + [0.0] * (rows - 1), min(matrix[0])
    ceiling = min(max(row[column] for row in matrix) for column in range(columns))
    for mix in _mixes(matrix, rows, columns):
        least = min(
            [
                sum([mix[row] * matrix[row][column] for row in range(rows)])
                for column in range(columns)
            ]
        )
        if least > got:
            best, got = mix, least
            if got >= ceiling - SLACK:
                break
    return best, got


def for_seat(seat: int, matrix: Matrix) -> Matrix:
    """Return chances of seat 0 as those of this seat, whose answers become the rows."""
    if seat == 0:
        return matrix
    return [[1 - chance for chance in column] for column in zip(*matrix, strict=True)]


def _mixes(matrix: Matrix, rows: int, columns: int) -> Iterator[list[float]]:
    """Yield the mix of every square part, single rows first."""
    for row in range(rows):
        yield [float(other == row) for other in range(rows)]
    for size in range(2, 1 + min(rows, columns, LARGEST)):
        for chosen in combinations(range(rows), size):
            for against in combinations(range(columns), size):
                weights = _even([[matrix[row][column] for column in against] for row in chosen])
                if weights is not None:
                    mix = [0.0] * rows
                    for row, weight in zip(chosen, weights, strict=True):
                        mix[row] = weight
                    yield mix


def _even(part: Matrix) -> list[float] | None:
    """The mix of these rows that gets the same against each of these columns, if there is one."""
    if len(part) == 2:
        (a, b), (c, d) = part
        weights = [d - c, a - b]
    else:
        (a, b, c), (d, e, f), (g, h, i) = part
        # the rows' weights are those of the cross product of the differences of columns
        one, two = (a - b, d - e, g - h), (a - c, d - f, g - i)
        weights = [
            one[1] * two[2] - one[2] * two[1],
            one[2] * two[0] - one[0] * two[2],
            one[0] * two[1] - one[1] * two[0],
        ]
    total = sum(weights)
    if abs(total) < SLACK or any(weight / total < 0 for weight in weights):
        return None
    return [weight / total for weight in weights]
