"""English is written for a reader who is new to the field: no word or turn of a list of ours."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from pages.session.language import LOCALE
from tests.pages.messages import said

ROOT = Path(__file__).resolve().parents[2]
AVOID = tomllib.loads((LOCALE / "avoid.en.toml").read_text("utf-8"))
FOLDERS = ("bpe_core", "classroom", "deploy", "merge_by_merge", "pages", "sample_corpora", "server")
#: Names of other people's, and what is quoted as code.
QUOTED = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|\{[^}]*\}|https?:\S+", re.DOTALL)
#: Without an article: an English "text" is a message on a phone.
ONE_TEXT = re.compile(r"\b[Aa] text\b(?! (that|which)\b)")
#: The beginning of a script, and of each comment by JSDoc in it.
FIRST_WORDS = re.compile(r"(?:\A//|/\*\*)[\s*]*(.*)")


def prose() -> Iterator[tuple[str, str]]:
    """The texts that people read in the app and in the documents, by where they are."""
    yield from ((where, message) for message, where in said().items())
    written = [path for path in sorted((ROOT / "pages").rglob("*.en.*")) if path.parent != LOCALE]
    documents = (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))
    for path in (*written, *(each for each in documents if ".zh." not in each.name)):
        yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def docstrings(*folders: str) -> Iterator[tuple[str, str]]:
    """The first line of each docstring in these folders."""
    for path in (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                first = (ast.get_docstring(node) or "").partition("\n")[0]
                yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}", first


def test_no_text_uses_a_word_of_the_list() -> None:
    """`pages/locale/avoid.en.toml` says what to write instead."""
    texts = [(where, QUOTED.sub(" ", text)) for where, text in (*prose(), *docstrings(*FOLDERS))]
    # Searched all at once: the texts are many, and each search of a short one has its price.
    whole = "\n\n".join(text for _, text in texts)
    avoided = [pattern for pattern in AVOID if re.search(pattern, whole, re.IGNORECASE)]
    found = [
        f"{where}: {match[0]!r} – {AVOID[pattern]}"
        for pattern in avoided
        for where, text in texts
        for match in re.finditer(pattern, text, re.IGNORECASE)
    ]
    assert not found


def test_docstrings_say_what_a_thing_does() -> None:
    """ "Draw a chart of languages" instead of "What a chart of languages shows"."""
    scripts = (ROOT / "pages").rglob("*.[jt]s")
    comments = (
        (str(path.relative_to(ROOT)), comment)
        for path in sorted(scripts)
        for comment in FIRST_WORDS.findall(path.read_text("utf-8"))
    )
    said = (*docstrings(*FOLDERS, "benchmarks", "tests"), *comments)
    assert not [f"{where}: {first}" for where, first in said if first.startswith("What ")]


def test_text_has_no_article_where_it_is_read() -> None:
    """Some text, your text, this passage; in code, where it may be one of several, it is free."""
    found = [
        f"{where}: {text[max(0, match.start() - 30) : match.end() + 20]}"
        for where, text in prose()
        if not where.startswith("docs/streamlit-reports")
        for match in ONE_TEXT.finditer(QUOTED.sub(" ", text))
    ]
    assert not found
