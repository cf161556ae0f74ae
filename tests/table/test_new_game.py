"""Games are made in one place, whoever asks for one."""

import ast

from tests.project_files import ROOT, project_files


def test_rows_of_games_are_made_by_one_module() -> None:
    makers = {
        str(path.relative_to(ROOT))
        for path in project_files("games/*.py", "matchmaking/*.py", "accounts/*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id == "Game")
            or ast.unparse(node.func) == "Game.objects.create"
        )
    }
    assert makers == {"games/table/new_game.py"}
