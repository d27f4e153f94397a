"""Every text uses the technical terms of the glossary, in both languages."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from pages.components import lesson_end
from pages.lessons import LESSONS
from pages.lessons.terms import glossary
from pages.session.language import LANGUAGES, pieces_of_prose, read_in_language
from sample_corpora import CATALOGUE
from tests.pages.messages import read_catalogue, singular, translations

ROOT = Path(__file__).resolve().parents[3]


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
