"""The lesson "A tokenizer file": what a text costs, what is inside, and the choice."""

import base64
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, train_bpe
from bpe_core.files.formats import open_file
from bpe_core.files.inspection import OpenFile
from bpe_core.files.inspection.questions import answer
from bpe_core.files.inspection.tokens import SCRIPTS
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.normalization import normalize
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS
from bpe_core.tokenizers.published_vocabularies import PUBLISHED, RANKED, RankedTokenizer
from bpe_core.worker.job import Job
from pages.components.vocabularies import script_name
from pages.components.vocabularies.parallel_texts import language_names, paragraphs
from pages.lessons.tokenizer_file import life
from pages.lessons.tokenizer_file.inside import use_file, use_no_more
from pages.lessons.tokenizer_file.life import data_of, strange_tokens
from pages.lessons.tokenizer_file.overlay import (
    PlacedToken,
    _are_all_of,
    place_encoded,
    place_ranked,
    place_trained,
)
from pages.lessons.tokenizer_file.search import is_folded
from pages.session import state
from pages.session.language import speaking
from pages.session.traces import SAMPLES
from pages.session.uploads import CONTENTS, HERE, Vocabulary, trained_here
from pages.session.usual_settings import usual_specification
from sample_corpora import CATALOGUE, content
from tests.bpe_core.files.formats.small_files import FILES
from tests.examples import any_text, examples, markers, some_of, units
from tests.pages.conftest import Draw


@cache
def loaded(name: str) -> RankedTokenizer:
    return RANKED[name].load()


@pytest.mark.parametrize("name", RANKED)
@given(text=any_text)
def test_published_tokens_lie_side_by_side_over_the_whole_text(name: str, text: str) -> None:
    """Each covers its own bytes if normalization left the text unchanged."""
    placed = place_ranked(loaded(name), text)
    data = encode_utf8(text)
    borders = [0, *(token.end for token in placed)]
    assert [token.start for token in placed] == borders[:-1]
    assert borders[-1] == len(data)
    if normalize(text, loaded(name).normalizer) == text:
        covered = [data[token.start : token.end] for token in placed]
        assert covered == [loaded(name).token(token.token_id) for token in placed]


@given(any_text, units, markers, st.sampled_from([*PRE_TOKENIZERS]))
@examples(200)
def test_trained_tokens_cover_everything_but_white_space(
    text: str, unit: str, marker: str, pre_tokenizer: str
) -> None:
    """They follow the order of the text; with bytes, a token's bytes are those that it covers.

    Before a text without a space, SentencePiece's rule adds one, which is in no byte of the text.
    """
    corpus = Corpus.from_text(
        "ab 哈 abc", unit=unit, end_of_word=marker, pre_tokenizer=pre_tokenizer
    )
    trained = train_bpe(corpus).tokenizer()
    placed, data = place_trained(trained, text), encode_utf8(text)
    assert [token.token_id for token in placed] == trained.encode(text)
    places = [place for token in placed for place in (token.start, token.end)]
    assert places == sorted(places)
    covered = b"".join(data[token.start : token.end] for token in placed)
    left = covered.decode("utf-8", "surrogatepass")
    assert "".join(left.split()) == "".join(text.split())
    if unit == "byte" and not marker:
        told = [b" " * bool(t.label) + data[t.start : t.end] for t in placed]
        assert told == [trained.token(t.token_id) for t in placed]


def test_a_character_that_was_normalized_is_covered_whole() -> None:
    """Qwen composes e and its accent into é, which has two bytes; the text has three.

    Of 𒀀, which stays, several tokens are parts.
    """
    parts = [(each.start + 6, each.end + 6) for each in place_ranked(loaded("Qwen"), "𒀀")]
    assert len(parts) > 1
    placed = place_ranked(loaded("Qwen"), "cafe\u0301𒀀")
    places = [(each.start, each.end) for each in placed]
    assert places[-len(parts) :] == parts
    assert places[-len(parts) - 1][1] == 6


def test_a_paragraph_is_counted_in_each_language() -> None:
    """English: 'A child is learning to read. …' is cheapest in GPT-2, which read little else."""
    assert len(paragraphs()) == len(language_names()) == 14
    counts = [len(loaded("GPT-2").encode(paragraph)) for paragraph in paragraphs()]
    assert min(counts) == counts[0]


#: Bytes that are each a token, two parts of 哈 joined, and a character with its space.
BYTES = "".join(
    f"{base64.b64encode(token).decode()} {rank}\n"
    for rank, token in enumerate(
        [*(bytes([b]) for b in range(256)), b"\xe5\x93", b" h", b"\xcc\x81"]
    )
).encode()


