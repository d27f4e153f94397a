"""Broken encoders, based only on the misunderstanding, are given the right names."""

import re
import unicodedata
from collections.abc import Callable

import pytest

from bpe_core import Corpus, train_bpe
from bpe_core.diagnosis import diagnose_encoding, encodings, read_ids
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
    assert said.text_before == b"".join(TRACE.vocabulary[i] for i in found[:first]).decode()


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


WORDY = ' Mr. Bennet said:\r\n  "A Single Man"\tin  café<|end|>possession \n'
DECOMPOSED = unicodedata.normalize("NFD", WORDY)
#: Names, and the text that somebody encodes instead of `WORDY`.
CHANGED_TEXTS: list[tuple[str, str]] = [
    ("whitespace-joined", " ".join(WORDY.split())),
    ("whitespace-joined", re.sub(r"\s+", " ", WORDY)),
    ("line-ends-lost", WORDY.replace("\n", " ")),
    ("line-ends-lost", "".join(WORDY.splitlines())),
    ("wrong-encoding", WORDY.replace("é", "Ã©")),
    ("line-ends-changed", WORDY.replace("\r\n", "\n")),
    ("last-line-end", WORDY.removesuffix("\n")),
    ("last-line-end", WORDY + "\n"),
    *(("stripped", strip(WORDY)) for strip in (str.strip, str.lstrip, str.rstrip)),
    ("byte-order-mark", "\ufeff" + WORDY),
    ("normalized-lowercase", WORDY.lower()),
    ("normalized-nfd", DECOMPOSED),
    ("space-before", " " + WORDY),
    ("spaces-lost", WORDY.replace(" ", "")),
    ("line-ends-changed + normalized-lowercase", WORDY.lower().replace("\r\n", "\n")),
]


def encode(text: str) -> list[int]:
    parts = [ids(broken.split_gpt2(part), in_order) for part in text.split("<|end|>")]
    return [*parts[0], *(i for part in parts[1:] for i in (END, *part))]


RIGHT, LOWER = encode(SHORT), encode(SHORT.lower())
GREEDY = ids(broken.split_gpt2(SHORT), greedily)
#: Names, a text, and ids that they explain, whatever else does.
EXPLAINED: list[tuple[str, str, list[int]]] = [
    *((name, WORDY, encode(changed)) for name, changed in CHANGED_TEXTS),
    ("normalized-nfc", DECOMPOSED, encode(WORDY)),
    ("spaces-behind", TEXT, ids(re.findall(r"\S+ ?", TEXT), in_order)),
    ("special-left-out", WORDY, [i for i in encode(WORDY) if i != END]),
    ("bos-added + eos-added", SHORT, [END, *RIGHT, END]),
    ("normalized-lowercase + padding-added", SHORT, [*LOWER, END, END]),
    ("normalized-lowercase + ids-cut-off", SHORT, LOWER[:20]),
]
#: The same, where nothing else may be named. Any token that is too many is neither a special one
#: nor padding; the last mistake, to repeat every second token, is on no list.
EXPLAINED_ALONE: list[tuple[str, str, list[int]]] = [
    *(("bos-added", TEXT, [extra, *encode(TEXT)]) for extra in (END, 50_256)),
    *(("eos-added", TEXT, [*encode(TEXT), extra]) for extra in (END, 50_256)),
    ("ids-cut-off", SHORT, RIGHT[:20]),
    ("padding-added", SHORT, [*RIGHT, *[END] * 3]),
    (
        "longest-match + ids-shifted",
        SHORT,
        [i + 1 for i in GREEDY],
    ),
    ("", SHORT[:60], [5, *encode(SHORT[:60])]),
    ("", SHORT[:60], [*encode(SHORT[:60]), 5, 5]),
    ("", SHORT[:60], [i for n, i in enumerate(encode(SHORT[:60])) for _ in range(1 + n % 2)]),
]


@pytest.mark.parametrize(("names", "text", "found"), EXPLAINED)
def test_a_mistake_is_named(names: str, text: str, found: list[int]) -> None:
    assert tuple(names.split(" + ")) in diagnose_encoding(text, MODEL, found).explanations


@pytest.mark.parametrize(("names", "text", "found"), EXPLAINED_ALONE)
def test_nothing_but_the_mistake_is_named(names: str, text: str, found: list[int]) -> None:
    said = diagnose_encoding(text, MODEL, found).explanations
    assert said == ((tuple(names.split(" + ")),) if names else ())


def test_two_changes_of_a_long_text_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its beginning is tried first."""
    monkeypatch.setattr(encodings, "BEGINNING", 400)
    text = WORDY * 12
    said = diagnose_encoding(text, MODEL, encode(text.lower().replace("\r\n", "\n"))).explanations
    assert ("line-ends-changed", "normalized-lowercase") in said


def test_what_is_no_id_is_named() -> None:
    """The error gives its position."""
    with pytest.raises(IdsError) as error:
        read_ids("5 x 7")
    assert error.value.fields == {"entry": 2, "content": "x"}
