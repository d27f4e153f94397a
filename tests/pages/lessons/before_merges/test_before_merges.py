"""The lesson "Before the merges": changes, cuts, patterns, places, the way back."""

import unicodedata
from collections import Counter
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.text.characters import code_point, without_unseen, words_with_unseen
from bpe_core.text.normalization import NORMALIZERS, normalize, normalize_with_offsets
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS, Word
from bpe_core.text.published_patterns import PATTERNS
from pages.lessons import LESSONS
from pages.lessons.before_merges import LESSON, SAMPLES, pipeline
from pages.lessons.before_merges.characters import (
    MERGES,
    OTHER_SAMPLES,
    PATTERN,
    USED_BY,
    cuts_in,
    pattern_data,
    samples,
    tokens_by,
)
from pages.lessons.before_merges.pipeline import (
    cut_of,
    cuts_of,
    pieces_of,
    verdict,
)
from pages.session.language import pieces_of_prose, speaking
from tests.bpe_core.oracles import naive_bpe

HARD = "aÉe\u0301ﬁ½①Ｈ한\u1112\u1161哈 \n1"
texts = st.text(st.sampled_from(HARD), max_size=60)
chains = st.lists(st.sampled_from(sorted(NORMALIZERS)), max_size=3, unique=True)


@given(texts, chains)
def test_the_pieces_are_the_whole_text(text: str, chain: list[str]) -> None:
    normalized = normalize_with_offsets(text, chain)
    pieces = pieces_of(normalized)
    assert "".join(piece[0] for piece in pieces) == text
    assert "".join(piece[1] for piece in pieces) == normalized.text


@given(texts, chains)
def test_every_part_points_into_the_text_as_it_was_written(text: str, chain: list[str]) -> None:
    """The parts are in order, and together omit only what normalization took away.

    Of many, the first ones are shown, and the others are counted.
    """
    normalized = normalize_with_offsets(text, chain)
    with patch.object(pipeline, "MOST_PARTS", 3):
        begun = cuts_of(normalized)
    for cut, few in zip(cuts_of(normalized), begun, strict=True):
        assert few["parts"] == cut["parts"][:3]
        assert few["more"] == len(cut["parts"][3:])
        assert all(0 <= start < end <= len(text) for _, start, end, *_ in cut["parts"])
        starts = [start for _, start, *_ in cut["parts"]]
        assert starts == sorted(starts)
        if not chain:
            assert {i for _, a, b, *_ in cut["parts"] for i in range(a, b)} == set(range(len(text)))


def test_a_cut_by_hand() -> None:
    """The ligature is one character of the text and two of the normalized one."""
    normalized = normalize_with_offsets("a  ﬁn", ["nfkc"])
    words = [Word("a", 0, 1), Word("in", 4, 6)]
    cut = cut_of(normalized, words, "own")
    assert cut["parts"] == [["a", 0, 1], ["  f", 1, 4, True], ["in", 3, 5]]
    assert (cut["words"], cut["dropped"], cut["more"]) == (2, 3, 0)


@pytest.mark.parametrize(
    ("text", "chain", "said"),
    [
        ("abc", ["nfkc"], "changes nothing"),
        ("é", ["nfd"], "applying NFC to the result gives back your text"),
        ("e\u0301", ["nfc"], "applying NFD to the result gives back your text"),
        ("ée\u0301", ["nfc"], "Not reversible to the byte"),
        ("①", ["nfkc"], "in 1 place"),
        ("①½", ["nfkc", "lowercase"], "in 2 places"),
    ],
)
def test_the_verdict_says_whether_and_how_the_text_comes_back(
    text: str, chain: list[str], said: str
) -> None:
    assert said in verdict(normalize_with_offsets(text, chain))


PROSE = {
    language: pieces_of_prose(LESSONS["before_merges"].folder, language)["more"]
    for language in ("en", "zh")
}


def cut(rule: str, text: str) -> list[str]:
    return PRE_TOKENIZERS[rule].split(text)


#: What the lesson says of its rules, and a text that each of these cuts so.
CUTS = {
    ("gpt2", "a b"): ["a", " b"],
    ("gpt4", "a 1"): ["a", " ", "1"],
    ("gpt4", "a.\nb"): ["a", ".\n", "b"],
    ("gpt4", "a\nb"): ["a", "\n", "b"],
    ("bert", "a! 哈哈"): ["a", "!", "哈", "哈"],
    ("metaspace", " a  b"): [" a", " ", " b"],
}
SAID = {
    "en": """keeps a space with the word that follows
separates the space before a number from the number
A line break right after punctuation stays with the punctuation
otherwise it is cut off
separates every punctuation mark and every Chinese character
the rule here keeps every space""",
    "zh": """把空格留给后面的词
数字前的空格单独切开
换行跟在标点后时与标点合为一段
否则单独切开
把每个标点和每个汉字单独切开
这里的规则保留每个空格""",
}


def test_each_rule_cuts_as_the_lesson_says() -> None:
    assert {each: cut(*each) for each in CUTS} == CUTS
    for language, said in SAID.items():
        assert all(sentence in PROSE[language] for sentence in said.split("\n"))


@pytest.mark.parametrize("words", [["748", "1"], ["748", "15"]])
def test_digits_are_grouped_from_the_left(words: list[str]) -> None:
    number, (first, rest) = "".join(words), words
    assert f"`{number}` becomes `{first}` and `{rest}`" in PROSE["en"]
    assert f"`{number}` 切成 `{first}` 和 `{rest}`" in PROSE["zh"]
    assert cut("gpt4", number) == words


