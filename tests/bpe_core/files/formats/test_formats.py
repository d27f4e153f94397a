"""Each file loads in the library that owns its format, and encodes any text alike."""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import tiktoken
from hypothesis import example, given
from hypothesis import strategies as st
from subword_nmt.apply_bpe import BPE as SubwordNmt
from tiktoken.load import load_tiktoken_bpe
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from bpe_core import NORMALIZERS, Corpus, Trace, train_bpe
from bpe_core.files.bpe_model import BpeModel
from bpe_core.files.exchange import (
    FormatError,
    model_of,
    read_model,
    read_tokenizer,
    write_model,
    write_tokenizer,
)
from bpe_core.files.patterns import PATTERNS
from tests.bpe_core.files.formats.small_files import minbpe_encode, refused
from tests.bpe_core.files.formats.test_readers import segments
from tests.examples import examples

#: Code points that the libraries' engines may class differently are left out: those assigned
#: recently, and lone surrogates, which no other library can hold.
CHARACTERS = st.sampled_from(
    "abcdeaabbthug nopq  \n\t.,'s12éàß哈嘻中文👍🏽\u200dक्षאבGet\x1c\x85\xa0\u2028Ġ·<>/w_#"
)
texts = st.text(CHARACTERS, max_size=60)
PRE_TOKENIZERS = sorted(PATTERNS)
LEARNED = "low lower newest widest hug pug pun bun hugs 哈哈哈哈 嘻嘻 café aaaaaaa baaab 's it's"


def corpus_texts() -> st.SearchStrategy[str]:
    """Texts to learn from: our own words, and anything else."""
    return st.builds(lambda extra: f"{LEARNED} {extra} {extra}", texts)


def trained(text: str, special: Sequence[str] = (), **settings: object) -> Trace:
    corpus = Corpus.from_text(text, **settings)  # type: ignore[arg-type]
    return train_bpe(corpus, num_merges=40, special_tokens=special)


@given(learned=corpus_texts(), text=texts)
@examples(25)
def test_gpt2_files_give_the_same_ids(learned: str, text: str, tmp_path_factory) -> None:
    trace = trained(learned, unit="byte", pre_tokenizer="gpt2", alphabet="gpt2")
    folder = tmp_path_factory.mktemp("gpt2")
    with zipfile.ZipFile(io.BytesIO(write_tokenizer(trace, "gpt2"))) as archive:
        archive.extractall(folder)
    peer = Tokenizer(models.BPE.from_file(str(folder / "vocab.json"), str(folder / "merges.txt")))
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    peer.decoder = decoders.ByteLevel()
    ids = trace.tokenizer().encode(text)
    assert peer.encode(text).ids == ids
    again = read_tokenizer((folder / "merges.txt").read_bytes())
    assert again.encode(text) == ids
    assert again.decode(ids) == trace.tokenizer().decode(ids) == peer.decode(ids)


@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS)
@given(learned=corpus_texts(), text=texts)
@examples(25)
def test_a_model_file_gives_the_same_tokens(pre_tokenizer: str, learned: str, text: str) -> None:
    """A reader written from minbpe's source gets the same tokens."""
    trace = trained(learned, unit="byte", pre_tokenizer=pre_tokenizer)
    model = write_tokenizer(trace, "minbpe").decode()
    assert minbpe_encode(model, text) == trace.tokenizer().tokens(text)


@pytest.mark.parametrize("pre_tokenizer", PRE_TOKENIZERS)
@given(learned=corpus_texts(), text=texts, step=st.integers(0, 40))
@examples(25)
def test_ranks_give_the_same_ids(
    pre_tokenizer: str, learned: str, text: str, step: int, tmp_path_factory
) -> None:
    """tiktoken, which knows no pairs, gets the same ids at any step."""
    trace = trained(learned, unit="byte", pre_tokenizer=pre_tokenizer)
    step = min(step, len(trace))
    file = Path(tmp_path_factory.mktemp("ranks")) / "ranks.tiktoken"
    file.write_bytes(write_tokenizer(trace, "tiktoken", step))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", "")
        ranks = load_tiktoken_bpe(str(file))
    peer = tiktoken.Encoding(
        "ours", pat_str=PATTERNS[pre_tokenizer], mergeable_ranks=ranks, special_tokens={}
    )
    assert peer.encode(text) == trace.tokenizer(step).encode(text)


def test_ranks_that_would_merge_otherwise_are_not_written() -> None:
    """Invented merges: `ab` comes first and `bc` never, but `abc` is made of `a` and `bc`."""
    base = tuple(bytes([value]) for value in range(256))
    model = BpeModel(base, ((97, 98), (98, 99), (97, 257)), "byte", "none")
    with refused("other-split"):
        write_model(model, "tiktoken")


