"""The core has no circular imports."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def name_of(path: Path) -> str:
    """`bpe_core/text/corpus.py` is `bpe_core.text.corpus`, and a package is its `__init__.py`."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


SOURCES = {name_of(path): path for path in sorted((ROOT / "bpe_core").rglob("*.py"))}


def imports_of(path: Path) -> Iterator[str]:
    """The core modules that a module imports: at its top, in a function, or only for types."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} has a relative import"
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                yield inside if inside in SOURCES else str(node.module)


def test_the_core_has_no_circle_of_imports() -> None:
    graph = {name: {*imports_of(path)} & SOURCES.keys() for name, path in SOURCES.items()}
    assert graph["bpe_core.algorithms.bpe.trace"] >= {
        "bpe_core.algorithms.bpe.state",
        "bpe_core.algorithms.bpe.recorded_merges",
    }
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail("a circle of imports: " + " <- ".join(error.args[1]))
