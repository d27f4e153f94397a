"""Ids and positions of tokens are those of the library that made the format."""

from __future__ import annotations

import base64
import io
import json
import unicodedata
from collections.abc import Callable

import pytest
import sentencepiece
import tiktoken
from hypothesis import example, given
from hypothesis import strategies as st
from sentencepiece import sentencepiece_model_pb2
from subword_nmt.apply_bpe import BPE
from tokenizers import ByteLevelBPETokenizer, Tokenizer

from bpe_core.files.formats import open_file
from bpe_core.files.inspection.tokens import summary
from bpe_core.files.model_file import spell
from bpe_core.text.published_patterns import CL100K
from tests.bpe_core.files.formats.small_files import (
    FILES,
    GPT4,
    HUGGING_FACE,
    LINES,
    SENTENCE_PIECE,
    TEXTS,
    gpt2_pair,
    minbpe_encode,
    opened,
    ranks,
    tekken,
)
from tests.examples import examples

ANY_TEXT = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.lists(st.sampled_from([*"theugn h你好é\n 12", "<sep>", "<unk>", "▁"]), max_size=30).map(
        "".join
    ),
)


@pytest.mark.parametrize("name", HUGGING_FACE)
@given(text=ANY_TEXT)
def test_a_tokenizer_json_encodes_as_hugging_face_does(name: str, text: str) -> None:
    """This holds for any model, cuts and normalization."""
    library = Tokenizer.from_str(FILES[name]().decode())
    assert opened(name).encode(text) == library.encode(text, add_special_tokens=False).ids


@pytest.mark.parametrize("name", SENTENCE_PIECE)
@given(text=ANY_TEXT)
def test_a_model_encodes_as_sentencepiece_does(name: str, text: str) -> None:
    """BPE, Unigram and characters, with and without byte fallback."""
    library = sentencepiece.SentencePieceProcessor(model_proto=FILES[name]())
    assert opened(name).encode(text) == library.encode(text)


@pytest.mark.parametrize("name", SENTENCE_PIECE)
def test_pieces_that_texts_are_cut_into_are_ranked_by_score(name: str) -> None:
    """The highest first, equal ones alike; a piece of another kind has no rank."""
    table = opened(name).table
    ranked = [kind in ("normal", "unused") for kind in table.kinds]
    assert [rank is not None for rank in table.ranks] == ranked
    by_rank = {(rank, score) for rank, score in zip(table.ranks, table.scores, strict=True)}
    pairs = sorted(pair for pair in by_rank if pair[0] is not None)
    assert [score for _, score in pairs] == sorted({score for _, score in pairs}, reverse=True)


@pytest.mark.parametrize(
    "setting", ["add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces"]
)
def test_what_a_model_does_to_spaces_is_told(setting: str) -> None:
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(FILES["sp-bpe"]())
    setattr(proto.normalizer_spec, setting, False)
    proto.normalizer_spec.name = ""
    told = open_file(proto.SerializeToString()).normalizers[0]
    assert told["type"] == "user_defined"
    assert [name for name, does in told.items() if does is False] == [setting]


@pytest.mark.parametrize("name", SENTENCE_PIECE)
def test_the_words_of_a_model_are_what_spaces_separate(name: str) -> None:
    """Marks before or behind them belong to a word of this text."""
    for line in LINES:
        text = "  ".join(line.split())
        words = [word.pieces for word in opened(name).words(text)]
        assert [text[word[0].start : word[-1].end].strip() for word in words] == line.split()


@given(text=ANY_TEXT)
def test_ranks_encode_as_tiktoken_does(text: str) -> None:
    """They use GPT-4's pattern if the file is not a known one."""
    library = tiktoken.Encoding("test", pat_str=CL100K, mergeable_ranks=ranks(), special_tokens={})
    assert opened("tiktoken").encode(text) == library.encode_ordinary(text)


def test_ranks_are_cut_as_one_is_told() -> None:
    told = open_file(FILES["tiktoken"](), pattern=r"\p{L}+|[^\p{L}]+")
    assert told.notes == []
    assert told.encode("the the") == [260, 32, 260]


def test_a_text_of_which_a_pattern_drops_parts_is_one_word() -> None:
    """Which of its parts became which tokens, the library does not tell."""
    file = open_file(FILES["tiktoken"](), pattern=r"\w+")
    words = [word.ids for word in file.words("hug, the hug")]
    assert words == [tuple(file.encode("hug, the hug"))]
    assert file.words("") == []
    # $ is the very end.
    assert open_file(FILES["tiktoken"](), pattern=r"\w$|\s").cut("a\n") == ["\n"]


@given(text=ANY_TEXT)
def test_a_tekken_encodes_as_mistrals_library_does(text: str) -> None:
    """`mistral_common` gives tiktoken the ranks that are used, and shifts them by the special
    tokens."""
    said = json.loads(tekken())
    config = said["config"]
    special = config["default_num_special_tokens"]
    used = said["vocab"][: config["default_vocab_size"] - special]
    library = tiktoken.Encoding(
        "test",
        pat_str=config["pattern"],
        mergeable_ranks={base64.b64decode(each["token_bytes"]): each["rank"] for each in used},
        special_tokens={},
    )
    expected = [rank + special for rank in library.encode_ordinary(text)]
    assert opened("tekken").encode(text) == expected
    assert opened("tekken").size == config["default_vocab_size"]
    fillers = [f"<SPECIAL_{i}>" for i in range(20, special)]
    assert opened("tekken").table.spellings[19:special] == ["[TOOL_CONTENT]", *fillers]