@pytest.mark.parametrize("marker", ["", "</w>", "·"])
@given(learned=corpus_texts(), data=st.data())
@examples(25)
def test_codes_give_the_same_tokens(marker: str, learned: str, data: st.DataObject) -> None:
    """subword-nmt agrees. It shows no marker, and shows unseen characters as they are."""
    learned = learned.replace("<", "").replace("·", "").replace("\x1c", "")
    trace = trained(learned, end_of_word=marker)
    file = write_tokenizer(trace, "subword-nmt")
    known = sorted(set("".join(trace.corpus.words)))
    words = data.draw(st.lists(st.text(st.sampled_from(known), min_size=1, max_size=9)))
    peer = SubwordNmt(io.StringIO(file.decode()))
    for word in words:
        tokens = [str(t).removesuffix(marker) for t in trace.tokenizer().tokens(word)]
        assert segments(peer, word) == [t for t in tokens if t]


@pytest.mark.parametrize("format", ["tokenizer.json", "minbpe", "subword-nmt", "gpt2"])
@given(
    learned=corpus_texts(),
    text=texts,
    unit=st.sampled_from(["char", "byte"]),
    pre_tokenizer=st.sampled_from(PRE_TOKENIZERS),
    end_of_word=st.sampled_from(["", "</w>"]),
    normalizer=st.sampled_from([(), *((name,) for name in NORMALIZERS), ("nfd", "lowercase")]),
    special=st.sampled_from([(), ("Ġ▁", "<z>")]),
    step=st.integers(0, 40),
)
@example(
    learned="a b",
    text="a",
    unit="char",
    pre_tokenizer="whitespace",
    end_of_word="</w>",
    normalizer=(),
    special=("Ġ▁",),
    step=1,
)
@examples(50)
def test_what_was_written_is_read_back(
    format: str, learned: str, text: str, special: tuple[str, ...], step: int, **settings: Any
) -> None:
    """Tokens and text are the same at any step, or there is a stated reason why not."""
    if format == "gpt2":  # which knows no other settings
        settings = {"unit": "byte", "pre_tokenizer": "gpt2", "alphabet": "gpt2"}
    special = () if format == "subword-nmt" else special
    trace = trained(learned, special, **settings)
    step = min(step, len(trace))
    try:
        file = write_tokenizer(trace, format, step)
    except FormatError:
        return
    again, marker = read_tokenizer(file), trace.corpus.end_of_word
    assert tuple(again.special_ids) == special
    ours = trace.tokenizer(step)
    if format == "subword-nmt":  # it does not list units that are in no merge
        known = {c for left, right in model_of(trace, step).merges for c in (left, right)}
        bare = {str(ours.vocabulary[i]) for i in known}
        text = "".join(c for c in text if c in bare or c.isspace())
    if marker and format == "subword-nmt" and marker not in again.vocabulary:
        return  # no merge has the marker, so it reads as a file without one
    assert again.tokens(text) == ours.tokens(text)
    text += "".join(special)
    assert again.decode(again.encode(text, special)) == ours.decode(ours.encode(text, special))
    assert read_model(write_model(again.model, format)) == again.model


@pytest.mark.parametrize(
    ("format", "settings", "why"),
    [
        ("tokenizer.json", {"unit": "byte", "pre_tokenizer": "metaspace"}, "pre-tokenization"),
        ("tokenizer.json", {"unit": "byte", "end_of_word": "</w>"}, "marker"),
        ("minbpe", {}, "needs-bytes"),
        ("tiktoken", {"unit": "byte", "normalizer": ["nfc"]}, "normalization"),
        ("gpt2", {"unit": "byte", "pre_tokenizer": "gpt4"}, "pre-tokenization"),
        ("gpt2", {"unit": "byte", "pre_tokenizer": "gpt2", "special": ["\ud800"]}, "surrogate"),
        ("gpt2", {"unit": "byte", "pre_tokenizer": "gpt2", "special": ["a"]}, "same-text"),
        ("tokenizer.json", {"special": ["\ud800"]}, "surrogate"),
        ("subword-nmt", {"unit": "byte"}, "needs-characters"),
        ("subword-nmt", {"normalizer": ["nfc"]}, "normalization"),
        ("subword-nmt", {"text": "</w>a </w>a"}, "same-text"),
        ("subword-nmt", {"text": "\tab \tab", "pre_tokenizer": "space"}, "separator"),
        *(
            ("minbpe", {"unit": "byte", "special": [token]}, "separator")
            for token in ("a b", " a", "a\n", "\u3000")
        ),
    ],
)
def test_what_a_format_cannot_say_has_a_reason(
    format: str, settings: dict[str, object], why: str
) -> None:
    with refused(why):
        write_tokenizer(trained(**{"text": LEARNED, **settings}), format)
