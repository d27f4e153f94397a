"""A component's modules: joined for the browser, with their sentences, and what they keep there."""

import json
import re
from pathlib import Path

import pytest

from pages.components.component import (
    sentences_in,
    sentences_of,
    translations_of,
    with_translations,
)
from pages.components.component.joined_module import (
    JoiningError,
    joined_component,
    joined_module,
    without_idle_text,
)
from pages.components.lesson_head import COOKIE
from pages.session.language import speaking
from tests.pages.messages import messages_in, page_scripts

PAGES = Path(__file__).resolve().parents[4] / "pages"
FILES = sorted(file for ending in ("js", "css") for file in PAGES.rglob(f"*.{ending}"))


STYLE = """\
/* The look,
   in two lines. */
.a { color: red; } /* behind a rule */
@media print {
  .a > .b, .c :is(p) { margin: 0 auto; }
}
"""


def write(folder: Path, **modules: str) -> Path:
    """Write each module to a file of its name; returns the first one's path."""
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder / f"{next(iter(modules))}.js"


def test_comments_and_idle_space_stay_at_home(tmp_path: Path) -> None:
    """Streamlit takes a stylesheet of one line for a path."""
    (tmp_path / "a.css").write_text(STYLE, encoding="utf-8")
    assert without_idle_text(tmp_path / "a.css") == (
        ".a{color:red;}\n@media print{.a>.b,.c :is(p){margin:0 auto;}\n}\n"
    )
    text = "/** @type {any} */\nexport const a = `http://${ b } , `; // behind code\n"
    assert joined_module(write(tmp_path, a=text)) == "export const a=`http://${ b } , `;\n"


def test_a_module_comes_once_and_after_all_that_it_imports(tmp_path: Path) -> None:
    """A diamond: the entry imports b and c, both import d. Only the entry exports anything."""
    entry = write(
        tmp_path,
        a='import { b } from "./b.js";\nimport {\n  c,\n} from "./c.js";\n\n'
        "export default function a() {}\n",
        b='import { d } from "./d.js";\n\nexport class b extends d {}\n',
        c='import d from "./d.js";\n\nexport const c = d;\n',
        d="export default class d {}\n",
    )
    assert joined_module(entry) == (
        "class d{}\nclass b extends d{}\nconst c=d;export default function a(){}\n"
    )


def test_a_component_comes_with_what_keeps_its_newest_drawing(tmp_path: Path) -> None:
    entry = write(tmp_path, a="export default function draw() {}\n")
    joined = joined_component(entry)
    assert joined.startswith("function keepNewest(mount){")
    assert joined.endswith("function draw(){}\nexport default keepNewest(draw);\n")


def test_modules_that_import_each_other_are_refused(tmp_path: Path) -> None:
    entry = write(tmp_path, a='import { b } from "./b.js";\n', b='import { a } from "./a.js";\n')
    with pytest.raises(JoiningError, match=r"a\.js imports itself, by way of .*b\.js"):
        joined_module(entry)


@pytest.mark.parametrize("named", ["const x = 2;", "async function x() {}", "export class x {}"])
def test_two_modules_that_name_alike_what_is_at_their_top_are_refused(
    tmp_path: Path, named: str
) -> None:
    """In one text the second would be an error, or would take the place of the first."""
    entry = write(tmp_path, a=f'import {{ b }} from "./b.js";\n{named}\n', b="let x = 1;\n")
    with pytest.raises(JoiningError, match=r"x is both in .*b\.js and in .*a\.js"):
        joined_module(entry)


def test_a_name_inside_a_function_is_no_name_at_the_top(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        a='import { b } from "./b.js";\nfunction a() {\n  const x = 1;\n}\n',
        b="export const b = 1;\nconst x = 2;\n",
    )
    assert joined_module(entry).count("const x") == 2


@pytest.mark.parametrize(
    "line",
    [
        'import * as b from "./b.js";',
        'import { b as c } from "./b.js";',
        'import "./b.js";',
        'import { b } from "https://example.org/b.js";',
        'export * from "./b.js";',
        "export { b };",
        "const { c, d } = b;",
        "var c = 1;",
    ],
)
def test_what_the_joiner_does_not_understand_is_refused(tmp_path: Path, line: str) -> None:
    """It is refused rather than joined wrongly."""
    with pytest.raises(JoiningError, match="not how our modules are written"):
        joined_module(write(tmp_path, a=f"{line}\n", b="export const b = 1;\n"))


def test_every_module_of_ours_can_be_joined() -> None:
    """A component's module or the take-home file, and every module that they consist of."""
    joined = {file.stem: joined_module(file) for file in FILES if file.suffix == ".js"}
    assert len(joined["stepper"]) > 50_000


