"""Random choices: by given weights, and by the optimal mixed strategy of a matrix game."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.engine.contract import Dice

Matrix = Sequence[Sequence[float]]
LARGEST = 3  # the most rows in a mix
SLACK = 1e-9


def draw_weighted(weights: Sequence[float], dice: Dice) -> int:
    """Return a random index with these weights; the last one if all weights are 0."""
    remaining = dice.random() * sum(weights)
    for index, weight in enumerate(weights):
        remaining -= weight
        if remaining < 0:
            return index
    return len(weights) - 1


def solve_matrix(matrix: Matrix) -> tuple[list[float], float]:
    """Return the optimal mix of rows and its value, against a column player who knows the mix.

    Each entry of the matrix is the row player's gain. An optimal mix is that of a square submatrix
    (Shapley and Snow). Submatrices of more than three rows are ignored, so the result is the best
    mix of at most three rows.
    """
    rows, columns = len(matrix), len(matrix[0])
    best, value = [1.0] + [0.0] * (rows - 1), min(matrix[0])
    ceiling = min(max(row[column] for row in matrix) for column in range(columns))
    for mix in _mixes(matrix, rows, columns):
        least = min(
            [
                sum([mix[row] * matrix[row][column] for row in range(rows)])
                for column in range(columns)
            ]
        )
        if least > value:
            best, value = mix, least
            if value >= ceiling - SLACK:
                break
    return best, value


def for_seat(seat: int, matrix: Matrix) -> Matrix:
    """Return a matrix of seat 0's chances as this seat's chances, with its answers as rows."""
    if seat == 0:
        return matrix
    return [[1 - chance for chance in column] for column in zip(*matrix, strict=True)]


def _mixes(matrix: Matrix, rows: int, columns: int) -> Iterator[list[float]]:
    """Yield the mix of every square submatrix, single rows first."""
    for row in range(rows):
        yield [float(other == row) for other in range(rows)]
    for size in range(2, 1 + min(rows, columns, LARGEST)):
        for row_set in combinations(range(rows), size):
            for column_set in combinations(range(columns), size):
                part = [[matrix[row][column] for column in column_set] for row in row_set]
                weights = _equalize(part)
                if weights is not None:
                    mix = [0.0] * rows
                    for row, weight in zip(row_set, weights, strict=True):
                        mix[row] = weight
                    yield mix


def _equalize(part: Matrix) -> list[float] | None:
    """Return the mix of rows that gains the same against every column, or None without one."""
    if len(part) == 2:
        (a, b), (c, d) = part
        weights = [d - c, a - b]
    else:
        (a, b, c), (d, e, f), (g, h, i) = part
        # the weights of the rows are the cross product of the differences between columns
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
