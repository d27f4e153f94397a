"""Views of a file: replays, lattices, ancestors, searches, scripts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import regex

from bpe_core.algorithms.unigram.lattice import Edge, Lattice
from bpe_core.errors import BpeError
from bpe_core.files.errors import NotShownError
from bpe_core.files.formats import open_file
from bpe_core.files.inspection import search
from bpe_core.files.inspection.questions import answer
from bpe_core.files.inspection.tokens import shows
from bpe_core.files.inspection.words import units, words_of
from bpe_core.files.model_file import ModelFile
from bpe_core.worker.own_pattern import PatternStoppedError
from tests.bpe_core.command_line.test_printed import FILES as SMALL
from tests.bpe_core.files.formats.small_files import (
    FILES,
    LINES,
    SENTENCE_PIECE,
    TEXTS,
    changed,
    opened,
    refused,
)
from tests.kept import compare_with_kept

#: A regular expression where the file says that it is plain text.
SPLIT = {
    "type": "Split", "pattern": {"String": r"\p{L}+"}, "behavior": "Isolated", "invert": False,
}  # fmt: skip
MERGED = [
    "byte-level", "metaspace", "suffixed", "bytes-suffixed", "prefixed", "sp-bpe", "sp-bpe-bytes",
    "sp-bpe-unused", "tiktoken", "tekken", "gpt2", "minbpe", "codes",
]  # fmt: skip
LIKELY = ["unigram", "sp-unigram", "sp-unigram-bytes"]


@pytest.mark.parametrize("name", MERGED)
@pytest.mark.parametrize("text", [*LINES, "ꙮ  hug  ꙮ"])
def test_a_replay_ends_in_the_librarys_ids(name: str, text: str) -> None:
    """Every word of every text is replayed, starting from its units."""
    file = opened(name)
    for number, (word, ids, _) in enumerate(words_of(file, text)):
        said = answer(file, {"ask": "replay", "text": text, "word": number})
        assert said["ids"] == list(ids)
        assert "<unk>" not in said["word"]
        assert said["steps"][0]["spellings"] == [part.spelling for part in units(file, word)]
        *steps, last = said["steps"]
        assert last["ready"] == []
        before = None
        for step, after in pairwise(said["steps"]):
            made = {each["place"]: each["spelling"] for each in step["ready"] if each["chosen"]}
            parts = enumerate(step["spellings"])
            joined = [made.get(i, part) for i, part in parts if i - 1 not in made]
            assert joined == after["spellings"]
        for step in steps:  # of the merges that fit, only that of the lowest rank is made, at once
            (chosen,) = {each["rank"] for each in step["ready"] if each["chosen"]}
            assert before != chosen == min(each["rank"] for each in step["ready"])
            before = chosen


@pytest.mark.parametrize("name", LIKELY)
@pytest.mark.parametrize("text", LINES)
def test_the_best_way_through_the_lattice_is_the_librarys(name: str, text: str) -> None:
    """It follows the scores of the file; a page builds the same lattice from the edges."""
    file = opened(name)
    for number in range(len(words_of(file, text))):
        said = answer(file, {"ask": "lattice", "text": text, "word": number})
        edges = [Edge(e["start"], e["end"], e["id"], e["score"]) for e in said["edges"]]
        lattice = Lattice(len(said["characters"]), edges)
        assert said["is_same"] or said["left_out"]
        if not said["left_out"] and all(i >= 0 for i in lattice.best.token_ids):
            kinds = {said["tokens"][str(i)]["kind"] for i in said["ids"]}
            if kinds == {"normal"}:
                assert list(lattice.best.token_ids) == said["ids"]


@pytest.mark.parametrize("name", MERGED)
def test_ancestors_join_to_the_token(name: str) -> None:
    """Left and right of each token in the tree spell it, down to single units."""
    file = opened(name)
    for token_id in file.table.ids[::7]:
        said = answer(file, {"ask": "life", "id": token_id})
        tree = said["tree"]
        assert tree[0]["id"] == token_id
        for each in tree:
            if each["rank"] is None:
                continue
            left, right = tree[each["left"]], tree[each["right"]]
            prefix = getattr(file, "prefix", "")
            assert left["spelling"] + right["spelling"].removeprefix(prefix) == each["spelling"]


@pytest.mark.parametrize("name", FILES)
def test_every_question_is_answered_in_json_or_refused(name: str) -> None:
    """This holds for every kind of file; a refusal is an error of ours."""
    file = opened(name)
    questions: list[dict[str, Any]] = [
        {"ask": "summary"},
        {"ask": "landscape"},
        {"ask": "unreachable"},
        {"ask": "unreachable-ids"},
        {"ask": "search", "wanted": "h"},
        *(
            {"ask": each, "text": text}
            for text in TEXTS
            for each in ("encode", "words", "replay", "lattice")
        ),
        *({"ask": "life", "id": token_id} for token_id in (*file.table.ids[:5], 99_999, "x")),
    ]
    drawn = set[str]()
    for question in questions:
        try:
            said = answer(file, question)
        except BpeError as error:
            assert isinstance(error, NotShownError) or error.code == "no-such-token"
            continue
        json.dumps(said, allow_nan=False)  # an error otherwise
        drawn.add(question["ask"])
    assert drawn & {"replay", "lattice"} == {*shows(file)} - {"ancestors"}


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({"ask": "encode"}, "text"),
        ({"ask": "encode", "text": 3}, "text"),
        ({"ask": "ids", "texts": "hug"}, "texts"),
        ({"ask": "ids", "texts": ["hug", 3]}, "texts"),
        ({"ask": "replay", "text": "hug", "word": "first"}, "word"),
        ({"ask": "search", "by": "bytes", "wanted": "xyz"}, "bytes"),
        ({"ask": "search", "by": "id", "wanted": "-1"}, "id"),
        ({"ask": "search", "by": "colour", "wanted": "x"}, "by"),
        ({"ask": "search", "sort": "beauty"}, "sort"),
        ({"ask": "search", "characters": "all"}, "characters"),
        ({"ask": "search", "unseen_in": "a text"}, "unseen_in"),
        ({"ask": "search", "unseen_in": [1]}, "unseen_in"),
        ({"ask": "search", "offset": "1"}, "offset"),
        ({"ask": "what"}, "ask"),
    ],
)
def test_a_question_with_a_wrong_part_is_refused_by_its_name(
    question: dict[str, object], field: str
) -> None:
    with refused("question") as raised:
        answer(opened("byte-level"), question)
    assert raised.value.fields["field"] == field


@pytest.mark.parametrize("token_id", [True, "1", 1.0, -1, 10**9])
def test_what_is_no_id_of_a_token_is_refused(token_id: object) -> None:
    with refused("no-such-token"):
        answer(opened("byte-level"), {"ask": "life", "id": token_id})


@pytest.mark.parametrize("ask", "encode replay words lattice ids costs bytes".split())
def test_half_a_character_is_refused_by_its_place(ask: str) -> None:
    file = opened("unigram" if ask == "lattice" else "byte-level")
    with refused("half-character") as raised:
        answer(file, {"ask": ask, "text": "ab\ud83d", "texts": ["ab\ud83d"]})
    assert raised.value.fields == {"number": 1, "place": 3}


@pytest.mark.parametrize(
    "make",
    [
        *(FILES[name] for name in ("byte-level", "sp-bpe-bytes", "minbpe")),
        lambda: changed("wordpiece", "model.vocab.##", opened("wordpiece").size),  # no text
    ],
)
def test_a_search_finds_what_a_loop_finds(make: Callable[[], bytes]) -> None:
    """In every order, and any part of it."""
    file = open_file(make())
    whole = [token for at in (0, 500) for token in _search(file, limit=600, offset=at)["tokens"]]
    assert [token["id"] for token in whole] == file.table.ids
    lost = answer(file, {"ask": "unreachable-ids"})
    unreached = {i for groups in lost.values() for ids in groups.values() for i in ids}
    texts = ["the hug", "哈 hugging"]
    seen = {token_id for text in texts for token_id in file.encode(text)}
    narrowed: list[tuple[dict[str, object], Callable[[dict[str, Any]], object]]] = [
        ({"wanted": "hu"}, lambda t: b"hu" in bytes.fromhex(t["bytes"]) or "hu" in t["spelling"]),
        ({"wanted": "Ġ"}, lambda t: "Ġ" in t["spelling"] or t["text"] == "Ġ"),
        ({"by": "bytes", "wanted": "e4 bd"}, lambda t: "e4bd" in t["bytes"]),
        ({"by": "id", "wanted": " 97 "}, lambda t: t["id"] == 97),
        ({"by": "id", "wanted": "4294967295"}, lambda t: False),
        ({"by": "pattern", "wanted": "^.u"}, lambda t: regex.search("^.u", t["text"] or "")),
        ({"script": "Latin"}, lambda t: t["script"] == "Latin"),
        ({"characters": [2, 3]}, lambda t: 2 <= len(t["text"] or "") <= 3),
        ({"ranks": [5, 9]}, lambda t: t["rank"] in range(5, 10)),
        ({"unseen_in": texts}, lambda t: t["id"] not in seen),
        ({"unseen_in": []}, lambda t: True),
    ]
    flags: dict[str, Callable[[dict[str, Any]], bool]] = {
        "space_before": lambda t: t["bytes"].startswith("20"),
        "half": lambda t: t["text"] is None and t["bytes"] != "",
        "special": lambda t: t["kind"] not in ("normal", "byte", "added"),
        "unreachable": lambda t: t["id"] in unreached,
    }
    for flag, has in flags.items():
        narrowed += [({flag: on}, lambda t, has=has, on=on: has(t) == on) for on in (True, False)]
    for asked, fits in narrowed:
        found = list(filter(fits, whole))
        assert _search(file, limit=500, **asked) == {"total": len(found), "tokens": found[:500]}
    keys: dict[str, Callable[[dict[str, Any]], object]] = {
        "id": lambda t: t["id"],
        "rank": lambda t: -1 if t["rank"] is None else t["rank"],
        "characters": lambda t: len(t["text"] or ""),
        "bytes": lambda t: len(t["bytes"]),
        "text": lambda t: t["bytes"],
    }
    for sort, key in keys.items():
        ordered = sorted(whole, key=key)
        assert _search(file, sort=sort)["tokens"] == ordered[:50]
        ordered.reverse()
        part = _search(file, sort=sort, descending=True, offset=3, limit=99)["tokens"]
        assert part == ordered[3:102]
    assert _search(file, offset=-1, limit=1)["tokens"] == whole[:1]
    assert _search(file, limit=-1) == {"total": file.size, "tokens": []}


def test_all_tokens_together_have_so_long_for_a_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first leaves no time for those behind it, such as the last, which is as long as any."""
    pairs = ["97 97", *(f"{token_id} {token_id}" for token_id in range(256, 271))]
    file = open_file("\n".join(["minbpe v1", "", "0", *pairs, ""]).encode())
    clock = iter([0.0, 0.0])
    monkeypatch.setattr(search, "thread_time", lambda: next(clock, 3_600.0))
    monkeypatch.setattr(search, "MATCH_LIMIT", 600.0)
    with pytest.raises(PatternStoppedError, match="600 seconds"):
        _search(file, by="pattern", wanted="(a|a)+b")


