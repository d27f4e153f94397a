"""Compare what is shown, printed or made with files that are kept, as lines that can be read."""

import os
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

Act = list[Any]


def changed(before: list[str], after: list[str]) -> list[str]:
    """The lines that came, and those that went without another in their place."""
    lines = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "delete":
            lines += [f"-{line}" for line in before[a:b]]
        elif kind != "equal":
            lines += [f"+{line}" for line in after[c:d]]
    return lines


def compare_with_kept(lines: list[str], file: Path) -> None:
    """Compare an outline with the one that is kept in a file; `RENEW=1` writes it again."""
    if "RENEW" in os.environ:
        file.write_text("\n".join([*lines, ""]), "utf-8")
    assert lines == file.read_text("utf-8").splitlines(), "RENEW=1 writes it again: read the diff"


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
