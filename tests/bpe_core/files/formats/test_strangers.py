"""Tokenizer files from strangers quickly give an error of our own or a working tokenizer."""

import json
import resource
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from bpe_core import BpeError, Corpus, train_bpe
from bpe_core.files.exchange import read_tokenizer, write_tokenizer
from tests.bpe_core.files.formats.small_files import changed, refused
from tests.examples import share

MUTATIONS = share(10_000)
BYTES = 50_000_000
TEXT = "low lower newest widest hug pug pun bun hugs 哈哈哈哈 aaaaaaa"
#: What a mutation inserts: the pieces of all formats, and of all attacks.
PIECES = [
    *(b'"', b"[", b"{", b"]", b"}", b",", b":", b"\n", b" ", b"\0", b"\\", b"#", b"-1", b"1e999"),
    *(b"NaN", b"Infinity", b"9" * 30, b"true", b"null", b'"\\ud800"', b"\xed\xa0\x80", b"\xff"),
    *(b'"a":1,"a":2', b"[" * 40, b'["a","a"]', b'["lo","w"],', b'"BPE"', b'"Unigram"', b"</w>"),
    *(b"#version: 0.2\n", b"minbpe v1\n", b"256 256\n257 257\n", b"a a\naa aa\n", "哈Ġ".encode()),
    *(b'{"type":"NFC"}', b'"dropout":0.1', b'"id":true', b'"vocab":{}', b'"merges":[]'),
]


def seeds() -> dict[str, bytes]:
    characters = train_bpe(Corpus.from_text(TEXT, end_of_word="</w>"), num_merges=12)
    bytes_ = train_bpe(
        Corpus.from_text(TEXT, unit="byte", pre_tokenizer="gpt2"),
        num_merges=12,
        special_tokens=["<eos>"],
    )
    lines = write_tokenizer(bytes_, "minbpe")
    codes = write_tokenizer(characters, "subword-nmt")
    merges = "#version: 0.2\n" + "\n".join(["l o", "lo w", "Ġ lo", "Ġlo w", "h u", "hu g"]) + "\n"
    return {
        "tokenizer.json": write_tokenizer(characters, "tokenizer.json"),
        "minbpe": lines,
        "subword-nmt": codes,
        "merges": merges.encode(),
    }


SEEDS = seeds()


def mutate(data: bytes, random: Random) -> bytes:
    """A few random changes: bytes, pieces, cuts, repeats, swapped stretches, other digits."""
    out = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        place = random.randrange(len(out) + 1)
        stop = min(len(out), place + random.choice((1, 2, 5, 40)))
        match random.randrange(6):
            case 0:
                out[place:stop] = random.randbytes(random.randrange(3))
            case 1:
                out[place:place] = random.choice(PIECES)
            case 2:
                del out[place:stop]
            case 3:
                out[place:place] = out[place:stop] * random.choice((1, 2, 30))
            case 4:
                other = random.randrange(len(out) + 1)
                out[other:other] = out[place:stop]
            case 5:
                out[place:stop] = bytes(
                    random.choice(b"0123456789") if 48 <= b < 58 else b for b in out[place:stop]
                )
    return bytes(out)


@pytest.mark.parametrize("format", SEEDS)
def test_a_mutated_file_is_an_error_of_ours_or_works(format: str) -> None:
    """50,000 of each format, or a tenth: no other error comes, and none takes 50 MB."""
    random, seed = Random(7), SEEDS[format]
    seen: Counter[str] = Counter()
    read_tokenizer(seed)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(MUTATIONS):
        data = mutate(seed, random)
        try:
            tokenizer = read_tokenizer(data)
        except BpeError as error:
            seen[error.code or type(error).__name__] += 1
        else:
            seen["works"] += 1
            for part in ("low 哈a", "", TEXT[:12]):
                tokenizer.decode(tokenizer.encode(part))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    assert sum(seen.values()) == MUTATIONS
    assert seen["works"] > MUTATIONS // 500
    assert len(seen) > 5  # this many different reasons: the mutations reach beyond the first check
    assert grown < BYTES


DOUBLING = b"minbpe v1\n\n0\n97 97\n" + b"".join(b"%d %d\n" % (i, i) for i in range(256, 287))


#: A small tokenizer.json with another value at a place.
other = partial(changed, SEEDS["tokenizer.json"])