@pytest.fixture(scope="module")
def opened() -> Iterator[OpenFile]:
    with OpenFile([BYTES], pattern=r" ?\p{L}+|[^\p{L}]") as file:
        yield file


@given(text=any_text)
@examples(100)
def test_tokens_of_a_file_lie_over_their_own_bytes(text: str, opened: OpenFile) -> None:
    """This holds although the file's process gives positions in characters."""
    assume(not any("\ud800" <= character <= "\udfff" for character in text))
    encoded = opened.ask({"ask": "encode", "text": text})
    placed, data = place_encoded(encoded, text), encode_utf8(text)
    assert [token.token_id for token in placed] == [piece[0] for piece in encoded["pieces"]]
    own = [bytes.fromhex(encoded["tokens"][str(token.token_id)]["bytes"]) for token in placed]
    assert [data[token.start : token.end] for token in placed] == own
    assert not any(token.label for token in placed)


def test_a_token_that_reads_otherwise_says_so() -> None:
    """BERT reads Hello as hello, and has no token for 𓀀: both cover the text's own bytes."""
    path = PUBLISHED["BERT"].path
    assert path is not None
    with OpenFile([path.read_bytes()]) as file:
        placed = place_encoded(file.ask({"ask": "encode", "text": "Hello 𓀀"}), "Hello 𓀀")
    assert [(t.start, t.end, t.label) for t in placed] == [(0, 5, "hello"), (6, 10, "[UNK]")]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_script_has_a_name_of_its_own(language: str) -> None:
    with speaking(language):
        names = [script_name(script) for script in SCRIPTS]
    assert len(set(names)) == len(SCRIPTS)
    if language == "zh":
        assert not [name for name in names if name.isascii()]


def test_a_strange_token_is_one_in_its_vocabulary_and_several_in_others() -> None:
    loaded = {name: vocabulary.load() for name, vocabulary in RANKED.items()}
    for strange in strange_tokens():
        text = strange.shown.replace("␣", " ")
        assert loaded[strange.look].encode(text) == [strange.token]
        assert max(len(other.encode(text)) for other in loaded.values()) > 1


def test_long_phrases_are_folded_in_a_list() -> None:
    """All of o200k's pure Chinese tokens of four or more characters are folded."""
    tokens = RANKED["o200k"].load()
    texts = [tokens.token(i).decode(errors="replace") for i in range(len(tokens))]
    chinese = [text for text in texts if sum("\u4e00" <= c <= "\u9fff" for c in text) >= 4]
    assert len(chinese) > 100
    assert all(is_folded(text) for text in chinese)


@pytest.mark.parametrize("name", ["unigram", "sp-unigram", "sp-unigram-bytes"])
@pytest.mark.parametrize("text", ["hugging", "the", "哈a"])
def test_the_lattice_that_is_drawn_has_the_files_tokens_and_its_librarys_way(
    name: str, text: str
) -> None:
    """Its thick arcs are the library's tokens; the shares of all segmentations add up to one."""
    said = answer(open_file(FILES[name]()), {"ask": "lattice", "text": text})
    data = data_of(said)
    best = [data["edges"][edge] for edge in data["best"]]
    tokens = ["".join(data["units"][start:end]) for start, end, _, _ in best]
    known = [said["tokens"][str(i)] for i in said["ids"] if str(i) in said["tokens"]]
    spelled = [token["spelling"] for token in known if token["kind"] == "normal"]
    assert [t for t, edge in zip(tokens, best, strict=True) if not edge[3]] == spelled
    assert sum(way["share"] for way in data["ways"]) + data["rest"] == pytest.approx(1)


