"""Every sentence about a rule or a normalization is true: each one is run."""

import pytest

from bpe_core.text.normalization import normalize
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS
from pages.lessons import LESSONS
from pages.session.language import pieces_of_prose

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