def attacks() -> Iterator[tuple[str, bytes, str]]:
    """Name, content, and the code of the error; each is made when it is used."""
    yield "doubling in 331 bytes", DOUBLING[:331], "token-too-long"
    yield "a cycle", b"minbpe v1\n\n0\n257 97\n256 97\n", "merge-order"
    yield "a merge of itself", other("model.merges", ["lolo", "lolo"]), "merge-order"
    yield "a merge of an unknown token", other("model.merges", ["zz", "y"]), "merge-order"
    yield "the same token twice", b"a b\na b\n", "repeated-token"
    marker = b"#version: 0.1\na </w>\n< /\n</ w\n</w >\n"
    yield "the marker as a token", marker, "repeated-token"
    yield "the same key twice", b'{"model": {"vocab": {}, "vocab": {}}}', "repeated-key"
    yield "the same id twice", other("model.vocab.zz", 0), "ids"
    yield "a gap in the ids", other("model.vocab.zz", 900), "ids"
    model = {"vocab": {"a": 0, "b": 1, "ab": 3, "ba": 2}, "merges": ["a b", "b a"]}
    plain = json.dumps({"pre_tokenizer": {"type": "WhitespaceSplit"}, "model": model}).encode()
    yield "ids that do not rise", plain, "id-order"
    added = [{"id": 3, "content": "ab"}]
    yield "an added token that a merge makes", changed(plain, "added_tokens", added), "ids"
    added = [{"id": 4, "content": "<s>"}] * 2
    yield "an added token that is there twice", changed(plain, "added_tokens", added), "ids"
    lost = json.loads(SEEDS["tokenizer.json"])["model"] | {"vocab": {"x": 0}, "merges": []}
    yield "a marker that is no token", other("model", lost), "missing-token"
    yield "no number", b'{"model": NaN}', "number"
    yield "a number beyond all", b'{"model": 1e999}', "number"
    yield "a number of a million digits", b'{"model": ' + b"9" * 1_000_000 + b"}", "number"
    yield "lists in lists", b'{"a":' + b"[" * 1_000_000, "nesting"
    yield "half a million lists", b'{"a":[' + b"[]," * 500_000, "too-many-parts"
    keys = b",".join(b'"%06d":""' % i for i in range(250_000))
    yield "a quarter million keys", b"{" + keys + b"}", "too-many-parts"
    yield "a string without its end", b'{"a":"' + b'\\"' * 900_000, "not-json"
    yield "too many bytes", b" " * 4_000_001, "model-too-large"
    yield "100 MB", b"a b\n" * 25_000_000, "model-too-large"
    yield "too many merges", b"a b\n" * 60_000, "too-many-merges"
    yield "a million lines", b"minbpe v1\n" + b"\n" * 1_900_000, "too-many-merges"
    yield "one line of four megabytes", b"a" * 3_999_999, "line"
    yield "nothing", b"", "not-a-model"
    yield "WordPiece", other("model.type", "WordPiece"), "unsupported"
    last = len(json.loads(SEEDS["tokenizer.json"])["model"]["vocab"])
    long = other("added_tokens", {"id": last, "content": "x" * 1_800_000})
    yield "a special token of 1.8 MB", long, "plain-token-too-long"
    suffixed = {"type": "BPE", "vocab": {}, "merges": [], "end_of_word_suffix": "x" * 5_000}
    unmarked = changed(other("model", suffixed), "normalizer", None)
    yield "a suffix that no token has", unmarked, "plain-token-too-long"
    yield "another version", other("version", "2.0"), "unsupported"
    yield "a version that is a number", other("version", 2), "unsupported"
    yield "another version of minbpe", b"minbpe v2\n\n0\n104 117\n", "unsupported"
    yield "another version of subword-nmt", b"#version: 0.3\nh u\n", "unsupported"
    yield "an added token of no text", other("added_tokens", {"id": 99, "content": ""}), "field"
    yield "an id that is a text", other("added_tokens", {"id": "0", "content": "<s>"}), "field"
    flag = {"id": 0, "content": "<s>", "special": "yes"}
    yield "a flag that is a text", other("added_tokens", flag), "field"
    yield "an id of two", b"minbpe v1\n\n2\n<a> 256\n<b> 256\n", "ids"
    yield "another pattern", b"minbpe v1\n(a+)+b\n0\n", "unsupported"


def test_an_attack_is_named_before_anything_is_built(subtests: pytest.Subtests) -> None:
    """The right error takes less than 50 MB, and quotes at most 40 characters."""
    for name, data, expected in attacks():
        tracemalloc.start()
        with subtests.test(name), refused(expected) as told:
            read_tokenizer(data)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert all(len(str(value)) <= 40 for value in told.value.fields.values())
        assert peak < BYTES


def test_a_damaged_archive_is_an_error_of_ours_or_works() -> None:
    """Its end says where everything is: a wrong place there may lie before the beginning."""
    corpus = Corpus.from_text("hug", unit="byte", pre_tokenizer="gpt2")
    whole = write_tokenizer(train_bpe(corpus), "gpt2")
    seen = set()
    for place in range(len(whole) - 22, len(whole)):
        for byte in (0, 1, 255):
            try:
                read_tokenizer(whole[:place] + bytes([byte]) + whole[place + 1 :])
            except BpeError as error:
                seen.add(error.code)
    assert seen <= {"archive", "archive-content", "not-utf-8", "unknown-file"}
    assert "archive" in seen


def test_a_file_at_the_limits_is_read_soon() -> None:
    """It has 50,000 merges of random tokens, and takes less than 50 MB."""
    random = Random(1)
    lines, sizes, seen = [], [1] * 256, set()
    while len(lines) < 50_000:
        left, right = random.randrange(len(sizes)), random.randrange(97, 123)
        if sizes[left] < 40 and (left, right) not in seen:
            seen.add((left, right))
            lines.append(f"{left} {right}")
            sizes.append(sizes[left] + 1)
    data = "\n".join(["minbpe v1", "", "0", *lines, ""]).encode()
    tracemalloc.start()
    tokenizer = read_tokenizer(data)
    assert len(tokenizer.vocabulary) == 50_256
    assert tracemalloc.get_traced_memory()[1] < BYTES
    tracemalloc.stop()
