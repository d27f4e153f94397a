"""Broken encoders, based only on the misunderstanding, are given the right names."""

import re
import unicodedata
from collections.abc import Callable

import pytest

from bpe_core import Corpus, train_bpe
from bpe_core.diagnosis import diagnose_encoding, read_ids
from bpe_core.diagnosis.encodings import IdsError
from bpe_core.files.exchange import model_of
from tests.bpe_core.diagnosis import broken_trainers as broken
from tests.bpe_core.diagnosis.broken_trainers import ENGLISH

_WORDS = ENGLISH.split()
#: Words that are not in the corpus: the beginning of one and the end of another.
TEXT = " ".join(one[:4] + other[1:] for one, other in zip(_WORDS, _WORDS[7:], strict=False))
#: Its beginning, for when every two mistakes are tried together.
SHORT = TEXT[:250]
TRACE = train_bpe(
    Corpus.from_text(ENGLISH, unit="byte", pre_tokenizer="gpt2"),
    num_merges=150,
    special_tokens=["<|end|>"],
)
MODEL = model_of(TRACE)
#: A pre-tokenizer that drops whitespace.
BARE = model_of(train_bpe(Corpus.from_text(ENGLISH, unit="byte"), num_merges=150))
MERGES = [(merge.left, merge.right) for merge in TRACE.merges]
ID_OF = {token: i for i, token in enumerate(TRACE.vocabulary)}
END = ID_OF[b"<|end|>"]


def by(merges: list, merge: Callable = broken.merge) -> Callable[[list[bytes]], list[bytes]]:
    """An encoder that applies these merges one after another."""

    def encode(word: list[bytes]) -> list[bytes]:
        for pair in merges:
            word = merge(word, pair)
        return word

    return encode


in_order = by(MERGES)


def greedily(word: list[bytes]) -> list[bytes]:
    text, tokens = b"".join(word), []
    while text:
        size = next(n for n in range(len(text), 0, -1) if text[:n] in ID_OF)
        tokens.append(text[:size])
        text = text[size:]
    return tokens


def in_one_pass(word: list[bytes]) -> list[bytes]:
    out, i = [], 0
    while i < len(word):
        if tuple(word[i : i + 2]) in MERGES:
            out.append(word[i] + word[i + 1])
            i += 2
        else:
            out.append(word[i])
            i += 1
    return out


def ids(words: list[str], encode: Callable[[list[bytes]], list[bytes]]) -> list[int]:
    return [ID_OF[token] for word in words for token in encode(broken.bytes_of(word))]


@pytest.mark.parametrize(
    ("name", "encode"),
    [
        ("reversed-merges", by(MERGES[::-1])),
        ("longest-match", greedily),
        ("leftmost-merge-first", lambda word: broken.leftmost(word, MERGES)),
        ("one-pass", in_one_pass),
        ("once-each", by(MERGES, broken.merge_once)),
        ("first-merges-only", by(MERGES[:100])),
        ("no-merges", lambda word: word),
    ],
)
def test_a_broken_encoder_is_called_by_its_name(name: str, encode: Callable) -> None:
    """The first token that differs is also found."""
    found = ids(broken.split_gpt2(TEXT), encode)
    said = diagnose_encoding(TEXT, MODEL, found)
    assert not said.equal
    assert (name,) in said.explanations
    first = said.first_difference
    assert list(said.expected[:first]) == found[:first]
    assert said.expected[first : first + 1] != said.found[first : first + 1]
    assert TEXT.startswith(said.text_before)


def test_the_right_ids_are_equal() -> None:
    """They apply the merges in order, in independent code."""
    assert diagnose_encoding(TEXT, MODEL, ids(broken.split_gpt2(TEXT), in_order)).equal


def test_another_cut_is_named() -> None:
    """Either no cut at all, or one that keeps the spaces."""
    tokens = BARE.tokens

    def encode(words: list[str]) -> list[int]:
        spelled = [broken.bytes_of(word) for word in words]
        for left, right in BARE.merges:
            spelled = [broken.merge(word, (tokens[left], tokens[right])) for word in spelled]
        return [tokens.index(token) for word in spelled for token in word]

    assert diagnose_encoding(TEXT, BARE, encode(TEXT.split())).equal
    whole = diagnose_encoding(TEXT, BARE, encode([TEXT]))
    assert ("pairs-across-words",) in whole.explanations
    cut = diagnose_encoding(TEXT, BARE, encode(broken.split_words_and_marks(TEXT)))
    assert ("cut-bert",) in cut.explanations


def test_ids_that_are_numbered_otherwise_are_named() -> None:
    """Bytes in GPT-2's order, all ids one too small, special tokens taken as text."""
    right = ids(broken.split_gpt2(TEXT), in_order)
    shifted = diagnose_encoding(TEXT, MODEL, [i - 1 for i in right])
    assert shifted.explanations == (("ids-shifted",),)
    by_gpt2 = [*range(33, 127), *range(161, 173), *range(174, 256)]
    by_gpt2 += [b for b in range(256) if b not in by_gpt2]
    place = {bytes([byte]): 1 + i for i, byte in enumerate(by_gpt2)}
    words = broken.split_gpt2(TEXT)
    tokens = [token for word in words for token in in_order(broken.bytes_of(word))]
    renumbered = [place.get(token, ID_OF[token]) for token in tokens]
    assert ("ids-by-gpt2",) in diagnose_encoding(TEXT, MODEL, renumbered).explanations
    text = "truth<|end|>truth"
    as_text = ids(broken.split_gpt2(text), in_order)
    assert ("special-as-text",) in diagnose_encoding(text, MODEL, as_text).explanations