@pytest.mark.parametrize(("name", "is_same"), [("unigram", True), ("sp-unigram-bytes", False)])
def test_a_lattice_says_where_the_files_own_library_gets_something_else(
    name: str, is_same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whether the file has tokens of bytes, which an unknown character becomes."""
    file = open_file(FILES[name]())
    said: list[str] = []
    drawn: list[tuple[str, bool]] = []

    def asked(questions: Any, _what: str) -> Any:
        (_, question) = questions[0]
        found = answer(file, question)
        return [Mock(answer=found | {"is_same": is_same} if "is_same" in found else found)]

    monkeypatch.setattr(life, "ask_all", asked)
    monkeypatch.setattr(life, "draw_missing_answers", lambda replies: None)
    monkeypatch.setattr(
        life, "word_lattice", lambda data, key: drawn.append((key, data["has_bytes"]))
    )
    monkeypatch.setattr(life, "st", Mock(caption=said.append))
    life.draw_lattice(Mock(), Mock(text="the", chosen=0))
    assert drawn == [("file_lattice", name == "sp-unigram-bytes")]
    assert [text[:36] for text in said] == (
        [] if is_same else ["Either this file's own library gets "]
    )


@pytest.mark.parametrize("corpus", some_of([*CATALOGUE], "trained here"))
@pytest.mark.parametrize(
    "changes", [{}, {"unit": "byte", "end_of_word": ""}], ids=["usual", "byte"]
)
def test_what_was_trained_here_is_looked_into_with_its_own_ids(
    corpus: str, changes: dict[str, Any]
) -> None:
    """The file that is opened has the trained tokenizer's ids, and any word can be walked."""
    stored = content(corpus)
    text = stored if isinstance(stored, str) else "\n".join(f"{w}\t{n}" for w, n in stored.items())
    usual = usual_specification(corpus, None)
    trace = Job(replace(usual, num_merges=30, vocab_size=None, **changes)).train(text)
    assert isinstance(trace, Trace)
    SAMPLES.put("trained", trace)
    parts = CONTENTS.get(trained_here("trained", 0).digest)
    assert isinstance(parts, list)
    file, tokenizer = open_file(parts[0]), trace.tokenizer()
    for line in ("Hello hugs,  lowest 你好！ ꙮ", " ".join(trace.corpus.words[:9])[:200]):
        assert file.encode(line) == tokenizer.encode(line)
        for number in range(len(answer(file, {"ask": "words", "text": line})["words"])):
            assert answer(file, {"ask": "replay", "text": line, "word": number})["steps"]


def placed(*spans: tuple[int, int]) -> list[PlacedToken]:
    return [PlacedToken(0, start, end) for start, end in spans]


def test_text_comes_back_if_all_of_it_is_covered_by_its_own_tokens() -> None:
    assert _are_all_of(placed((0, 2), (2, 3)), "abc")
    assert not _are_all_of(placed((0, 1), (2, 3)), "a c")
    assert not _are_all_of(placed((0, 2)), "abc")
    assert not _are_all_of([PlacedToken(0, 0, 1, "a")], "A")
    assert _are_all_of([PlacedToken(0, 0, 2, "▁a")], " a")


@given(*[st.sets(st.integers(1, 7)) for _cut in range(2)])
@examples(40)
def test_two_cuts_differ_between_borders_that_both_have(
    draw: Draw, one: set[int], other: set[int]
) -> None:
    """Counted again, stretch by stretch: a token is marked where only one of the two has it."""
    cuts = [list(pairwise(sorted({0, 8, *borders}))) for borders in (one, other)]
    shared = sorted({0, 8, *(one & other)})
    places = sum(
        (stretch not in cuts[0]) or (stretch not in cuts[1]) for stretch in pairwise(shared)
    )
    row = {"remark": "", "labels": {}, "unknown": -1, "has_life": True, "address": {}}
    rows = [
        row | {"code": name, "name": name, "tokens": [n for span in cut for n in (0, *span)]}
        for name, cut in zip("ab", cuts, strict=True)
    ]
    data = {"input": "12345678", "rows": rows, "two": ["a", "b"], "life": "", "lang": "en"}
    (said,), marked = draw(
        "lessons/tokenizer_file/overlay.js", data, ("read", ".parted"), ("look", ".chip", "class")
    )
    found = re.findall(r"differ: (\d+)\.", said)
    assert found == ([str(places)] if places else [])
    apart = [span not in other for cut, other in (cuts, cuts[::-1]) for span in cut]
    assert ["apart" in classes for classes in marked] == apart


def test_a_file_is_compared_in_place_of_the_first_until_it_is_removed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The vocabulary trained here stays, and so does another one that is looked into."""
    others, file = ("cl100k", "o200k", "Qwen"), Vocabulary("file.1.a", "1", "a", "", 9)
    chosen = {"with": ("GPT-2", *others, HERE), "two": ("GPT-2", HERE), "look": "GPT-2"}
    monkeypatch.setattr(state, "chosen", chosen.get)
    monkeypatch.setattr(state, "choose", lambda **changes: chosen.update(changes))
    use_file(file)
    assert (chosen["with"], chosen["two"]) == ((*others, file.code, HERE), ())
    assert chosen["look"] == file.code
    for two, look, after in [(("Qwen", HERE), file.code, "GPT-2"), ((), "BERT", "BERT")]:
        chosen |= {"two": two, "look": look}
        use_no_more(file)
        assert (chosen["with"], chosen["two"]) == ((*others, HERE), ())
        assert chosen["look"] == after
