"""Imports point one way: app.py -> pages -> code without a screen -> bpe_core."""

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

#: What each part may import from the others. An unlisted part may import nothing of ours.
ALLOWED = {
    "merge_by_merge": {"merge_by_merge", "bpe_core"},
    "app": {"server", "pages"},
    "server": {"server", "bpe_core"},
    "pages": {"pages", "server", "bpe_core", "classroom", "sample_corpora"},
    "classroom": {"classroom", "bpe_core"},
    "sample_corpora": {"sample_corpora", "bpe_core"},
    "bpe_core": {"bpe_core"},
}
#: The folders ("rooms") of the pages, and what each may import from the others. Each lesson is a
#: room that never imports another; only what is above all lessons knows that there are any.
ROOMS = {
    "session": set(),
    "components": {"session"},
    "teaching": {"session", "components"},
    "a lesson": {"session", "components", "teaching"},
    # Indexes: each term is linked to the lesson that shows it, the course to all of them, and the
    # page about rooms to those that can have one.
    "terms": {"session", "components", "all lessons"},
    "course": {"session", "components", "all lessons"},
    "room": {"session", "components", "all lessons"},
    "all lessons": {"session"},  # the folders are listed by their names
    # The walk of the first lesson is in the page that a visit begins with.
    "frame_parts": {"session", "components", "teaching", "all lessons"},
    "frame": {"session", "components", "teaching", "frame_parts", "all lessons"},
    "lifespan": {"session", "all lessons"},
    "static_edition": {"session", "components", "all lessons"},
}
#: Libraries that draw. The core must be usable where none of them is installed.
SCREEN = {"streamlit", "altair", "pandas", "starlette", "babel"}
#: Code around the pages that knows nothing of sessions, so that it can be tested alone.
WITHOUT_SCREEN = [
    *sorted((ROOT / "bpe_core").rglob("*.py")),
    # The command of a study draws a chart if it is asked to.
    *sorted({*(ROOT / "classroom").rglob("*.py")} - {ROOT / "classroom" / "study.py"}),
    ROOT / "server" / "workers" / "jobs.py",
    ROOT / "server" / "stores" / "model_files.py",
    ROOT / "server" / "stores" / "traces.py",
]


def part_of(module: str) -> str:
    """The part that a module belongs to: `pages.session.link` is of `pages`, `app` of `app`."""
    return module.split(".")[0]


def room_of(module: str) -> str:
    """The room of the pages that a module is in.

    >>> room_of("pages.session.link"), room_of("pages.lessons"), room_of("pages.lessons.quiz.page")
    ('session', 'all lessons', 'quiz')
    """
    _pages, room, *inner = module.split(".")
    if room != "lessons":
        return room
    return inner[0] if inner and (ROOT / "pages" / "lessons" / inner[0]).is_dir() else "all lessons"


def imported_modules(tree: ast.AST, module: str, is_package: bool = False) -> set[str]:
    """Every module that a tree imports, at the top or inside a function, by its full name.

    >>> sorted(imported_modules(ast.parse("from ..core import x"), "a.b.c"))
    ['a.core', 'a.core.x']
    """
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = module.split(".") if is_package else module.split(".")[:-1]
            base = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*base, *([node.module] if node.module else [])])
            found |= {name} | {f"{name}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            found |= {arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)}
    return found


@cache
def sources() -> list[Path]:
    folders = ("merge_by_merge", "server", "pages", "bpe_core", "classroom", "sample_corpora")
    return [
        ROOT / "app.py",
        *(path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))),
    ]


def module_of(path: Path) -> str:
    """The name under which a file of ours is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def tree_of(path: Path) -> ast.Module:
    """A file of ours, parsed once for all that is asked of it."""
    return ast.parse(path.read_text("utf-8"))


@cache
def imports_of(path: Path) -> set[str]:
    """Every module that a file of ours imports."""
    is_package = path.name == "__init__.py"
    return imported_modules(tree_of(path), module_of(path), is_package)


def test_imports_point_one_way() -> None:
    """A part imports only the parts below it; lazy imports count too."""
    against = {}
    assert {part_of(module_of(path)) for path in sources()} == ALLOWED.keys()
    for path in sources():
        part = part_of(path.relative_to(ROOT).with_suffix("").parts[0])
        ours = {name for name in imports_of(path) if part_of(name) in ALLOWED}
        wrong = sorted(name for name in ours if part_of(name) not in ALLOWED[part])
        against |= {str(path.relative_to(ROOT)): wrong} if wrong else {}
    assert not against, "these import what is above or beside them"


def test_no_arrow_runs_between_lessons_or_back_to_them() -> None:
    """Lessons import session, components and teaching, never each other; those import no lesson."""
    against = {}
    for path in sorted((ROOT / "pages").rglob("*.py")):
        module = module_of(path)
        if module == "pages":
            continue
        room = room_of(module)
        allowed = {room} | ROOMS.get(room, ROOMS["a lesson"])
        ours = {name for name in imports_of(path) if name.startswith("pages.")}
        rooms = {room_of(name) for name in ours}
        if wrong := rooms - allowed:
            against[module] = wrong
    assert not against, "these import what is above or beside them"


def folders_apart(module: str, other: str) -> tuple[str, str] | None:
    """The two neighbouring folders or files of a folder in which two modules are.

    >>> folders_apart("a.b.c", "a.d.e"), folders_apart("a.b.c", "a.b")
    (('a.b', 'a.d'), None)
    """
    one, two = module.split("."), other.split(".")
    same = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    return (".".join(one[: same + 1]), ".".join(two[: same + 1])) if same else None


def test_no_two_folders_import_each_other() -> None:
    arrows: dict[tuple[str, str], str] = {}
    for path in sources():
        for name in imports_of(path):
            if apart := folders_apart(module_of(path), name):
                arrows.setdefault(apart, f"{module_of(path)} -> {name}")
    both_ways = [
        (arrow, arrows[there, here])
        for (here, there), arrow in arrows.items()
        if here < there and (there, here) in arrows
        if all((ROOT / name.replace(".", "/")).is_dir() for name in (here, there))
    ]
    assert not both_ways


def test_the_core_has_no_circle_of_imports() -> None:
    names = {module_of(path): path for path in sources() if "bpe_core" in path.parts}
    graph = {name: {*imports_of(path)} & names.keys() - {name} for name, path in names.items()}
    assert len(graph["bpe_core.algorithms.bpe.trace"]) > 3
    TopologicalSorter(graph).prepare()  # raises an error that names the circle


def test_what_works_does_not_know_that_it_has_a_screen() -> None:
    """The core, the classroom, the queue and the store import nothing that draws."""
    drawing = {path: SCREEN & set(map(part_of, imports_of(path))) for path in WITHOUT_SCREEN}
    assert not {str(path): found for path, found in drawing.items() if found}
