"""Patterns taken apart, and every stage of a text, as the lesson sends them to the browser."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.text.published_patterns import PATTERNS
from pages.lessons.before_merges import LESSON
from pages.lessons.before_merges.characters import MOST_PIECES, USED_BY, pattern_data
from pages.lessons.before_merges.whole_way import mostly_unknown, own_stages

texts = st.text(st.sampled_from("aZé汉1½'s!\n \u3000"), max_size=40)


def test_every_alternative_is_explained() -> None:
    explained = Counter(name for name, _ in LESSON.table("alternatives")[1:])
    assert explained == {name: len(each.alternatives) for name, each in PATTERNS.items()}
    assert USED_BY.keys() == PATTERNS.keys()


@pytest.mark.parametrize("name", PATTERNS)
@given(text=texts)
def test_the_pieces_are_the_text_and_are_counted(name: str, text: str) -> None:
    data = pattern_data(PATTERNS[name], text)
    assert "".join(piece for piece, *_ in data["pieces"]) == text
    assert sum(count for *_, count in data["alternatives"]) == len(data["pieces"])


def test_a_long_text_is_counted_whole_and_shown_in_part() -> None:
    data = pattern_data(PATTERNS["GPT-2"], "a!" * MOST_PIECES)
    assert (len(data["pieces"]), data["more"]) == (MOST_PIECES, MOST_PIECES)
    assert [count for *_, count in data["alternatives"]] == [0, MOST_PIECES, 0, MOST_PIECES, 0, 0]


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


def test_the_learners_own_text_goes_the_whole_way() -> None:
    corpus = Corpus.from_text("to be or not to be", normalizer=("lowercase",), pre_tokenizer="gpt2")
    tokenizer = train_bpe(corpus, num_merges=2).tokenizer()
    normalization, cuts, model, added = own_stages(tokenizer, "To BE")
    assert normalization.text == "to be"
    assert [[chip.token for chip in word] for word in cuts.words] == [["to"], ["Ġbe"]]
    tokens = [chip.token for word in model.words for chip in word]
    assert tokens == tokenizer.tokens("To BE")
    assert not added.words
    assert added.last.split(": ")[1] == " ".join(map(str, tokenizer.encode("To BE")))
    assert not mostly_unknown(model)


def test_a_text_of_unknown_characters_is_mostly_unknown() -> None:
    tokenizer = train_bpe(Corpus.from_text("to be"), num_merges=1).tokenizer()
    assert mostly_unknown(own_stages(tokenizer, "哈哈")[2])
