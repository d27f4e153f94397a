"""Lists of merges in every form that trainers write, and what cannot be read."""

import gzip
import io
import json
import zipfile

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.diagnosis import read_merges
from bpe_core.diagnosis.merges_file import MOST_SHIFTED, MergesError
from bpe_core.errors import BpeError
from bpe_core.files.exchange import write_tokenizer
from bpe_core.files.trace_tables import write_csv, write_json
from bpe_core.text.byte_alphabet import printed
from tests.bpe_core.files.formats.small_files import FILES, refused

HELLO = ((b"h", b"e"), (b"he", b"y"), (b" ", b"hey"))
SHIFTS = (1, MOST_SHIFTED)


def merges(text: str | bytes) -> list:
    return [reading.merges for reading in read_merges(text)]


@pytest.mark.parametrize(
    "text",
    [
        "h e\nhe y\nĠ hey\n",
        "#version: 0.2\nh e\nhe y\nĠ hey",
        "#version: 0.2\nh\te\n\nhe\ty\n \they",
        "h e\r\nhe y\r\n  hey\r\n",
        "minbpe v1\n\n0\n104 101\n256 121\n32 257\n",
        "minbpe v1\n\n1\n<s> 259\n104 101\n256 121\n32 257\n",
        "104 101\n256 121\n32 257",
        "(104, 101) -> 256\n(256,121) -> 257\n(32, 257) -> 258",
        "merge 1/3: (104, 101) -> 256 (b'he') had 2 occurrences\n"
        "merge 2/3: (256, 121) -> 257 (b'hey') had 2 occurrences\n"
        "merge 3/3: (32, 257) -> 258 (b' hey') had 1 occurrences",
        "{(104, 101): 256, (256, 121): 257, (32, 257): 258}",
        "[((104, 101), 256), ((256, 121), 257), ((32, 257), 258)]",
        "[(b'h', b'e'), (b'he', b'y'), (b' ', b'hey')]",
        'merges = [("h", "e"), ("he", "y"), (" ", "hey")]',
        "b'h' b'e'\nb'he' b'y'\nb' ' b'hey'",
        "('h', 'e'),\n('he', 'y'),\n(' ', 'hey'),",
        '[["h", "e"], ["he", "y"], [" ", "hey"]]',
        '["h e", "he y", "Ġ hey"]',
        '{"merges": ["h e", "he y", "Ġ hey"]}',
        '{"model": {"type": "BPE", "merges": [["h", "e"], ["he", "y"], ["Ġ", "hey"]]}}',
        "{('he', 'y'): 1, ('h', 'e'): 0, (' ', 'hey'): 2}",
        "[[[104], [101]], [[104, 101], [121]], [[32], [104, 101, 121]]]",
        "1. h + e -> he: 20\n2. he + y -> hey: 9\n3.   + hey ->  hey: 2",
        "h e he\nhe y hey\nĠ hey Ġhey",
        "h\te\the\nhe\ty\they\nĠ\they\tĠhey",
        "h + e = he\nhe + y = hey\n  + hey =  hey",
        "h + e -> he\nhe + y -> hey\nĠ + hey -> Ġhey",
        "h e 1200\nhe y 31\nĠ hey 30\n",
        "104 101 256\n256 121 257\n32 257 258",
        "104 + 101 = 256\n256 + 121 = 257\n32 + 257 = 258",
        "{('h', 'e'): 20, ('he', 'y'): 9, (' ', 'hey'): 9}",
        "[('h', 'e', 'he'), ('he', 'y', 'hey'), (' ', 'hey', ' hey')]",
        '[{"pair": ["h", "e"], "count": 20}, {"pair": ["he", "y"]}, {"pair": [" ", "hey"]}]',
        "[(b'h', b'e', 20), (b'he', b'y', 9), (b' ', b'hey', 2)]",
        "1. h e\n2. he y\n3. Ġ hey",
        "0: h e\n1: he y\n2: Ġ hey",
        "('h', 'e'): 20\n('he', 'y'): 9\n(' ', 'hey'): 2",
        "1. ['h', 'e'] -> 'he'\n2. ['he', 'y'] -> 'hey'\n3. [' ', 'hey'] -> ' hey'",
        # special tokens before the merges, or before the bytes
        *(f"104 101\n{256 + n} 121\n32 {257 + n}" for n in SHIFTS),
        *(f"{104 + n} {101 + n}\n{256 + n} {121 + n}\n{32 + n} {257 + n}" for n in SHIFTS),
    ],
)
def test_every_form_is_read(text: str) -> None:
    """One of the readings is the intended one."""
    assert HELLO in merges(text)
    assert HELLO in merges(text.encode())


