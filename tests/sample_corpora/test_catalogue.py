"""Every corpus in the catalogue; a corpus that is added later is tested as well."""

import re
import unicodedata
from pathlib import Path

import pytest

import sample_corpora
from sample_corpora import CATALOGUE, Entry, content, load

LANGUAGES = {"en", "zh"}
DATA = Path(sample_corpora.__file__).parent / "data"
ENTRIES = [pytest.param(entry, id=corpus_id) for corpus_id, entry in CATALOGUE.items()]
TERMS_IN_CHINESE = {"BPE", "Python", "WordPiece"}
JOINER = "\N{ZERO WIDTH JOINER}"  # joins several emoji into one

each_corpus = pytest.mark.parametrize("entry", ENTRIES)


def words_of(entry: Entry) -> str:
    """The corpus as one text, so that a table and a text can be read alike."""
    return " ".join(content(entry.id)) if entry.kind == "counts" else content(entry.id)


def latin_words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]+", text))


def test_has_no_file_without_an_entry():
    """A data file that no entry names is a corpus that no learner can find."""
    assert {path.name for path in DATA.iterdir()} == {entry.file for entry in CATALOGUE.values()}


def test_titles_tell_corpora_apart():
    """Nobody could choose between two corpora with the same name."""
    for language in LANGUAGES:
        titles = [entry.title[language] for entry in CATALOGUE.values()]
        assert len(set(titles)) == len(titles)


@each_corpus
def test_speaks_both_languages_on_one_line(entry):
    """A title, a note and a source for every reader, each short enough to fit on one line."""
    for texts, longest in [(entry.title, 40), (entry.note, 100), (entry.source, 100)]:
        assert set(texts) == LANGUAGES
        for text in texts.values():
            assert text == text.strip() != ""
            assert text.isprintable()
            assert len(text) <= longest


@each_corpus
def test_chinese_has_english_words_only_where_it_quotes_the_corpus(entry):
    """A Chinese reader need not read English, except for the words under discussion."""
    quoted = latin_words(words_of(entry))
    for text in (entry.title["zh"], entry.note["zh"]):
        # A quotation may be part of a word: `happ` of `happily`, `ing` of `learning`.
        strangers = {word for word in latin_words(text) if not any(word in w for w in quoted)}
        assert strangers <= TERMS_IN_CHINESE
    assert any("CJK" in unicodedata.name(char) for char in entry.note["zh"])


@each_corpus
def test_suggests_settings_that_exist(entry):
    """The settings an entry suggests exist in the app, and make a walk short enough to watch."""
    assert entry.unit in {"char", "byte"}
    assert entry.pre_tokenizer in {"whitespace", "gpt2", "none"}
    assert 1 <= entry.num_merges <= 300
    assert all(isinstance(token, str) and token for token in entry.special_tokens)
    assert entry.languages


@each_corpus
def test_is_plain_normalized_text(entry):
    """NFC, no tabs, no control characters: oddities in a lesson should be deliberate."""
    text = words_of(entry)
    assert unicodedata.is_normalized("NFC", text)
    odd = {char for char in text if unicodedata.category(char)[0] == "C"}
    assert odd <= {"\n", JOINER}
    assert not any(line.endswith(" ") for line in text.split("\n"))
    stored = entry.path.read_bytes()
    assert b"\r" not in stored
    assert stored.endswith(b"\n")  # which belongs to the file: no walk merges it
    assert text == text.rstrip("\n")
    assert not stored.endswith(b"\n\n")


@each_corpus
def test_loads_with_its_counts(entry):
    """Nothing is lost: each word keeps its count, and a text keeps all its bytes.

    One visitor's change to a table does not reach the next, and no word is on two lines.
    """
    corpus = load(entry.id)
    stored = content(entry.id)
    if entry.kind == "counts":
        content(entry.id).clear()
        assert len(stored) == len(entry.path.read_text(encoding="utf-8").splitlines())
        assert content(entry.id) == stored
        assert dict(zip(corpus.words, corpus.counts.tolist(), strict=True)) == stored
        assert corpus.word_total == sum(stored.values())
    else:
        cut = zip(corpus.words, corpus.counts.tolist(), strict=True)
        assert sum(len(word) * count for word, count in cut) == len(stored)
        assert corpus.text_bytes == len(stored.encode())


@each_corpus
def test_other_settings_win_over_the_suggested_ones(entry):
    """Whatever the learner sets holds for every corpus."""
    corpus = load(entry.id, unit="byte", end_of_word="_", pre_tokenizer="none")
    assert (corpus.unit, corpus.end_of_word, corpus.pre_tokenizer) == ("byte", "_", "none")
    if entry.kind == "text":
        assert corpus.words == [content(entry.id)]


@pytest.mark.parametrize("ask", [content, load])
def test_an_unknown_id_is_a_key_error(ask):
    """The page decides what to tell the learner."""
    with pytest.raises(KeyError, match="nope"):
        ask("nope")