def _search(file: ModelFile, **asked: object) -> Any:
    return answer(file, {"ask": "search", **asked})


def test_one_answer_has_at_most_so_many_rows() -> None:
    """All are counted."""
    pairs = [f"{a} {b}" for a in range(97, 123) for b in range(97, 123)]
    special = [f"<{i}> {i}" for i in range(1_000, 3_001)]
    model = open_file("\n".join(["minbpe v1", "", "2001", *special, *pairs, ""]).encode())
    said = _search(model, limit=10_000)
    assert (said["total"], len(said["tokens"])) == (256 + 26 * 26 + 2_001, 500)
    without_letters = open_file(b"minbpe v1\n\\d\n0\n" + "\n".join(pairs).encode())
    unreached = answer(without_letters, {"ask": "unreachable"})
    assert (unreached["total"] > 500, len(unreached["found"])) == (True, 50)
    doubled = ["97 97", *(f"{i} {i}" for i in range(256, 263))]  # to 256 bytes
    longest = open_file("\n".join(["minbpe v1", "", "0", *doubled, ""]).encode())
    assert len(answer(longest, {"ask": "life", "id": 263})["tree"]) == 400
    in_short = answer(model, {"ask": "summary"})
    assert (in_short["special_total"], len(in_short["special"])) == (2_001, 2_000)