def test_a_tekken_may_list_all_special_tokens_and_use_all_others() -> None:
    said = json.loads(tekken())
    size = len(said["vocab"]) + 2
    said["config"] |= {"default_num_special_tokens": 2, "default_vocab_size": size}
    listed = [{"rank": 1, "token_str": "<s>"}, {"rank": 0, "token_str": "<unk>"}]
    file = open_file(json.dumps({**said, "special_tokens": listed}).encode())
    assert (file.size, file.notes) == (size, [])
    assert file.table.spellings[:3] == ["<unk>", "<s>", spell(b"\0")]


@given(text=ANY_TEXT)
def test_gpt2s_two_files_encode_as_hugging_face_does(text: str) -> None:
    """They come in an archive, or as a pair in either order."""
    vocabulary, merges = gpt2_pair()
    pairs = [tuple(line.split(" ")) for line in merges.decode().splitlines()[1:]]
    library = ByteLevelBPETokenizer(json.loads(vocabulary), pairs)
    expected = library.encode(text).ids
    assert opened("gpt2").encode(text) == expected
    assert open_file(merges, vocabulary).encode(text) == expected


@pytest.mark.parametrize("pattern", [GPT4, r"(\p{L}+)|\s"])
@given(text=ANY_TEXT)
def test_a_minbpe_model_encodes_as_minbpe_does(pattern: str, text: str) -> None:
    """The pair with the lowest id is merged everywhere, as in Karpathy's `regex.py`.

    If a pattern has a group, the words are what the group matches.
    """
    model = FILES["minbpe"]().decode().replace(GPT4, pattern)
    file = open_file(model.encode())
    tokens = [file.table.contents[file.table.row(i)] for i in file.encode(text)]
    assert tokens == minbpe_encode(model, text)
    assert all(word.ids for word in file.words(text))


@given(text=ANY_TEXT)
@example(text="ugna")
def test_codes_cut_as_subword_nmt_does(text: str) -> None:
    """The file has no ids, so the tokens are compared; characters in no merge stay as they are.

    Of two rules for one pair the first holds.
    """
    data = FILES["codes"]().replace(b"\n", b"\nu g\ng n\nu g\n", 1)
    library, file = BPE(io.StringIO(data.decode()), separator="@@"), open_file(data)
    printed = []
    for word in file.words(text):
        tokens = [text[piece.start : piece.end] for piece in word.pieces]
        printed += [f"{token}@@" for token in tokens[:-1]] + tokens[-1:]
    assert printed == library.segment(text).split(" ") or not printed


@pytest.mark.parametrize("name", FILES)
@given(text=ANY_TEXT)
@example(text="hug<sep>hug")
@examples(30)
def test_pieces_have_the_ids_and_places_in_order(name: str, text: str) -> None:
    """Positions follow one another in the text; all tokens of a character share its position. An
    added token is a word of its own."""
    file = opened(name)
    pieces = file.pieces(text)
    assert [piece.token_id for piece in pieces] == file.encode(text)
    size = len(file.placed_text(text))
    assert all(0 <= piece.start <= piece.end <= size for piece in pieces)
    starts = [piece.start for piece in pieces]
    assert starts == sorted(starts)
    for word in file.words(text):
        kinds = {file.table.kinds[file.table.row(i)] for i in word.ids if i in file.table.places}
        assert len(word.ids) == 1 or "added" not in kinds


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("name", "normalized"),
    [
        ("byte-level", _composed),
        ("bytes-suffixed", str.lower),
        *((name, str) for name in ("tiktoken", "tekken", "gpt2", "minbpe")),
    ],
)
def test_contents_of_bytes_join_to_the_text(name: str, normalized: Callable[[str], str]) -> None:
    """Nothing is lost or garbled: the bytes of the tokens are those of the text."""
    file = opened(name)
    for text in TEXTS:
        rows = list(map(file.table.row, file.encode(text)))
        if "unknown" not in {file.table.kinds[row] for row in rows}:
            joined = b"".join(file.table.contents[row] for row in rows)
            assert joined == normalized(text).encode()


def test_an_added_token_is_special_where_the_file_says_so() -> None:
    library = Tokenizer.from_str(FILES["byte-level"]().decode())
    library.add_tokens(["ug"])
    said = summary(open_file(library.to_str().encode()))["special"]
    kinds = {each["spelling"]: each["kind"] for each in said}
    assert kinds == {"ug": "added", "<|end|>": "special"}


def test_a_text_is_neither_shortened_nor_padded() -> None:
    """Nor cut by chance. This holds whatever the file asks for; a note names the request."""
    library = Tokenizer.from_str(FILES["byte-level"]().decode())
    library.enable_truncation(2)
    library.enable_padding(length=9)
    library.model.dropout = 0.9
    file = open_file(library.to_str().encode())
    assert file.encode_all(TEXTS) == opened("byte-level").encode_all(TEXTS)
    assert {note.code for note in file.notes} == {"truncation", "padding", "dropout"}


def test_each_token_that_is_special_by_guess_is_named() -> None:
    vocabulary, merges = gpt2_pair()
    ids = json.loads(vocabulary)
    names = [f"<{number}>" for number in range(30)]
    ids |= {name: len(ids) + place for place, name in enumerate(names)}
    file = open_file(json.dumps(ids).encode(), merges)
    guessed = [note.part for note in file.notes if note.code == "special-by-guess"]
    assert guessed == ["<|end|>", *names][:20]