@pytest.mark.parametrize(("before", "after"), [("ﬁ", "fi"), ("½", "1⁄2"), ("①", "1"), ("Ａ", "A")])
def test_nfkc_replaces_what_the_lesson_says(before: str, after: str) -> None:
    assert normalize(before, ["nfkc"]) == normalize(before, ["nfkd"]) == after
    for prose in PROSE.values():
        assert f"`{before}`" in prose
        assert f"`{after}`" in prose


pattern_texts = st.text(st.sampled_from("aZé汉1½'s!\n \u3000"), max_size=40)


def test_every_alternative_is_explained() -> None:
    explained = Counter(name for name, _ in LESSON.table("alternatives")[1:])
    assert explained == {name: len(each.alternatives) for name, each in PATTERNS.items()}
    assert USED_BY.keys() == PATTERNS.keys()


@pytest.mark.parametrize("name", PATTERNS)
@given(text=pattern_texts)
def test_the_pieces_are_the_text_and_are_counted(name: str, text: str) -> None:
    data = pattern_data(PATTERNS[name], text)
    assert "".join(piece for piece, *_ in data["pieces"]) == text
    assert sum(count for *_, count in data["alternatives"]) == len(data["pieces"])


@pytest.mark.parametrize(
    ("name", "alternative", "says", "taken", "left"),
    [
        # Run what the sentence beside an alternative claims: what it takes, and what it leaves.
        ("GPT-2", 0, "in lower case only", ["'s", "'ll"], ["'S", "'x"]),
        ("GPT-2", 1, "a space in front if there is one", [" ab", "汉字"], ["!ab", "a1"]),
        ("GPT-2", 2, "a space in front if there is one", [" 12345", "½"], ["a", "1a"]),
        ("GPT-2", 3, "a space in front if there is one", [" ?!", "。"], ["a", "!\n"]),
        ("GPT-2", 4, "except its last character", ["  "], ["a"]),
        ("GPT-4", 0, "capitals too", ["'s", "'LL"], ["'x"]),
        ("GPT-4", 1, "a letter, a digit or a line break", ["(ab", " ab"], ["1ab", "\nab", "((ab"]),
        ("GPT-4", 2, "up to three", ["1", "123"], [" 1", "1234"]),
        ("GPT-4", 3, "any line breaks right after", [" !\n\n", "!"], ["\n!", "!/a"]),
        ("GPT-4", 4, "up to its last line break", ["\n", " \n\n"], ["\n ", " "]),
        ("o200k", 0, "a space or symbol in front", ["Ab", "it's", " 汉", "(ab"], ["AB"]),
        ("o200k", 1, "capital letters only", ["AB", "AB's", " AB"], ["1"]),
        ("o200k", 3, "any line breaks or /", ["!/\n"], ["a"]),
        ("Qwen", 2, "a single digit", ["1"], ["12"]),
    ],
)
def test_what_a_sentence_claims_of_an_alternative_is_so(
    name: str, alternative: int, says: str, taken: list[str], left: list[str]
) -> None:
    takes = [said for pattern, said in LESSON.table("alternatives") if pattern == name]
    assert says in takes[alternative]
    for text in taken:
        assert [tuple(p) for p in PATTERNS[name].pieces(text)] == [(text, alternative)]
    for text in left:
        assert (text, alternative) not in [tuple(p) for p in PATTERNS[name].pieces(text)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_sample_has_a_title_of_its_own_and_a_place_in_a_link(language: str) -> None:
    with speaking(language):
        titles = {name: title for name, (title, _text) in samples().items()}
    assert ("own", *titles) == SAMPLES
    assert len(set(titles.values())) == len(titles)


@pytest.mark.parametrize("name", ["en", "ta", "ar", "jamo", "tones"])
def test_the_tokens_are_those_of_a_naive_trainer(name: str) -> None:
    """It keeps every word as a list, and merges the most frequent pair until none occurs twice."""
    text = samples()[name][1]
    for pattern in (PATTERN, PATTERN.with_marks()):
        pieces = [piece.text for piece in pattern.pieces(text)]
        run = naive_bpe(Counter(pieces), num_merges=MERGES, min_frequency=2)
        words = [tuple(str(run.texts[i]) for i in word) for word in run.steps[-1].words]
        by_piece = dict(zip(Counter(pieces), words, strict=True))
        assert tokens_by(pattern, text) == [by_piece[piece] for piece in pieces]


def test_as_many_jamo_write_all_syllables_as_the_lesson_says() -> None:
    syllables = [chr(i) for i in range(0xAC00, 0xD7A4)]
    jamo = set(unicodedata.normalize("NFD", "".join(syllables)))
    assert (len(jamo), len(syllables)) == (67, 11_172)
    for language in ("en", "zh"):
        with speaking(language):
            assert "67" in LESSON.prose("forms")
            assert "11,172" in LESSON.prose("forms")


def test_what_cannot_be_seen_is_of_every_kind_that_the_lesson_names() -> None:
    text = OTHER_SAMPLES["unseen"][1]
    names = {code_point(c) for word in words_with_unseen(text) for c in word} - {
        code_point(c) for c in without_unseen(text)
    }
    for kind in ("ZERO WIDTH SPACE", "LEFT-TO-RIGHT MARK", "VARIATION SELECTOR", "NO-BREAK SPACE"):
        assert any(kind in name for name in names)


def test_qwen_3_5_cuts_an_emoji_before_its_variation_selector_as_the_lesson_says() -> None:
    assert dict(zip(PATTERNS, cuts_in("a ➡\ufe0f"), strict=True))["Qwen 3.5"] == 1
    assert sum(cuts_in("a ➡\ufe0f")) == 1