def test_no_template_is_within_another() -> None:
    """jsmin takes the inner one for code, and would drop its spaces."""
    nested = re.compile(r"\$\{[^}`]*`")
    assert [file for file in FILES if nested.search(file.read_text(encoding="utf-8"))] == []


def test_no_line_is_long() -> None:
    """The formatter wraps lines of code; comments and strings are up to us."""
    wrong = [
        f"{file.relative_to(PAGES)}:{number}"
        for file in FILES
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), start=1)
        if len(line) > 100 and file.suffix == ".js"
    ]
    assert wrong == []


def test_imports_point_one_way() -> None:
    """Lessons import components and never another lesson; components import only components."""
    imports = re.compile(r'^(?:import|\} from|export) .*?"(\..*?)"', re.MULTILINE)
    against = []
    for file in FILES:
        own = file.relative_to(PAGES).parts
        for name in imports.findall(file.read_text(encoding="utf-8")):
            other = (file.parent / name).resolve().relative_to(PAGES).parts
            is_near = own[0] == other[0] and (own[0] != "lessons" or own[1] == other[1])
            if other[0] != "components" and not (is_near and own[0] != "components"):
                against.append(f"{'/'.join(own)} imports {'/'.join(other)}")
    assert against == []


def test_what_a_tab_keeps_is_read_in_one_place_that_expects_anything() -> None:
    """A phone keeps a text that the server checks, and the course a list read with care.

    The first walk only compares what Streamlit keeps with a text.
    """
    reads = re.compile(r"\b(?:session|local)Storage\b")
    readers = {path.name for path in PAGES.rglob("*.js") if reads.search(path.read_text("utf-8"))}
    assert readers == {"tab_memory.js", "phone.js", "course_progress.js", "first_walk.js"}


def test_the_page_writes_the_cookie_that_the_server_reads() -> None:
    script = PAGES / "components" / "lesson_head" / "lessons_read.js"
    assert f'const COOKIE = "{COOKIE}";' in script.read_text("utf-8")


SCRIPTS = [path for path in page_scripts() if path.name != "sentences.js"]
STEPPER = PAGES / "components/stepper/in_the_app.js"
#: A call of `t`, whatever it is given.
CALLED = re.compile(r"(?<![\w.])t\(")
#: A variable at the top of a module, up to what comes after it.
AT_THE_TOP = re.compile(r"^(?:export )?(?:const|let) (?:.|\n(?![/\w@]))*", re.MULTILINE)


def test_every_sentence_is_a_literal_that_babel_finds() -> None:
    """`t(variable)`, and `t("…", { n: t("…") })`, whose second sentence it does not see."""
    wrong = []
    for path in SCRIPTS:
        code = path.read_text("utf-8")
        found = sentences_of(code)
        if {*found} != {*messages_in(path)} or len(CALLED.findall(code)) != len(found):
            wrong.append((path.relative_to(PAGES), {*found} ^ {*messages_in(path)}))
    assert not wrong


def test_no_sentence_is_said_before_its_language_is_known() -> None:
    """A constant at the top of a module is made once, before the first data come."""
    early = []
    for path in SCRIPTS:
        for statement in AT_THE_TOP.findall(path.read_text("utf-8")):
            before, *calls = CALLED.split(statement)
            if calls and "=>" not in before:
                early.append(f"{path.relative_to(PAGES)}: {statement.splitlines()[0]}")
    assert not early


@pytest.mark.parametrize(
    "entry",
    [path for path in SCRIPTS if "export default function" in path.read_text("utf-8")],
    ids=lambda path: path.stem,
)
def test_a_component_takes_the_translations_that_it_is_sent(entry: Path) -> None:
    says, speaks = sentences_in(entry), joined_module(entry).count("speak(")
    assert not says or speaks > 1  # it is also defined there


def test_a_component_is_sent_its_own_sentences_and_no_others() -> None:
    sent = translations_of(STEPPER, "zh")
    assert sent["Current pairs"] == "当前的词元对"
    assert "Show its lattice" not in sent
    assert {*sent} <= {*sentences_in(STEPPER)}


def test_english_is_sent_nothing_and_other_data_stay_as_they_are() -> None:
    entry = PAGES / "components/sidebar/settings_button.js"
    assert with_translations({"a": 1}, entry) == {"a": 1}
    own = {"{first} {second}": "{first}{second}", "Settings": "设置"}
    with speaking("zh"):
        assert with_translations({"a": 1}, entry) == {"a": 1, "translations": own}
        joined = with_translations(b'{"a":1}', entry)
    assert json.loads(joined) == {"a": 1, "translations": own}
