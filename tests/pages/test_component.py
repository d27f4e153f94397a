"""What a browser is sent of a component's files."""

from pathlib import Path

from pages.components.component import style_and_module

UI = Path(__file__).resolve().parents[2] / "pages"
FILES = sorted(file for ending in ("js", "css") for file in UI.rglob(f"*.{ending}"))

MODULE = """\
/**
 * What it is for.
 */
export default function draw() {
  // A line of its own.
  /** @type {number} */
  const n = /** @type {any} */ (1); // behind code
  return `http://${n}`;
}
"""
STYLE = """\
/* The look,
   in two lines. */
.a { color: red; } /* behind a rule */
@media print {
  .a { color: black; }
}
"""


def test_comments_with_lines_of_their_own_and_indentation_stay_at_home(tmp_path: Path) -> None:
    """What stands behind code stays, and so does every line's end: a style and a module by hand."""
    (tmp_path / "a.js").write_text(MODULE, encoding="utf-8")
    (tmp_path / "a.css").write_text(STYLE, encoding="utf-8")
    style, module = style_and_module(str(tmp_path / "a.js"), str(tmp_path / "a.css"))
    assert module == (
        "export default function draw() {\n"
        "const n = /** @type {any} */ (1); // behind code\n"
        "return `http://${n}`;\n"
        "}\n"
    )
    assert style == (
        ".a { color: red; } /* behind a rule */\n@media print {\n.a { color: black; }\n}\n"
    )


def test_files_are_joined_in_their_order(tmp_path: Path) -> None:
    """A module's parts use what stands before them."""
    for name in "ba":
        (tmp_path / f"{name}.js").write_text(f"const {name} = 1;\n", encoding="utf-8")
    files = [str(tmp_path / f"{name}.js") for name in "ba"]
    assert style_and_module(*files) == ("", "const b = 1;\n\nconst a = 1;\n")


def test_no_text_goes_on_over_a_lines_end() -> None:
    """So that taking away indentation and lines of comment changes no string and no template."""
    going_on = []
    for file in FILES:
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
            if line.count("`") % 2 or line.endswith("\\"):
                going_on.append(f"{file.relative_to(UI)}:{number}")
    assert FILES
    assert not going_on