WORDY = 'Mr. Bennet said:\r\n  "A Single Man"\tin  café<|end|>possession \n'
DECOMPOSED = unicodedata.normalize("NFD", WORDY)
#: A name, the text that somebody encodes instead of the one that was given, and that one.
CHANGED_TEXTS: list[tuple[str, str, str]] = [
    ("whitespace-joined", " ".join(WORDY.split()), WORDY),
    ("whitespace-joined", re.sub(r"\s+", " ", WORDY), WORDY),
    ("line-ends-lost", WORDY.replace("\n", " "), WORDY),
    ("line-ends-lost", "".join(WORDY.splitlines()), WORDY),
    ("wrong-encoding", WORDY.replace("é", "Ã©"), WORDY),
    ("line-ends-changed", WORDY.replace("\r\n", "\n"), WORDY),
    ("last-line-end", TEXT, TEXT + "\n"),
    ("last-line-end", TEXT + "\n", TEXT),
    ("stripped", WORDY.strip(), WORDY),
    ("byte-order-mark", "\ufeff" + WORDY, WORDY),
    ("normalized-lowercase", WORDY.lower(), WORDY),
    ("normalized-nfc", WORDY, DECOMPOSED),
    ("normalized-nfd", DECOMPOSED, WORDY),
    ("space-before", " " + TEXT, TEXT),
    ("spaces-lost", TEXT.replace(" ", ""), TEXT),
]


@pytest.mark.parametrize(("name", "changed", "text"), CHANGED_TEXTS)
def test_a_changed_text_is_named(name: str, changed: str, text: str) -> None:
    """The encoder is right, but the text that it was given is another one."""
    found = encode(changed)
    said = diagnose_encoding(text, MODEL, found)
    assert (name,) in said.explanations, said.explanations


def encode(text: str) -> list[int]:
    parts = [ids(broken.split_gpt2(part), in_order) for part in text.split("<|end|>")]
    return [*parts[0], *(i for part in parts[1:] for i in (END, *part))]


def test_spaces_that_belong_to_the_word_before_them_are_named() -> None:
    found = ids(re.findall(r"\S+ ?", TEXT), in_order)
    assert ("spaces-behind",) in diagnose_encoding(TEXT, MODEL, found).explanations


def test_tokens_around_the_text_are_named_and_no_others() -> None:
    """One that no text becomes, or none of the vocabulary: not any token that is too many."""
    right = encode(TEXT)
    for extra in (END, 50_256):
        assert diagnose_encoding(TEXT, MODEL, [extra, *right]).explanations == (("bos-added",),)
        assert diagnose_encoding(TEXT, MODEL, [*right, extra]).explanations == (("eos-added",),)
    both = diagnose_encoding(SHORT, MODEL, [END, *encode(SHORT), END])
    assert ("bos-added", "eos-added") in both.explanations
    assert diagnose_encoding(SHORT, MODEL, [5, *encode(SHORT)]).explanations == ()


def test_ids_of_a_fixed_length_are_named() -> None:
    """Filled up, cut off, and both after another mistake; no token of a text is padding."""
    right, lower = encode(SHORT), encode(SHORT.lower())
    assert diagnose_encoding(SHORT, MODEL, right[:20]).explanations == (("ids-cut-off",),)
    filled = diagnose_encoding(SHORT, MODEL, [*right, *[END] * 3])
    assert filled.explanations == (("padding-added",),)
    said = diagnose_encoding(SHORT, MODEL, [*lower, END, END]).explanations
    assert ("normalized-lowercase", "padding-added") in said
    assert ("normalized-lowercase", "ids-cut-off") in (
        diagnose_encoding(SHORT, MODEL, lower[:20]).explanations
    )
    assert diagnose_encoding(SHORT, MODEL, [*right, 5, 5]).explanations == ()


def test_a_special_token_that_is_left_out_is_named() -> None:
    found = [i for i in encode(WORDY) if i != END]
    assert ("special-left-out",) in diagnose_encoding(WORDY, MODEL, found).explanations


def test_two_changes_of_a_text_are_named_together() -> None:
    """Also of a long one, of which the beginning is tried first."""
    for text in (WORDY, WORDY * 200):
        found = encode(text.lower().replace("\r\n", "\n"))
        said = diagnose_encoding(text, MODEL, found).explanations
        assert ("line-ends-changed", "normalized-lowercase") in said


def test_two_mistakes_are_named_together() -> None:
    """The mistakes are the longest match, and ids that are one too large."""
    found = [i + 1 for i in ids(broken.split_gpt2(SHORT), greedily)]
    said = diagnose_encoding(SHORT, MODEL, found)
    assert said.explanations == (("longest-match", "ids-shifted"),)


def test_what_is_on_no_list_is_unknown() -> None:
    """The mistake is to repeat every second token."""
    right = ids(broken.split_gpt2(SHORT[:60]), in_order)
    odd = [i for n, i in enumerate(right) for _ in range(1 + n % 2)]
    assert diagnose_encoding(SHORT[:60], MODEL, odd).explanations == ()


@pytest.mark.parametrize("text", ["5 12\n7", "[5, 12, 7]", "5,12,7", "(5, 12, 7)\n"])
def test_ids_are_read(text: str) -> None:
    """They are read in the forms in which people print them."""
    assert read_ids(text) == [5, 12, 7]


def test_what_is_no_id_is_named() -> None:
    """The error gives its position."""
    with pytest.raises(IdsError) as error:
        read_ids("5 x 7")
    assert error.value.fields == {"entry": 2, "content": "x"}
