"""Normalization, as Hugging Face tokenizers and Unicode's own forms have it, and its offsets."""

import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import normalizers

from bpe_core.text.normalization import (
    NORMALIZERS,
    _goes_on,
    normalize,
    normalize_with_offsets,
    way_back,
)
from tests.bpe_core.text.test_pre_tokenization import old, one_by_one
from tests.examples import examples

HARD = "aÉe\u0301\u0323ﬁ½①Ｈｶﾞ한\u1112\u1161\u11ab각\u11a8ΣςİıſẞǅÅΩ哈\u0941\u0e33\u09c7\u09be\u0340🇨"
names = st.sampled_from(sorted(NORMALIZERS))
chains = st.lists(names, max_size=4)
texts = st.text(st.sampled_from(HARD)) | st.text() | st.text(st.sampled_from(HARD + "\ud800"))
old_texts = st.text(st.sampled_from(HARD) | st.sampled_from(old))
BERT_STRIPS = normalizers.BertNormalizer(
    clean_text=False, handle_chinese_chars=False, strip_accents=True, lowercase=False
)
PEERS = {
    "nfc": normalizers.NFC(),
    "nfd": normalizers.NFD(),
    "nfkc": normalizers.NFKC(),
    "nfkd": normalizers.NFKD(),
    "lowercase": normalizers.Lowercase(),
    "strip-accents": normalizers.Sequence([BERT_STRIPS, normalizers.NFC()]),
    "strip-marks": normalizers.Sequence(
        [normalizers.NFD(), normalizers.StripAccents(), normalizers.NFC()]
    ),
}


@given(old_texts, chains)
@examples(400)
def test_any_chain_gives_what_hugging_face_gives(text: str, chain: list[str]) -> None:
    peer = normalizers.Sequence([PEERS[name] for name in chain])
    assert normalize(text, chain) == peer.normalize_str(text)


@pytest.mark.parametrize("name", PEERS)
def test_every_old_character_is_normalized_as_by_hugging_face(name: str) -> None:
    """All of Unicode 3.2, each character on its own line."""
    text = "\n".join(one_by_one)
    assert normalize(text, [name]) == PEERS[name].normalize_str(text)


@given(texts, chains, st.tuples(st.floats(0, 0.99), st.floats(0, 0.99)))
@example("\u1112\u0301\u1161\u11ab", ["strip-accents"], (0, 0))
@example("q\u0323\u0307", ["nfc"], (0, 0))
@examples(500)
def test_pieces_put_together_are_both_texts(
    text: str, chain: list[str], shares: tuple[float, float]
) -> None:
    """Normalizing the pieces one by one gives the same as normalizing the whole text.

    Offsets point back: what they point to, normalized, contains the requested stretch.
    """
    normalized = normalize_with_offsets(text, chain)
    assert normalized.text == normalize(text, chain)
    assert "".join(piece.original for piece in normalized.pieces) == text
    assert "".join(piece.text for piece in normalized.pieces) == normalized.text
    for piece in normalized.pieces:
        assert piece.original
        assert piece.text or piece.start == 0  # a mark goes with its letter
        forms = [unicodedata.normalize("NFC", each) for each in (piece.original, piece.text)]
        changed = "equivalent" if len({*forms}) == 1 else "lost"
        assert piece.change == ("same" if piece.original == piece.text else changed)
    assert [text[p.start : p.start + len(p.original)] for p in normalized.pieces] == [
        p.original for p in normalized.pieces
    ]
    if normalized.text:
        start, end = sorted(int(share * len(normalized.text)) for share in shares)
        first, last = normalized.span(start, end + 1)
        assert first < last
        assert normalized.text[start : end + 1] in normalize(text[first:last], chain)


@given(texts, chains)
def test_the_way_back_leads_back(text: str, chain: list[str]) -> None:
    """If there is no way back, neither composing nor decomposing restores the text."""
    changed = normalize(text, chain)
    form = way_back(text, changed)
    if form is None:
        assert unicodedata.normalize("NFC", changed) != text
        assert unicodedata.normalize("NFD", changed) != text
    else:
        assert normalize(changed, [form] if form else []) == text


def test_whatever_composes_with_what_is_before_it_goes_on_with_it() -> None:
    """Checked against Unicode's own table of all characters, as this Python knows it."""
    for point in range(sys.maxunicode + 1):
        pair = unicodedata.decomposition(chr(point)).split()
        if len(pair) == 2 and not pair[0].startswith("<"):
            assert _goes_on(chr(int(pair[1], 16)), "NFD")