OLDER_SPACES = {"type": "Metaspace", "replacement": "▁"}
TEXT = {"Sequence": {"id": "A", "type_id": 0}}
BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}


def _behind(*parts: object) -> dict[str, object]:
    """A post-processor as in Llama 3, which puts the parts of a template together."""
    template = {"type": "TemplateProcessing", "single": parts, "pair": [TEXT], "special_tokens": {}}
    return {"type": "Sequence", "processors": [BYTES, template]}


@pytest.mark.parametrize(
    ("name", "place", "value", "notes"),
    [
        ("byte-level", "pre_tokenizer", SPLIT, [("text-pattern", r"\\p{L}+")]),
        ("byte-level", "pre_tokenizer.add_prefix_space", True, [("dummy-prefix", "ByteLevel")]),
        ("byte-level", "model.dropout", 0.1, [("dropout", "0.1")]),
        ("byte-level", "post_processor", _behind(TEXT), []),
        ("byte-level", "post_processor", _behind(TEXT, TEXT), [("post-processor", "Sequence")]),
        ("unigram", "pre_tokenizer.prepend_scheme", "always", [("dummy-prefix", "Metaspace")]),
        ("unigram", "pre_tokenizer.prepend_scheme", "never", []),
        ("unigram", "pre_tokenizer", OLDER_SPACES, [("dummy-prefix", "Metaspace")]),
    ],
)
def test_what_a_file_assumes_is_noted(
    name: str, place: str, value: object, notes: list[tuple[str, str]]
) -> None:
    assert open_file(changed(name, place, value)).notes == notes


