"""The lesson "Before the merges": changes, cuts, places, the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.text.normalization import NORMALIZERS, normalize, normalize_with_offsets
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS, Word
from pages.lessons import LESSONS
from pages.lessons.before_merges.pipeline import (
    changes_of,
    cut_of,
    cuts_of,
    each_of,
    pieces_of,
    verdict,
)
from pages.session.language import pieces_of_prose

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
    """The parts are in order, and together omit only what normalization took away."""
    for cut in cuts_of(normalize_with_offsets(text, chain)):
        assert all(0 <= start < end <= len(text) for _, start, end, *_ in cut["parts"])
        starts = [start for _, start, *_ in cut["parts"]]
        assert starts == sorted(starts)
        if not chain and not cut["more"]:
            assert {i for _, a, b, *_ in cut["parts"] for i in range(a, b)} == set(range(len(text)))


def test_a_cut_by_hand() -> None:
    """The ligature is one character of the text and two of the normalized one."""
    normalized = normalize_with_offsets("a  ﬁn", ["nfkc"])
    words = [Word("a", 0, 1), Word("in", 4, 6)]
    cut = cut_of(normalized, words, "own")
    assert cut["parts"] == [["a", 0, 1], ["  f", 1, 4, True], ["in", 3, 5]]
    assert (cut["words"], cut["dropped"], cut["more"]) == (2, 3, 0)


def test_changes_are_named_by_their_code_points_and_what_is_lost_comes_first() -> None:
    found = changes_of(normalize_with_offsets("e\u0301ﬁﬁ", ["nfkc"]))
    assert [(c["from"], c["to"], c["change"], c["count"]) for c in found] == [
        ("U+FB01", "U+0066 U+0069", "lost", 2),
        ("U+0065 U+0301", "U+00E9", "equivalent", 1),
    ]


def test_each_normalization_by_itself() -> None:
    found = {each["name"]: each for each in each_of("Éﬁ")}
    assert {name: (e["lost"], e["equivalent"], e["way"]) for name, e in found.items()} == {
        "nfc": (0, 0, ""),
        "nfd": (0, 1, "nfc"),
        "nfkc": (1, 0, None),
        "nfkd": (1, 1, None),
        "lowercase": (1, 0, None),
        "strip-accents": (1, 0, None),
    }
    full_width = each_of("ＡＢＣＤＥＦＧＨＩＪＫＬＭＭ")[2]
    assert (full_width["name"], len(full_width["changes"]), full_width["more"]) == ("nfkc", 12, 1)
    assert (full_width["lost"], full_width["changes"][11]["count"]) == (14, 1)


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


@pytest.mark.parametrize(
    ("english", "chinese", "rule", "text", "words"),
    [
        (
            "keeps a space with the word that follows",
            "把空格留给后面的词",
            "gpt2",
            "a b",
            ["a", " b"],
        ),
        (
            "separates the space before a number from the number",
            "数字前的空格单独切开",
            "gpt4",
            "a 1",
            ["a", " ", "1"],
        ),
        (
            "A line break right after punctuation stays with the punctuation",
            "换行跟在标点后时与标点合为一段",
            "gpt4",
            "a.\nb",
            ["a", ".\n", "b"],
        ),
        ("otherwise it is cut off", "否则单独切开", "gpt4", "a\nb", ["a", "\n", "b"]),
        (
            "separates every punctuation mark and every Chinese character",
            "把每个标点和每个汉字单独切开",
            "bert",
            "a! 哈哈",
            ["a", "!", "哈", "哈"],
        ),
        (
            "the rule here keeps every space",
            "这里的规则保留每个空格",
            "metaspace",
            "a  b",
            [" a", " ", " b"],
        ),
    ],
)
def test_a_rule_cuts_as_the_lesson_says(
    english: str, chinese: str, rule: str, text: str, words: list[str]
) -> None:
    assert english in PROSE["en"]
    assert chinese in PROSE["zh"]
    assert cut(rule, text) == words


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


def test_metaspace_forgets_whether_the_text_began_with_a_space() -> None:
    assert cut("metaspace", "a") == cut("metaspace", " a") == [" a"]
