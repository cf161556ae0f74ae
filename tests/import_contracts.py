"""Contracts of import-linter about games that name none: `*` stands for each game there is.

A game is a package of `games` that has a module `game_type`, so that a new one is held to its
layers and to purity without a line in pyproject.toml.
"""

from typing import Any

from grimp import ImportGraph
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import Layer, LayersContract, ModuleTail
from importlinter.domain.contract import ContractCheck
from importlinter.domain.imports import ModuleExpression


def games(graph: ImportGraph) -> list[str]:
    """Return the names of the packages that are games."""
    found = graph.find_matching_modules("games.*.game_type")
    return sorted(module.split(".")[1] for module in found)


def of_games(expressions: Any, graph: ImportGraph) -> list[ModuleExpression]:
    """Return the modules that are named, with those of every game for each `games.*`."""
    return [
        ModuleExpression(each.expression.replace("games.*", f"games.{game}"))
        for each in expressions
        for game in (games(graph) if "games.*" in each.expression else [""])
    ]


class GameLayers(LayersContract):
    """Layers in every game, or with `*` where all games stand, apart from each other."""

    type_name = "game_layers"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        every = {ModuleTail(game, is_optional=True) for game in games(graph)}
        read: Any = self  # what was read stands where the class has its fields
        read.containers = of_games(read.containers, graph)
        read.layers = [
            Layer(every) if layer.module_tails == {ModuleTail("*")} else layer
            for layer in read.layers
        ]
        return super().check(graph, verbose)


class GameForbidden(ForbiddenContract):
    """Modules of every game that must not import others, or must not be imported."""

    type_name = "game_forbidden"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        read: Any = self  # as above
        read.source_modules = of_games(read.source_modules, graph)
        read.forbidden_modules = of_games(read.forbidden_modules, graph)
        return super().check(graph, verbose)
