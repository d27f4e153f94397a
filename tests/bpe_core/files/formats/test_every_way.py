"""Each tokenizer.json in its target library: every algorithm, unit, cut and normalization.

Texts are encoded, and random ids decoded, including unknown and special tokens. Stated exceptions
are left out: their Unigram makes one unknown token of a run of unknown characters, and a word that
begins with WordPiece's prefix is read as the inside of a word if no word of the corpus does.
"""

from itertools import groupby
from random import Random

import pytest
from tokenizers import Tokenizer

from bpe_core import NORMALIZERS, PRE_TOKENIZERS, Corpus, train_bpe, train_unigram, train_wordpiece
from bpe_core.files.exchange import FormatError, write_tokenizer
from tests.examples import some_of

LEARNED = (
    "low lower newest widest hug pug hugs 哈哈哈哈 嘻嘻 café aaaaaaa baaab it's 's the cat theca "
    "हिन्दी ÀÉ x 123 4567 a_b ﬁne ##a ## # <s< >pad>"
)
TEXTS = [
    "the cat",
    "low lower  lowest, it's 's\tb\n c",
    "café e\u0301 o\u0308\u0302 ÀÉ ﬁne Å ΝΑΟΣ",
    "हिन्दी हि क्ष ท้",
    "哈哈 嘻 嘻嘻 👍🏽 a\x85b\xa0c\u2028d\x1c",
    "",
    "<unk>",
    "x<unk>y",
    "[UNK]",
    "a## ##a ## #",
    "Ġlow ▁low 1234",
    "＜s＞ ＜pad＞",
]
NORMALIZATIONS = [(), *((name,) for name in NORMALIZERS), ("lowercase", "nfkc"), ("nfd", "nfc")]
SPECIAL = [None, (), ("<s>", "<pad>"), ("<unk>",), ("[UNK]", "##x")]
RANDOM_IDS = 12


def train(algorithm: str, corpus: Corpus, special: tuple[str, ...] | None):
    given = {} if special is None else {"special_tokens": special}
    if algorithm == "unigram":
        return train_unigram(corpus, vocab_size=len(corpus.base_vocabulary) + 25, **given)
    learn = train_wordpiece if algorithm == "wordpiece" else train_bpe
    return learn(corpus, num_merges=25, **given)


def without_runs(ids: list[int], unknown: int) -> list[int]:
    """Replace each run of unknown tokens by a single one."""
    return [i for i, run in groupby(ids) for _ in (run if i != unknown else (0,))]


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece", "unigram"])
@pytest.mark.parametrize("unit", ["char", "byte"])
@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS)
def test_hugging_face_does_as_ours(algorithm: str, unit: str, pre_tokenizer: str) -> None:
    """Ids and text are the same, or there is a stated reason why the file cannot express it."""
    random = Random(5)
    normal = ("nfkc",) if algorithm == "unigram" else ()  # of ＜s＞ it makes <s>
    ways = [(n, None) for n in NORMALIZATIONS] + [(normal, special) for special in SPECIAL[1:]]
    for normalizer, special in some_of(ways, f"{algorithm} {unit} {pre_tokenizer}"):
        corpus = Corpus.from_text(
            LEARNED, unit=unit, pre_tokenizer=pre_tokenizer, normalizer=normalizer
        )
        trace = train(algorithm, corpus, special)
        try:
            peer = Tokenizer.from_str(write_tokenizer(trace, "tokenizer.json").decode())
        except FormatError:
            assert (pre_tokenizer, unit) in (("words", unit), ("metaspace", "byte"))
            return
        ours = trace.tokenizer()
        unknown = ours.unknown_id
        for text in TEXTS:
            found = (*trace.special_tokens, *["<unk>"] * (algorithm == "unigram"))
            if any(token in text for token in found):
                continue  # in such a text, a special token or Unigram's unknown one is found
            ids, theirs = ours.encode(text), peer.encode(text, add_special_tokens=False).ids
            if algorithm == "unigram":
                ids, theirs = without_runs(ids, unknown), without_runs(theirs, unknown)
            assert theirs == ids, text
        known = len(ours.vocabulary) + (unit == "char" and unknown == len(ours.vocabulary))
        some = [random.choices(range(known), k=random.randrange(1, 6)) for _ in range(RANDOM_IDS)]
        for ids in (*some, *map(ours.encode, TEXTS)):
            theirs = peer.decode(ids, skip_special_tokens=False)
            assert theirs == ours.decode_bytes(ids).decode("utf-8", "replace"), ids


@pytest.mark.parametrize("algorithm", ["bpe", "unigram"])
def test_words_that_are_spelled_as_bytes_are_no_bytes(algorithm: str) -> None:
    """An unknown character does not become the bytes that such words would stand for."""
    corpus = Corpus.from_counts(dict.fromkeys(["<0xE5>", "<0x93>", "<0x88>"], 9))
    trace = train(algorithm, corpus, None)
    assert {*corpus.words} <= {*trace.vocabulary}
    peer = Tokenizer.from_str(write_tokenizer(trace, "tokenizer.json").decode())
    assert peer.encode("哈").ids == trace.tokenizer().encode("哈")


@pytest.mark.parametrize("marker", ["</w>", "·", "a"])
@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece", "unigram"])
@pytest.mark.parametrize("unit", ["char", "byte"])
def test_a_marker_is_said_or_refused(algorithm: str, unit: str, marker: str) -> None:
    """BPE of characters can express it if a character can be added after every word."""
    for pre_tokenizer in PRE_TOKENIZERS:
        corpus = Corpus.from_text(
            LEARNED, unit=unit, pre_tokenizer=pre_tokenizer, end_of_word=marker
        )
        trace = train(algorithm, corpus, None)
        sayable = algorithm == "bpe" and unit == "char" and pre_tokenizer in ("whitespace", "none")
        if not sayable:
            with pytest.raises(FormatError):
                write_tokenizer(trace, "tokenizer.json")
            continue
        peer = Tokenizer.from_str(write_tokenizer(trace, "tokenizer.json").decode())
        for text in TEXTS:
            ids = trace.tokenizer().encode(text)
            assert peer.encode(text).ids == ids
            assert peer.decode(ids, skip_special_tokens=False) == trace.tokenizer().decode(ids)
