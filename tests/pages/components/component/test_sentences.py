"""The browser's sentences: written so that they are found, and sent where they are shown."""

import re
from pathlib import Path

import pytest

from pages.components.component import (
    sentences_in,
    sentences_of,
    translations_of,
    with_translations,
)
from pages.components.component.joined_module import joined_module
from pages.session.language import speaking
from tests.pages.messages import messages_in, page_scripts

PAGES = Path(__file__).resolve().parents[4] / "pages"
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
    with speaking("zh"):
        assert with_translations({"a": 1}, entry) == {"a": 1, "translations": {"Settings": "设置"}}
        joined = with_translations(b'{"a":1}', entry)
    assert joined == '{"a":1,"translations":{"Settings":"设置"}}'.encode()