def test_what_can_be_read_in_two_ways_is() -> None:
    """é is a letter, or GPT-2's character for the byte E9; 1 2 are digits, or ids."""
    assert merges("é a") == [((b"\xe9", b"a"),), (("é".encode(), b"a"),)]
    assert ((b"1", b"2"),) in merges("1 2")
    assert ((b"1", b"2"),) in merges("1 2 5")  # 5 times
    assert ((b"\x01", b"\x02"),) in merges("1 2")


def test_a_tab_separates_tokens_only_if_it_can_do_so_in_every_line() -> None:
    """Otherwise it is a token, or part of one."""
    assert merges("t h\nth e\nthe \t\n\t a") == [
        ((b"t", b"h"), (b"th", b"e"), (b"the", b"\t"), (b"\t", b"a"))
    ]
    assert merges('["the \\t", "a\\tb"]') == [((b"the", b"\t"), (b"a", b"b"))]


def test_a_third_column_of_something_else_is_refused() -> None:
    for text in ("h e y", "h e he\nhe y x", "h e 5\nhe y x"):
        with pytest.raises(MergesError):
            read_merges(text)


@pytest.mark.parametrize("unit", ["byte", "char"])
def test_our_own_files_are_read(unit: str) -> None:
    """Every export that holds merges, and both tables of steps."""
    trace = train_bpe(
        Corpus.from_text("the them then =1 =1 哈哈 哈哈哈", unit=unit, pre_tokenizer="gpt2"),
        num_merges=12,
    )
    as_bytes = [t if isinstance(t, bytes) else t.encode() for t in trace.vocabulary]
    right = tuple((as_bytes[a], as_bytes[b]) for a, b in trace.base_merges[:, :2].tolist())
    spelled = (tuple(part.replace("Ġ".encode(), b" ") for part in pair) for pair in right)
    forms = [write_tokenizer(trace, "tokenizer.json")]
    if unit == "byte":
        forms += [write_tokenizer(trace, name) for name in ("minbpe", "tiktoken")]
        forms += ["".join(f"{printed(a)} {printed(b)}\n" for a, b in right)]
    else:
        forms += [write_json(trace), write_csv(trace)]
    for form in forms:
        assert {right, tuple(spelled)} & {*merges(form)}


