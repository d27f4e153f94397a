"""One parser a format reads the files that are encoded with and those that are inspected."""

import gzip
import io
import json
import zipfile

import pytest

from bpe_core.files.exchange import read_model
from bpe_core.files.formats import open_file, open_pair
from tests.bpe_core.files.formats.small_files import FILES, TEXTS, gpt2_pair
from tests.bpe_core.files.refusals import refused


@pytest.mark.parametrize(
    ("lines", "are_codes"),
    [
        ("#version: 0.1\nh u\nhu g\n", True),
        ("#version: 0.2\nh u\nhu g</w>\n", True),
        ("h u\n哈 哈\n", True),
        ("#version: 0.2\nh u\nĠ hu\n", False),
        ("h u\nhu g\n", False),
    ],
)
def test_lines_are_codes_or_gpt2s_merges_to_both_readers(lines: str, are_codes: bool) -> None:
    assert (read_model(lines.encode()).unit == "char") is are_codes
    assert (open_file(lines.encode()).kind == "subword-nmt") is are_codes


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"vocab": {"h": "0"}}, "model.vocab"),
        ({"merges": "h u"}, "model.merges"),
        ({"merges": ["h u", ["h", "u", "g"]]}, "model.merges[1]"),
        ({"merges": ["hu"]}, "model.merges[0]"),
        ({"merges": [["h", 3]]}, "model.merges[0]"),
    ],
)
def test_both_readers_name_the_same_place_of_a_tokenizer_json(
    changes: dict[str, object], field: str
) -> None:
    model = {"type": "BPE", "vocab": {"h": 0, "u": 1, "hu": 2}, "merges": ["h u"], **changes}
    split = {"type": "WhitespaceSplit"}
    data = json.dumps({"version": "1.0", "pre_tokenizer": split, "model": model}).encode()
    for read in (read_model, open_file):
        with refused("field") as raised:
            read(data)
        assert raised.value.fields == {"field": field}


def test_both_readers_unpack_a_file() -> None:
    """A tokenizer in an archive or packed by gzip is the tokenizer."""
    plain = b"minbpe v1\n\n0\n104 117\n"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as writer:
        writer.writestr("model/tokenizer.model", plain)
    for packed in (gzip.compress(plain), archive.getvalue()):
        assert read_model(packed) == read_model(plain)
        assert open_file(packed).encode("hu") == [256]


def test_two_files_with_the_line_ends_of_windows_are_the_same_tokenizer() -> None:
    """As git leaves them there: the merges of a published Qwen2 came so."""
    vocabulary, merges = gpt2_pair()
    plain = open_pair(vocabulary, merges)
    assert open_pair(vocabulary, merges.replace(b"\n", b"\r\n")).encode_all(TEXTS) == (
        plain.encode_all(TEXTS)
    )


@pytest.mark.parametrize(
    ("name", "title"),
    [("sp-bpe", "SentencePiece"), ("tekken", "tekken.json"), ("bert", "vocab.txt")],
)
def test_a_tokenizer_without_merges_is_named_where_merges_are_wanted(name: str, title: str) -> None:
    files = {**FILES, "bert": lambda: b"[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nhug\n"}
    with refused("lists-no-merges") as raised:
        read_model(files[name]())
    assert raised.value.fields == {"format": title}
