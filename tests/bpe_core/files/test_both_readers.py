"""One parser a format reads the files that are encoded with and those that are inspected."""

import json

import pytest

from bpe_core.files.exchange import read_model
from bpe_core.files.formats import open_file
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