@given(st.dictionaries(st.text("=+@-' ;\t\r\na", min_size=1), st.just(1), min_size=1))
def test_what_looks_like_a_formula_comes_back_from_our_table(counts: dict[str, int]) -> None:
    trace = train_bpe(Corpus.from_counts(counts), num_merges=9)
    assume(trace.merges)
    expected = tuple((str(m.left).encode(), str(m.right).encode()) for m in trace.merges)
    assert expected in merges(write_csv(trace))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "hug",
        "[__import__('os')]",
        "[" * 5_000,
        "[('h', 'e'), ('x',)]",
        '[["h", "e"], 5]',
        "104 101\n900 3\nx y z",
        "minbpe v1\n\nmany\n",
        "minbpe v1\n\n0\n104 101\n97 a\n",
        "(104, 101) -> 256\n(999999, 1) -> 257",
        "[(b'h', b'')]",
        "[(1.5, 2)]",
        "{(1, 2): (3, 4)}" * 3,
        "[(" + "-" * 10_000 + "1, 2)]",
    ],
)
def test_what_is_no_list_of_merges_is_said_to_be_none(text: str) -> None:
    """The error comes quickly, in words."""
    with pytest.raises(MergesError):
        read_merges(text)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 17\n", "lfs-pointer"),
        (b"<!DOCTYPE html>\n<html>", "web-page"),
        (b'{"tokenizer_class": "Qwen2Tokenizer"}', "tokenizer-config"),
        (b'{"h": 0, "e": 1, "he": 2}', "needs-merges"),
        (b'"{\\"class_name\\": \\"Tokenizer\\"}"', "keras"),
        (b"<unk>\t0\nhe\t-0\nhey\t-1\n", "scored-pieces"),
        (b"<unk>\t0\nthe\t-3.25\n", "scored-pieces"),
        (b"the 120\nof 60\nand 60\n", "counted-tokens"),
        (b"[a] 97\n[h][e] -> [he] 256\n", "spelled-tokens"),
        (b"[PAD]\n[UNK]\n[CLS]\n[SEP]\nhug\n##s\n", "lists-no-merges"),
        *((FILES[name](), "lists-no-merges") for name in ("unigram", "sp-bpe", "tekken")),
    ],
)
def test_another_file_is_named(data: bytes, code: str) -> None:
    with refused(code):
        read_merges(data)


@pytest.mark.parametrize(
    "text", ["- 5\n1 0\n▁ -5", "-\t5\n▁\t-5", "257 101\n256 104\n", "104\t101\n257\t100"]
)
def test_merges_and_ids_that_are_numbers_are_no_counts_and_no_scores(text: str) -> None:
    assert merges(text)


def test_a_packed_list_is_read() -> None:
    """GPT-2's two files come as an archive from "Downloads"."""
    whole = b"#version: 0.2\nh e\nhe y\n\xc4\xa0 hey\n"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("vocab.json", "{}")
        file.writestr("merges.txt", whole)
    assert HELLO in merges(archive.getvalue())
    assert HELLO in merges(gzip.compress(whole))


def test_the_first_line_of_clip_is_no_merge() -> None:
    assert merges('"bpe_simple_vocab_16e6.txt#version: 0.2\nh e\n') == [((b"h", b"e"),)]


def test_a_token_that_would_need_gigabytes_is_not_built() -> None:
    """Each merge doubles the longest token. Nor is there a place for each id before a large one."""
    assert merges("(104, 101) -> 999999999")[0] == ((b"h", b"e"),)
    doubling = "97 97\n" + "".join(f"{n} {n}\n" for n in range(256, 300))
    with pytest.raises(MergesError):
        read_merges("minbpe v1\n\n0\n" + doubling)


@given(st.one_of(st.text(), st.binary(), st.text("[](){}'\"b,: 0123\nhe->")))
def test_any_file_is_read_or_named(data: str | bytes) -> None:
    """Only errors meant for people occur."""
    try:
        readings = read_merges(data)
    except BpeError as error:
        assert str(error)
    else:
        assert readings
        assert all(all(pair) for reading in readings for pair in reading.merges)


@given(st.lists(st.tuples(st.binary(min_size=1), st.binary(min_size=1)), min_size=1))
@example([(b"[", b"\x00")])
@example([(b"(", b"a")])
def test_pairs_of_bytes_come_back_from_python_json_and_lines(pairs: list) -> None:
    """This works for any bytes; but one line that begins as `[1,` does is a list cut off."""
    assert merges(repr(pairs))[0] == tuple(pairs)
    as_lists = [[list(left), list(right)] for left, right in pairs]
    assert merges(json.dumps(as_lists))[0] == tuple(pairs)
    assume(len(pairs) > 1 or pairs[0][0][:1] not in b"[({" or not pairs[0][0].endswith(b","))
    lines = "\n".join(f"{printed(left)} {printed(right)}" for left, right in pairs)
    assert tuple(pairs) in merges(lines)
