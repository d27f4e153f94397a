"""The state of a session is kept in one place."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
#: Modules that touch it: the place itself, and code on Streamlit's internals that knows no pages.
IN_PLACE = {
    "pages/session/session_state.py",
    "server/streamlit_internals/interruptible_wait.py",
    "server/streamlit_internals/full_reruns.py",
}


def test_session_state_is_touched_in_one_place() -> None:
    """All other code keeps a `SessionValue`, binds a widget, or asks what a component reported."""
    touching = set()
    for folder in ("pages", "server"):
        for path in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            if any(getattr(node, "attr", "") == "session_state" for node in ast.walk(tree)):
                touching.add(str(path.relative_to(ROOT)))
    assert touching == IN_PLACE


def test_a_lessons_fragments_write_the_address() -> None:
    """A lesson's own fragments are `@lesson_fragment`; a bare one only looks again by itself."""
    bare = []
    for path in sorted((ROOT / "pages" / "lessons").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for decorator in getattr(node, "decorator_list", ()):
                if ast.unparse(decorator).startswith("st.fragment") and "run_every" not in (
                    ast.unparse(decorator)
                ):
                    bare.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not bare
