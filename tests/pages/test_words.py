"""Every text is in the words of the glossary, and English in those of a reader who is new here."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from pages.components import lesson_end
from pages.lessons import LESSONS
from pages.lessons.terms import glossary
from pages.session.language import LANGUAGES, LOCALE, pieces_of_prose, read_in_language
from sample_corpora import CATALOGUE
from tests.pages.messages import read_catalogue, said, singular, translations
from tests.repository.test_layers import tree_of

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
        for node in ast.walk(tree_of(path)):
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


def messages(language: str) -> dict[str, str]:
    """Every message in that language, by its English."""
    found = {}
    for message in read_catalogue():
        if message.id:
            ids = (message.id,) if isinstance(message.id, str) else message.id
            texts = translations(message.string) if language == "zh" else ids
            found[singular(message.id)] = "\n".join(texts)
    return found


def texts(language: str) -> dict[str, str]:
    """Every text that a learner reads in that language, by where it is."""
    prose = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "pages").rglob(f"*.{language}.*"))
        if path.suffix in (".md", ".toml")
    }
    titles = {f"corpus {name}": corpus.title[language] for name, corpus in CATALOGUE.items()}
    notes = {f"note of {name}": corpus.note[language] for name, corpus in CATALOGUE.items()}
    return messages(language) | prose | titles | notes


def test_no_text_uses_a_word_that_the_glossary_replaces() -> None:
    wrong = [
        (where, word)
        for language in LANGUAGES
        for where, text in texts(language).items()
        for term in glossary()
        for word in term.avoided[language]
        if word.lower() in text.lower()
    ]
    assert not wrong


def test_a_piece_is_called_as_a_patch_is_only_where_it_is_one() -> None:
    """片段 is the Chinese term for a patch, so it stands only where the English has a patch."""
    sides = [*messages("zh").items()]
    for lesson in LESSONS.values():
        english, chinese = (pieces_of_prose(lesson.folder, language) for language in ("en", "zh"))
        sides += [(english[name], text) for name, text in chinese.items()]
    sides += zip(_questions("en"), _questions("zh"), strict=True)
    sides += [(corpus.note["en"], corpus.note["zh"]) for corpus in CATALOGUE.values()]
    assert sum("片段" in chinese for _, chinese in sides) > 5
    wrong = [chinese for english, chinese in sides if "片段" in chinese and "patch" not in english]
    assert not wrong


def _questions(language: str) -> Iterator[str]:
    """Each written question with its choices."""
    text = read_in_language(Path(lesson_end.__file__).parent, "questions.toml", language)
    return map(str, tomllib.loads(text).values())


def test_every_text_is_read() -> None:
    """Prose and questions of both languages are among the texts."""
    for language in LANGUAGES:
        places = "\n".join(texts(language))
        assert f"prose.{language}.md" in places
        assert f"questions.{language}.toml" in places


def test_each_term_is_said_once_and_shown_by_a_lesson() -> None:
    for language in LANGUAGES:
        names = [term.name[language] for term in glossary()]
        assert len(names) == len(set(names))
    assert {term.lesson for term in glossary()} <= LESSONS.keys()


def test_contributing_lists_the_terms() -> None:
    rows = [
        f"| {term.name['en']} | {term.name['zh']} | {'、'.join(term.avoided['zh'])} |"
        for term in glossary()
    ]
    table = "\n".join(["| English | Chinese | not |", "|---|---|---|", *rows])
    assert table in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