PREFIX = ("dummy-prefix", "sentencepiece")
NOTES = {
    "metaspace": [("dummy-prefix", "Prepend")],
    "unigram": [("dummy-prefix", "Metaspace")],
    "wordlevel": [("no-replay", "WordLevel")],
    **{name: [PREFIX] for name in SENTENCE_PIECE},
    "sp-char": [("no-replay", "char"), PREFIX],
    "tiktoken": [("pattern-not-said", "cl100k_base")],
    "tekken": [("tokens-left-out", "1")],
    "gpt2": [("special-by-guess", "<|end|>"), ("pattern-not-said", "GPT-2")],
    "codes": [("no-ids", "")],
}


def test_each_kind_of_file_has_its_notes_and_no_others() -> None:
    assert {name: notes for name in FILES if (notes := opened(name).notes)} == NOTES


def test_scripts_are_counted_token_by_token() -> None:
    """你 and 好 are purely Han; half of 你 is a part; bytes above 127 are parts too."""
    said = answer(opened("tiktoken"), {"ask": "landscape"})
    rows = {row["script"]: row for row in said["scripts"]}
    by_rank = Counter()
    for stretch in said["by_rank"]:
        by_rank.update(stretch)
    assert by_rank == {name: row["tokens"] for name, row in rows.items()}
    assert {*opened("sp-bpe-bytes").table.kinds} >= {*"normal unknown special added byte".split()}
    assert (rows["Han"]["tokens"], rows["Han"]["pure"], rows["Han"]["main_block"]) == (2, 2, 2)
    assert rows["part"]["tokens"] == 128 + 1
    assert rows["digits"]["tokens"] == 10
    assert rows["Latin"]["tokens"] == 52 + 11


