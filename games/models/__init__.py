"""The models of the games, with their database constraints."""

from games.models.challenge import Challenge
from games.models.game import MOST_SEATS, Game, Seat, new_id, new_secret
from games.models.log import DealCommitment, Line, LogSignature, Match, Move, Review
from games.models.puzzles import Puzzle, PuzzleAttempt, PuzzleSkill
from games.models.report import Report
from games.models.stats import Attribution, DealStatistics, PlayerStats, Result

__all__ = [
    "MOST_SEATS",
    "Attribution",
    "Challenge",
    "DealCommitment",
    "DealStatistics",
    "Game",
    "Line",
    "LogSignature",
    "Match",
    "Move",
    "PlayerStats",
    "Puzzle",
    "PuzzleAttempt",
    "PuzzleSkill",
    "Report",
    "Result",
    "Review",
    "Seat",
    "new_id",
    "new_secret",
]
