"""Byte fallback, against Hugging Face's and SentencePiece's, and by hand."""

from hypothesis import assume, given
from hypothesis import strategies as st
from tokenizers import Tokenizer as HuggingFace
from tokenizers import decoders, models

from bpe_core import PRE_TOKENIZERS, Corpus, train_bpe
from bpe_core.tokenizers.byte_fallback import ByteFallbackTokenizer
from tests.bpe_core.strategies import any_text, markers, word_counts
from tests.examples import examples

#: Words that Rust's strings can hold; some of their characters are in no corpus of ours.
words = st.text(st.sampled_from("ab哈嘻é👍🏽क्אבxyz京\0")) | st.text()


def hugging_face(ours: ByteFallbackTokenizer, merges: list[tuple[str, str]]) -> HuggingFace:
    ids = {token: i for i, token in enumerate(ours.vocabulary)}
    model = models.BPE(ids, merges, byte_fallback=True)
    made = HuggingFace(model)
    made.decoder = decoders.Sequence([decoders.ByteFallback(), decoders.Fuse()])
    return made


@given(word_counts, words)
@examples(200)
def test_the_ids_are_those_of_hugging_face(corpus: dict[str, int], word: str) -> None:
    """The same vocabulary and merges; there, a token is known by its text, which must be unique."""
    assume(not any("\ud800" <= c <= "\udfff" for c in "".join(corpus)))
    trace = train_bpe(Corpus.from_counts(corpus), num_merges=15)
    ours = ByteFallbackTokenizer(trace)
    assume(len(set(ours.vocabulary)) == len(ours.vocabulary))
    peer = hugging_face(ours, [(merge.left, merge.right) for merge in trace.merges])
    ids = ours.encode_word(word)
    assert ids == peer.encode(word).ids
    assert ours.decode(ids) == peer.decode(ids) == word


@given(word_counts, any_text, markers, st.sampled_from(sorted(PRE_TOKENIZERS)))
@examples(150)
def test_known_characters_stay_and_each_other_one_costs_its_bytes(
    corpus: dict[str, int], text: str, marker: str, rule: str
) -> None:
    made = Corpus.from_counts(corpus, end_of_word=marker, pre_tokenizer=rule)
    trace = train_bpe(made, num_merges=10)
    plain, ours = trace.tokenizer(), ByteFallbackTokenizer(trace)
    sign = PRE_TOKENIZERS[rule].space
    expected: list[int] = []
    for word in plain.encoded_words(text):
        place = 0
        for i in word.ids:
            if i == plain.unknown_id:
                character = " " if word.text[place] == sign else word.text[place]
                expected += character.encode("utf-8", "surrogatepass")
                place += 1
            else:
                expected.append(256 + i)
                place += len(plain.token(i))
    assert ours.encode(text) == expected
    assert ours.unknown_characters(text) == []


def test_the_name_of_a_byte_in_a_text_is_not_that_byte() -> None:
    """`<0x41>` typed is six characters; the token of byte 41 comes only from an unknown A."""
    ours = ByteFallbackTokenizer(train_bpe(Corpus.from_counts({"<0x41>": 3})))
    assert ours.encode("<0x41>") != ours.encode("A") == [0x41]
    assert ours.decode([0x41]) == "A"
    assert ours.special_ids == {}


def test_half_a_character_is_marked_in_the_text_and_kept_in_the_bytes() -> None:
    ours = ByteFallbackTokenizer(train_bpe(Corpus.from_counts({"a": 3})))
    ids = ours.encode("a哈")[:-1]
    assert (ours.decode(ids), ours.decode_bytes(ids)) == ("a\ufffd", b"a\xe5\x93")
