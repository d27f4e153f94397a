"""A newcomer finds the way around: short pages, and tests laid out like the code."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter

from bpe_core.errors import BpeError
from tests.repository.test_layers import module_of, sources, tree_of

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "pages"
#: Lines in a page, which reads as its lesson's outline.
LONGEST_PAGE = 100
#: Lines in a function.
LONGEST_FUNCTION = 60


def test_a_page_is_an_outline() -> None:
    """Longer code is in a named part of the lesson."""
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in PAGES.rglob("page.py")}
    assert not {path.parent.name: n for path, n in lengths.items() if n > LONGEST_PAGE}


def test_tests_of_the_pages_lie_as_these_do() -> None:
    """A folder's tests are in a folder of the same name; whole-app tests have their own."""
    tests = ROOT / "tests" / "pages"
    rooms = {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")}
    mirrored = {room for room in rooms if room.parts[:1] != ("whole_app",)}
    assert not {str(room) for room in mirrored if not (PAGES / room).is_dir()}


#: The first line of a function or method, as `deno fmt` writes it; its end is indented alike.
BEGINS = re.compile(r"( *)(?:(?:export |default |async |static )*function\*? \w+|[*#]?\w+)\(.*{")
NO_FUNCTIONS = ("if", "for", "while", "switch", "return", "super")


def functions_in_python(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or 0) - node.lineno + 1


def functions_in_javascript(path: Path) -> Iterator[tuple[str, int]]:
    lines = path.read_text("utf-8").splitlines()
    for start, line in enumerate(lines):
        begins = BEGINS.fullmatch(line)
        if begins is None or line.split("(")[0].strip() in NO_FUNCTIONS:
            continue
        end = next(i for i in range(start, len(lines)) if lines[i].startswith(f"{begins[1]}}}"))
        yield line.strip(), end - start + 1


def test_a_function_can_be_seen_at_once() -> None:
    scripts = [path for path in PAGES.rglob("*.js") if "libraries" not in path.parts]
    functions = [
        *((path, *found) for path in sources() for found in functions_in_python(path)),
        *((path, *found) for path in scripts for found in functions_in_javascript(path)),
    ]
    assert len(functions) > 2_000
    assert not [
        f"{path.relative_to(ROOT)}: {name} has {size} lines"
        for path, name, size in functions
        if size > LONGEST_FUNCTION
    ]


def test_what_is_cached_is_found_again_only_by_what_it_was_computed_from() -> None:
    """Streamlit does not compare parameters that begin with _; without others, one entry is all."""
    offenders = [
        f"{path.name}: {node.name}"
        for path in sources()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef)
        and any("st.cache_" in ast.unparse(each) for each in node.decorator_list)
        and node.args.args
        and all(each.arg.startswith("_") for each in node.args.args)
    ]
    assert not offenders


def test_an_error_is_given_what_its_sentence_names() -> None:
    """Else it would itself fail, and nobody reads its sentence."""
    calls = [
        (import_module(module_of(path)), node)
        for path in sources()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and re.fullmatch(r"[A-Z]\w+Error", ast.unparse(node.func))
    ]
    checked = 0
    for module, node in calls:
        error = getattr(module, ast.unparse(node.func), Exception)
        given = {each.arg for each in node.keywords}
        codes = [each.value for each in node.args if isinstance(each, ast.Constant)]
        if issubclass(error, BpeError) and None not in given and len(codes) == len(node.args):
            sentence = error.templates[codes[0]] if codes else error.template
            named = {field for _, field, _, _ in Formatter().parse(sentence) if field}
            assert given == named, (module, ast.unparse(node))
            checked += 1
    assert checked > 200
