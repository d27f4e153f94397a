"""Every corpus in the catalogue; a corpus that is added later is tested as well."""

import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

import sample_corpora
from bpe_core import train_bpe
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


# Typed by hand from the courses, so that a slip in a data file shows.
COURSES = {
    "hug": {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5},
    "loop": {"loop": 15, "pool": 10, "loot": 10, "tool": 5, "loots": 8},
    "low": {"low": 5, "lower": 2, "newest": 6, "widest": 3},
    "learning": {"deep": 5, "learning": 7, "natural": 6, "language": 3, "processing": 7},
    "happily": "happily happiness unhappy",
    "course": {
        "This": 3, "Ġis": 2, "Ġthe": 1, "ĠHugging": 1, "ĠFace": 1, "ĠCourse": 1, ".": 4,
        "Ġchapter": 1, "Ġabout": 1, "Ġtokenization": 1, "Ġsection": 1, "Ġshows": 1,
        "Ġseveral": 1, "Ġtokenizer": 1, "Ġalgorithms": 1, "Hopefully": 1, ",": 1, "Ġyou": 1,
        "Ġwill": 1, "Ġbe": 1, "Ġable": 1, "Ġto": 1, "Ġunderstand": 1, "Ġhow": 1, "Ġthey": 1,
        "Ġare": 1, "Ġtrained": 1, "Ġand": 1, "Ġgenerate": 1, "Ġtokens": 1,
    },
}  # fmt: skip

SCRIPTS = {
    "LATIN", "CJK", "HIRAGANA", "HANGUL", "ARABIC", "HEBREW", "DEVANAGARI", "BENGALI", "THAI",
    "TAMIL", "CYRILLIC", "GREEK", "GEORGIAN", "ETHIOPIC",
}  # fmt: skip


def scripts_of(text: str) -> Counter[str]:
    """Letters by script: the first word of a letter's Unicode name is its script."""
    letters = (char for char in text if unicodedata.category(char)[0] == "L")
    return Counter(unicodedata.name(char).split()[0] for char in letters)


def words_with(part: str, corpus_id: str) -> set[str]:
    return {word for word in content(corpus_id) if part in word}


def paragraphs(corpus_id: str) -> list[str]:
    return content(corpus_id).split("\n\n")


@pytest.mark.parametrize("corpus_id", COURSES)
def test_a_course_corpus_has_the_course_s_own_figures(corpus_id):
    """Words, counts and their order, so that a learner finds the textbook's numbers."""
    stored = content(corpus_id)
    assert stored == COURSES[corpus_id]
    assert list(stored) == list(COURSES[corpus_id])


def test_course_corpora_suggest_the_course_s_own_settings():
    """Markers and units decide the merges, so these too are the textbook's."""
    assert [CATALOGUE[i].end_of_word for i in ("low", "learning")] == ["</w>", "</w>"]
    assert [CATALOGUE[i].end_of_word for i in ("hug", "loop", "course", "happily")] == [""] * 4
    assert (CATALOGUE["happily"].unit, CATALOGUE["happily"].pre_tokenizer) == ("byte", "none")
    assert CATALOGUE["course"].num_merges == 19
    assert CATALOGUE["course"].special_tokens == ("<|endoftext|>",)


def test_numbers_that_look_like_telephones_belong_to_nobody():
    """555-0100 to 555-0199 are reserved for examples."""
    assert all(re.fullmatch("555-01[0-9][0-9]", word) for word in words_with("-", "numbers"))


def test_scripts_says_the_same_in_fourteen_scripts_and_emoji():
    """One paragraph per script, mostly in that script, and a last line of emoji."""
    *written, emoji = paragraphs("scripts")
    assert {scripts_of(text).most_common(1)[0][0] for text in written} == SCRIPTS
    assert len(written) == len(SCRIPTS) == len(CATALOGUE["scripts"].languages)
    assert not scripts_of(emoji)
    assert "👩‍👧" in emoji


def test_mixed_turns_from_english_to_chinese_and_back():
    """Every English paragraph is followed by the same one in Chinese."""
    texts = paragraphs("mixed")
    assert len(texts) % 2 == 0
    for english, chinese in zip(texts[::2], texts[1::2], strict=True):
        assert set(scripts_of(english)) == {"LATIN"}
        assert set(scripts_of(chinese)) == {"CJK"}
    assert 350 <= len(" ".join(texts[::2]).split()) <= 450


def test_news_has_the_same_names_and_numbers_in_three_languages():
    """Words that a joint vocabulary splits alike must occur in all of them."""
    texts = [content(f"news-{language}") for language in ("en", "de", "zh")]
    for name in ("Kestrel", "Lindner", "Keller", "Nowak", "Rotterdam", "Hamburg", "Wilhelm"):
        assert all(name in text for text in texts)
    numbers = [set(re.findall("[0-9]+", text)) for text in texts]
    assert {"1350", "2026", "7481", "240", "1950"} <= numbers[0] & numbers[1] & numbers[2]
    assert len({len(text.split("\n\n")) for text in texts}) == 1


def test_chinese_words_show_what_pieces_gain() -> None:
    """Fewer tokens than characters, with a smaller vocabulary than a list of all words."""
    counts = content("lessons")
    assert all(unicodedata.name(char).startswith("CJK UNIFIED") for word in counts for char in word)
    trace = train_bpe(load("lessons"), num_merges=CATALOGUE["lessons"].num_merges)
    characters, pieces, words = trace.state_at(0), trace.state_at(len(trace)), counts.values()
    assert len(trace.vocabulary) < 0.6 * len(counts)
    assert sum(words) < pieces.token_count < 0.75 * characters.token_count
