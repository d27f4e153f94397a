"""Compare what is shown, printed or made with files that are kept, as lines that can be read."""

import os
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher, unified_diff
from pathlib import Path
from typing import Any

Act = list[Any]
#: A file a lesson: what Python sends for it, and what the browser draws of each story.
OUTLINES = Path(__file__).parent / "pages" / "outlines"


def changed(before: list[str], after: list[str]) -> list[str]:
    """The lines that came, and those that went without another in their place."""
    lines = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "delete":
            lines += [f"-{line}" for line in before[a:b]]
        elif kind != "equal":
            lines += [f"+{line}" for line in after[c:d]]
    return lines


def compare_with_kept(lines: list[str], file: Path, part: str = "") -> None:
    """Compare an outline with the one that is kept in a file, or in a part of it with a heading.

    `RENEW=1` writes it again.
    """
    parts = _parts_of(file) if file.exists() else {}
    if "RENEW" in os.environ:
        parts[part] = lines
        written = [line for name in parts for line in (f"== {name}", *parts[name])]
        file.write_text("\n".join([*(written if part else lines), ""]), "utf-8")
    differences = unified_diff(parts.get(part, []), lines, "kept", "now", n=1, lineterm="")
    assert not (told := "\n".join(differences)), f"RENEW=1 writes it again.\n{told}"


def _parts_of(file: Path) -> dict[str, list[str]]:
    """The lines of a file by the heading above them, which is "" if it has none."""
    parts: dict[str, list[str]] = {}
    name = ""
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("== "):
            name = line.removeprefix("== ")
            parts[name] = []
        else:
            parts.setdefault(name, []).append(line)
    return parts


def changes_by(
    acts: Iterable[Act], ask: Callable[[Act], list[str]], title: Callable[[Act], str]
) -> list[str]:
    """Do one thing after another; list what each changes of the outline, below its title."""
    before: list[str] = []
    lines: list[str] = []
    for act in acts:
        after = ask(act)
        lines += ["", title(act), *changed(before, after)]
        before = after
    return lines[1:]