KEPT = Path(__file__).with_name("answers.txt")
ASKED = SMALL | {
    "unigram.json": SMALL["unigram.json"].replace('["ug", -2.0]', '["ug", -2.0], ["xu", -9.0]'),
    "never_reached.txt": "#version: 0.1\na b\nc d\ne f\nd ef\nc def\nab cdef\nab c\nabc def\n",
    "bytes.model": "minbpe v1\n\\w*\n0\n",
    "codes.txt": "#version: 0.2\nh u\nhu g</w>\nu g</w>\nh ug</w>\n",
    "merges.txt": "#version: 0.2\nĠ h\nu g\n",
    "ignore_merges.json": """{"model": {
        "type": "BPE", "vocab": {"h": 0, "u": 1, "g": 2, "hu": 3, "hug": 4, "ug": 5},
        "merges": ["h u", "hu g", "h ug"], "ignore_merges": true
    }, "added_tokens": [{"id": 6, "content": "gu", "special": false, "single_word": false,
        "lstrip": false, "rstrip": false, "normalized": false}]}""",
}
QUESTIONS = """\
tokenizer.model {"ask": "summary"}
tokenizer.model {"ask": "landscape"}
tokenizer.model {"ask": "ids", "texts": ["hugs", ""]}
tokenizer.model {"ask": "costs", "texts": ["hugs <s>"]}
tokenizer.model {"ask": "bytes", "texts": ["你 hug"]}
tokenizer.model {"ask": "encode", "text": "a hug 你"}
tokenizer.model {"ask": "search", "wanted": "u", "limit": 3}
tokenizer.model {"ask": "unreachable"}
tokenizer.model {"ask": "life", "id": 259}
tokenizer.model {"ask": "life", "id": 258}
tokenizer.model {"ask": "words", "text": "hugs 你"}
tokenizer.model {"ask": "replay", "text": "hugs"}
tokenizer.model {"ask": "lattice", "text": "hugs"}
codes.txt {"ask": "encode", "text": "hug x"}
codes.txt {"ask": "life", "id": 3}
codes.txt {"ask": "words", "text": "hug hu"}
codes.txt {"ask": "replay", "text": "hu hug hugs", "word": 2}
codes.txt {"ask": "replay", "text": "hu hug", "word": 9}
vocab.txt {"ask": "summary"}
vocab.txt {"ask": "costs", "texts": ["hugs pug pug"]}
vocab.txt {"ask": "unreachable"}
vocab.txt {"ask": "unreachable-ids"}
vocab.txt {"ask": "replay", "text": "hugs"}
vocab.txt {"ask": "life", "id": 6}
never_reached.txt {"ask": "unreachable"}
never_reached.txt {"ask": "life", "id": 11}
never_reached.txt {"ask": "replay", "text": "abcdef"}
bytes.model {"ask": "words", "text": "hu"}
bytes.model {"ask": "replay", "text": "hu"}
merges.txt {"ask": "summary"}
merges.txt {"ask": "life", "id": 256}
ignore_merges.json {"ask": "replay", "text": "ug"}
ignore_merges.json {"ask": "replay", "text": "hugu"}
ignore_merges.json {"ask": "life", "id": 6}
unigram.json {"ask": "summary"}
unigram.json {"ask": "encode", "text": "hug x"}
unigram.json {"ask": "lattice", "text": "hug xug", "word": 1}
unigram.json {"ask": "lattice", "text": "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"}
unigram.json {"ask": "life", "id": 5}
"""


def test_answers_are_as_they_were() -> None:
    """That they are right is tested above; here nothing of them is lost. `RENEW=1` writes them."""
    lines = []
    for line in QUESTIONS.splitlines():
        name, question = line.split(" ", 1)
        lines.append(f"{name}: {question}")
        try:
            said = answer(open_file(ASKED[name].encode()), json.loads(question))
        except BpeError as error:
            said = {"error": str(error)}
        parts = said.items() if isinstance(said, dict) else enumerate(said)
        lines += [f"  {key}: {json.dumps(each, ensure_ascii=False)}" for key, each in parts]
    compare_with_kept(lines, KEPT)
