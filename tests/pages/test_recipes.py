"""The recipes of CONTRIBUTING.md, followed as they are written."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.pages.messages import ROOT

RECORD = '''
"""The lesson "Counting letters"."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step
from pages.session.parameters import CHOSEN

LESSON = Lesson(
    address="letters",
    title=N_("Counting letters"),
    chapter=Chapter.ALGORITHMS,
    folder=Path(__file__).parent,
    step=Step(5, ("why_subwords", "trained_when", "words_alone")),
    settings=("tie_break", "stop"),
    parameters={"fork": CHOSEN},
    begins_with_stepper=True,
)
'''
PAGE = '''
"""The lesson "Counting letters"."""

from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.training.training_walk import train_and_walk
from pages.lessons.counting_letters import LESSON
from pages.session.language import _
from pages.session.training_request import bpe_request

lesson_head(LESSON, _("Counting letters"))
train_and_walk(bpe_request(), "BPE")
what_is_this(LESSON)
'''
PROSE = {
    "en": {"idea": "Pairs are counted.\n\nLetters too.", "goal": "count", "earned": "Counted."},
    "zh": {"idea": "数词元对。\n\n也数字母。", "goal": "会数", "earned": "数完了。"},
}
#: Two sentences that the lesson shows, and the algorithm of its walk.
VISIT = """
from tests.pages.whole_app.visitor import Visitor
for language in ("en", "zh"):
    visitor = Visitor("letters", lang=language, corpus="hug", step=1)
    said = " ".join(each.value for each in visitor.app.markdown)
    print(*(each in said for each in {prose}[language]), visitor.walk["step"])
"""


def test_a_new_lesson_needs_four_files_and_a_line(tmp_path: Path) -> None:
    """It opens in both languages by its link, with its prose and its walk."""
    for name in ("bpe_core", "classroom", "sample_corpora", "server"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "pages", tmp_path / "pages")
    visitor = Path("tests/pages/whole_app/visitor.py")
    (tmp_path / visitor.parent).mkdir(parents=True)
    shutil.copy(ROOT / visitor, tmp_path / visitor)

    lessons = tmp_path / "pages" / "lessons"
    files = {"__init__.py": RECORD, "page.py": PAGE}
    for language, pieces in PROSE.items():
        prose = [f"# {name}\n\n{text}\n" for name, text in (*pieces.items(), ("more", "Ω"))]
        files[f"prose.{language}.md"] = "\n".join(prose)
    (lessons / "counting_letters").mkdir()
    for name, text in files.items():
        (lessons / "counting_letters" / name).write_text(text.lstrip(), encoding="utf-8")
    listed = (lessons / "__init__.py").read_text("utf-8")
    line = '    "wordpiece",\n'
    (lessons / "__init__.py").write_text(
        listed.replace(line, f'{line}    "counting_letters",\n'), encoding="utf-8"
    )
    seen = {language: [pieces["idea"].split("\n")[0], "Ω"] for language, pieces in PROSE.items()}
    visit = [sys.executable, "-c", VISIT.format(prose=seen)]
    done = subprocess.run(visit, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.split("\n")[:2] == ["True True 1", "True True 1"], done.stderr


def test_what_the_recipes_name_is_there() -> None:
    """Files and folders by their paths, and the bars by their classes."""
    said = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"`((?:\w+/)+[\w.-]*)`", said)
    assert len(named) > 20
    made = {"dist/", "pages/locale/de.po"}  # by whoever follows the page
    assert {path for path in named if not (ROOT / path).exists()} == made
    style = (ROOT / "pages/components/stepper/stepper.css").read_text("utf-8")
    rows = (ROOT / "pages/components/drawing/bars.js").read_text("utf-8")
    for name in ("bars", "bar"):
        assert f"\n.{name} {{" in style
        assert re.search(rf"\.{name}\b", rows)
