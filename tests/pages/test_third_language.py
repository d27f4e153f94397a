"""A third language needs a catalogue and prose, and no line of code: tried with a pretend one.

Everything runs in a copy of the app to which these files were added.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog
from babel.messages.pofile import write_po

from pages.lessons import LESSONS
from sample_corpora import CATALOGUE
from tests.pages.messages import said

ROOT = Path(__file__).resolve().parents[2]
PARTS = (
    ".streamlit",
    "bpe_core",
    "classroom",
    "merge_by_merge",
    "pages",
    "sample_corpora",
    "server",
)
#: What is asked of the copy.
SCRIPT = """
import json
from merge_by_merge.command import parser
from pages.components.rooms.routes import page
from pages.lessons import LESSONS
from pages.session.language import HTML_LANG, best_language, format_number, speaking
from pages.static_edition import start_page, walk_page
from tests.pages.whole_app.visitor import Visitor

visitor = Visitor("train", lang="eo", corpus="low")
with speaking("eo"):
    number, start = format_number(1234567), start_page("eo")
print(json.dumps({
    "picker": visitor.app.button_group(key="choose_language").options,
    "drawn": visitor.text,
    "buttons": [button.label for button in visitor.app.button],
    "lang": visitor.walk["lang"],
    "walk_says": visitor.walk["translations"]["Current pairs"],
    "phone": page("eo").decode(),
    "start": start,
    "walk": walk_page(LESSONS["train"]),
    "browser": best_language("eo-XX, en"),
    "number": number,
    "html": HTML_LANG["eo"],
    "command": parser().parse_args(["--lang", "eo"]).lang,
}))
"""


def pretend(message: str) -> str:
    return f"‹{message}›"


def write_catalogue(path: Path) -> None:
    """Every message that has no plural, as a translator would write it."""
    catalogue = Catalog(locale="eo")
    for message in said():
        catalogue.add(message, pretend(message))
    with path.open("wb") as file:
        write_po(file, catalogue, omit_header=True)
    head = 'msgid ""\nmsgstr ""\n"Language: eo\\n"\n"X-Name: Esperanto\\n"\n'
    head += '"Content-Type: text/plain; charset=UTF-8\\n"\n'
    head += '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    path.write_text(head + path.read_text("utf-8"), "utf-8")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    copy = tmp_path_factory.mktemp("app")
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    visitor = Path("tests/pages/whole_app/visitor.py")
    (copy / visitor).parent.mkdir(parents=True)
    shutil.copy(ROOT / visitor, copy / visitor)
    shutil.copy(ROOT / "app.py", copy)
    write_catalogue(copy / "pages" / "locale" / "eo.po")
    idea = LESSONS["train"].folder.relative_to(ROOT) / "prose.eo.md"
    (copy / idea).write_text("# idea\n\nDu fariĝas **unu**.", "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=copy, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def test_the_language_can_be_chosen(found: dict[str, Any]) -> None:
    """In the app, by the browser's wish, by a link, by the command, and in the static edition."""
    assert [option for option in found["picker"] if "Esperanto" in str(option)]
    assert (found["browser"], found["command"], found["lang"]) == ("eo", "eo", "eo")
    assert '<option value="eo">Esperanto</option>' in found["walk"]
    assert "(en|eo|zh)" in found["walk"]
    assert '<a href="index.zh.html" lang="zh-Hans">' in found["start"]


def test_its_messages_and_its_prose_are_shown(found: dict[str, Any]) -> None:
    assert pretend("Link for a class") in found["buttons"]
    assert "fariĝas" in found["drawn"]
    assert found["walk_says"] == pretend("Current pairs")
    assert pretend("needs the full app") in found["start"]
    assert "fariĝas <strong>unu</strong>" in found["start"]
    assert '<html lang="eo">' in found["phone"]
    assert "‹" in found["phone"]
    assert found["number"] == "1 234 567".replace(" ", "\xa0")


def test_what_is_not_translated_yet_is_in_english(found: dict[str, Any]) -> None:
    assert CATALOGUE["low"].note["en"] in found["drawn"]
