"""Join a module of the browser's code with everything that it imports into one text.

Streamlit takes a component's code as one text, and a downloaded file has to be self-contained. So
a module's imports are followed, and each module is included once, after those that it imports.
Unlike a bundler, this renames nothing: two modules with the same top-level name cannot be joined.
Comments and idle spaces are left out.
"""

import re
from functools import cache
from pathlib import Path

import rjsmin

#: In a stylesheet: comments behind code, and spaces around what separates.
_STYLE_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
_IDLE_SPACE = re.compile(r"\s*([{};]|, | > |(?<=[a-z]): )\s*")
#: Only what is at the top level of a module begins at the start of a line: all else is indented.
_IMPORT = re.compile(
    r'^import (?:\w+|\{\s*\w+(?:,\s+\w+)*,?\s*\}) from "(\.[^"]*)";\n', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?:default )?(?=(?:async )?function|class|const|let)", re.MULTILINE)
_AT_THE_TOP = re.compile(r"^(?:(?:async )?function\*?|class|const|let) (\w+)", re.MULTILINE)
_MOUNT = re.compile(r"^export default function (\w+)", re.MULTILINE)
_OTHERWISE = re.compile(r"^(?:import|export|var|(?:const|let) [{[]).*", re.MULTILINE)

_NEWEST_DRAWING = Path(__file__).with_name("newest_drawing.js")


class JoiningError(Exception):
    """Modules that cannot be joined: they import in a circle, or share a top-level name."""


@cache
def joined_module(entry: Path) -> str:
    """The module at `entry` and all that it imports, as one module with the entry's default export.

    Imports are `import { a, b } from "./x.js";`, or `import a from "./x.js";` where `a` is the
    default export of x. Raises `JoiningError`, and `OSError` for a missing file.
    """
    return rjsmin.jsmin(_joined(_in_order(entry.resolve()))) + "\n"


@cache
def joined_component(entry: Path) -> str:
    """The same for Streamlit: the module's function, made to keep its newest drawing."""
    mount = _MOUNT.findall(_code(entry))[0]
    modules = [_NEWEST_DRAWING, *_in_order(entry.resolve())]
    text = _joined(modules).replace(f"export default function {mount}(", f"function {mount}(")
    return rjsmin.jsmin(f"{text}export default keepNewest({mount});") + "\n"


def _joined(modules: list[Path]) -> str:
    """The modules, in this order, as one; only the last keeps its exports."""
    owners: dict[str, Path] = {}
    for path in modules:
        for name in _AT_THE_TOP.findall(_EXPORT.sub("", _code(path))):
            if name in owners:
                raise JoiningError(f"{name} is both in {owners[name]} and in {path}")
            owners[name] = path
    return "\n".join(_part(path, is_entry=path == modules[-1]) for path in modules)


def without_idle_text(path: Path) -> str:
    """A stylesheet as it is sent: without comments, and without spaces that mean nothing.

    None of our stylesheets has a string with such a space or a brace.
    """
    text = _IDLE_SPACE.sub(lambda found: found[1].strip(), _STYLE_COMMENT.sub("", _code(path)))
    return text.replace("}", "}\n")  # Streamlit takes a text of one line for a path


@cache
def _code(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _in_order(path: Path, above: tuple[Path, ...] = ()) -> list[Path]:
    """List the modules that a module imports, in order, and then itself, each once."""
    if path in above:
        raise JoiningError(f"{path} imports itself, by way of {above[-1]}")
    before = [each for way in _imported(path) for each in _in_order(way, (*above, path))]
    return list(dict.fromkeys([*before, path]))


@cache
def _imported(path: Path) -> list[Path]:
    return [(path.parent / name).resolve() for name in _IMPORT.findall(_code(path))]


def _part(path: Path, *, is_entry: bool) -> str:
    """A module as a part of the whole: without imports, and only the entry keeps its exports."""
    text = _IMPORT.sub("", _code(path))
    without_exports = _EXPORT.sub("", text)
    if other := _OTHERWISE.search(without_exports):
        raise JoiningError(f"{path}: {other[0]!r} is not how our modules are written")
    return text if is_entry else without_exports
