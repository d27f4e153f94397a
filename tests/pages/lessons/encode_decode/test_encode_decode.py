"""The lesson "Encode and decode": the encoder, the ways of other algorithms, and the way back."""

import json
import re
from html import unescape
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.files.exchange import model_of
from classroom.voting.ballot import name_of
from pages.components.rooms.sent_ballots import ballot_of_sent_word
from pages.lessons.encode_decode.encoder import WALKED, encoding_of
from pages.session.parameters import encode_text
from pages.session.uploads import FromFile
from tests.bpe_core.oracles import merge_pair
from tests.examples import any_text, markers, units, word_counts
from tests.pages.components.browser_code import Script
from tests.pages.conftest import Draw
from tests.pages.whole_app.visitor import Visitor

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def hug_tokenizer(**settings: object) -> Tokenizer:
    return train_bpe(Corpus.from_counts(HUG), num_merges=3, **settings).tokenizer()


def test_the_walk_of_a_word_has_every_state_and_its_rules() -> None:
    """Base: b g h n p s u are 0 to 6; rules 1 to 3 make ug, un and hug: 7, 8 and 9."""
    data = encoding_of(hug_tokenizer(), "bun hugs", [], "hugs")
    assert data["chosen"] == 1
    assert data["walk"]["ids"] == [[2, 6, 1, 5], [2, 7, 5], [9, 5]]
    assert data["walk"]["candidates"] == [[[1, 1, 7]], [[0, 3, 9]], []]
    assert data["walk"]["match"] == [9, 5]
    assert data["tokens"][9] == ["hug", False]
    assert data["tokens"][5] == ["s", False]


def test_words_whose_readings_differ_are_marked_and_chosen_first() -> None:
    """Merging gives a + bc, the longest match ab + c."""
    tokenizer = train_bpe(Corpus.from_counts({"bc": 9, "ab": 5, "abd": 4})).tokenizer()
    data = encoding_of(tokenizer, "bc abc abd", [], None)
    assert [differs for _, _, _, differs in data["words"]] == [False, True, False]
    assert data["chosen"] == 1


def test_a_long_word_is_walked_over_its_first_characters() -> None:
    data = encoding_of(hug_tokenizer(), "hug" * 400, [], None)
    assert data["walk"]["is_cut"]
    assert len(data["walk"]["ids"][0]) == WALKED
    assert data["walk"]["ids"][-1] == [9] * (WALKED // 3)
    assert data["words"][0][1] == [9] * 400


def test_special_tokens_are_words_of_their_own_where_they_are_tokens() -> None:
    tokenizer = hug_tokenizer(special_tokens=["<s>"])
    as_tokens = encoding_of(tokenizer, "hug<s>", ["<s>"], "<s>")
    assert [(name, special) for name, _, special, _ in as_tokens["words"]] == [
        ("hug", False),
        ("<s>", True),
    ]
    assert as_tokens["chosen"] == 0
    assert as_tokens["back"]["is_equal"]
    as_text = encoding_of(tokenizer, "hug<s>", [], None)
    assert [special for _, _, special, _ in as_text["words"]] == [False]


def test_the_first_difference_is_shown_with_what_is_around_it() -> None:
    back = encoding_of(hug_tokenizer(), "hug  pug!", [], None)["back"]
    assert (back["before"], back["given_there"], back["decoded_there"]) == (
        "hug",
        "  pug!",
        "pug<unk>",
    )
    assert (back["place"], back["given_bytes"], back["decoded_bytes"]) == (3, 9, 11)
    assert back["unknown"] == ["!"]


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_a_text_without_words_has_nothing_to_walk(text: str) -> None:
    data = encoding_of(hug_tokenizer(), text, [], "hug")
    assert (data["words"], data["chosen"], data["walk"]) == ([], None, None)


@given(any_text, units, markers, st.sampled_from(["whitespace", "gpt2", "none"]), st.booleans())
def test_every_id_that_is_sent_has_its_token(
    text: str, unit: str, marker: str, pre_tokenizer: str, special: bool
) -> None:
    """All of it is JSON."""
    corpus = Corpus.from_text(
        "ab 哈 abc", unit=unit, end_of_word=marker, pre_tokenizer=pre_tokenizer
    )
    tokenizer = train_bpe(corpus, special_tokens=["a"]).tokenizer()
    data = json.loads(json.dumps(encoding_of(tokenizer, text, ["a"] if special else [], None)))
    sent = {i for _, ids, _, _ in data["words"] for i in ids} | set(data["back"]["ids"])
    if data["walk"]:
        sent |= {i for state in data["walk"]["ids"] for i in state} | set(data["walk"]["match"])
        sent |= {made for step in data["walk"]["candidates"] for _, _, made in step}
    assert sent <= set(map(int, data["tokens"]))


def test_a_tokenizer_from_a_file_has_as_many_rules_as_the_learner_takes() -> None:
    file = FromFile("key", "file", model_of(train_bpe(Corpus.from_counts(HUG), num_merges=3)))
    cut = [file.tokenizer(rules).tokens("hugs") for rules in range(4)]  # type: ignore[union-attr]
    assert cut == [[*"hugs"], ["h", "ug", "s"], ["h", "ug", "s"], ["hug", "s"]]


def as_sent(text: str, word: str | None = None, **others: object) -> dict[str, object]:
    """A text as the encoder gets it, in a tab where nothing else is shown."""
    encoding = json.loads(json.dumps(encoding_of(hug_tokenizer(), text, [], word)))
    usual = {"key": "k", "input": text, "step": 0, "visit": 0, "lang": "en", "predict": False}
    classroom = {"present": False, "hidden": [], "place": 0, "notes": []}
    return encoding | usual | {"classroom": classroom} | others


def opened(text: str, **others: object) -> bytes:
    return json.dumps(as_sent(text, **others)).encode()  # type: ignore[arg-type]


ENCODER = "lessons/encode_decode/encoder.js"


def test_an_edit_says_which_tokens_it_changed(draw: Draw) -> None:
    """Hugs becomes bugs: of four tokens, pug and s stay."""
    (edit, new) = draw(
        ENCODER,
        opened("pun hugs"),
        *(("draw", as_sent("pun bugs")), ("read", ".edit"), ("read", ".encoded .new")),
    )
    assert edit == ["Your edit: hug → bug. Unchanged tokens: 3."]
    assert new == ["b", "ug"]


#: What the fixture `browser` runs.
SCRIPT = "read_word.js"


@given(word_counts, units, st.data())
def test_the_rule_learned_first_applies_first_wherever_it_fits(
    browser: Script, counts: dict[str, int], unit: str, data: st.DataObject
) -> None:
    """At every step: the rules that fit, the first of them, where, and what it makes."""
    corpus = Corpus.from_counts(counts, unit=unit)  # type: ignore[arg-type]
    trace = train_bpe(corpus)
    word = data.draw(st.text(st.sampled_from("".join(counts)), min_size=1, max_size=12))
    encoding = encoding_of(trace.tokenizer(), word, [], None)
    assume(encoding["walk"] is not None)
    rules = {tuple(pair): k for k, pair in enumerate(trace.merge_ids[:, :2].tolist(), start=1)}
    states = browser.ask(json.loads(json.dumps(encoding)))
    for state, after in zip(states, [*states[1:], None], strict=True):
        numbers = [rules.get(pair) for pair in pairwise(state["ids"])]
        assert [fits and fits["rule"] for fits in state["fitting"]] == numbers
        first = min((n for n in numbers if n), default=0)
        assert state["rule"] == first
        if after is None:
            assert not first
            continue
        assert state["place"] == numbers.index(first)
        assert state["right"] == [n == first for n in numbers]
        pair = tuple(state["ids"][state["place"] : state["place"] + 2])
        assert after["ids"] == merge_pair(state["ids"], pair, state["token"])


@given(word_counts, units, st.data())
def test_a_room_asks_for_the_rule_that_applies_first(
    browser: Script, counts: dict[str, int], unit: str, data: st.DataObject
) -> None:
    """The teacher's tab sends a ballot, unless there are not two pairs to choose from."""
    tokenizer = train_bpe(Corpus.from_counts(counts, unit=unit)).tokenizer()  # type: ignore[arg-type]
    word = data.draw(st.text(st.sampled_from("".join(counts)), min_size=1, max_size=12))
    encoding = encoding_of(tokenizer, word, [], None)
    assume(encoding["walk"] is not None)
    for step, state in enumerate(browser.ask(json.loads(json.dumps(encoding)))):
        pairs = list(pairwise(tokenizer.token(i) for i in state["ids"]))
        if state["asked"] is None:
            assert len({*pairs}) < 2 or not any(state["right"])
            continue
        ballot = ballot_of_sent_word(state["asked"])
        assert ballot.step == step + 1
        assert {ballot.choices[choice] for choice in ballot.right} == {
            name_of(*pair) for pair, is_right in zip(pairs, state["right"], strict=True) if is_right
        }


def rows(visitor: Visitor) -> list[list[str]]:
    """The cells of the table, as texts."""
    (table,) = (table for table in visitor.tables if "way" in table[0])
    return [[unescape(re.sub("<[^>]*>", "", cell)) for cell in row] for row in table[1:] if row]


def test_a_word_by_each_way_and_where_the_corpus_parts_from_it() -> None:
    """By hand: ne was learned after es, est and est</w>, and is the leftmost and longest at n."""
    found = rows(Visitor("encode", corpus="low", input=encode_text("nest")))
    early = "ne s t </w> ≠"
    assert [row[1] for row in found] == ["n est</w> ✓", "n est</w> ✓", early, early, "n est</w> ✓"]
    assert [row[2] for row in found] == ["none"] * 5


def test_the_first_word_of_the_corpus_that_parts_is_named() -> None:
    """By hand: bc (5) comes before ab (4), which is all that the leftmost pair looks at."""
    text = "bc bc bc ab ab ab abc"
    own = {"corpus": "own", "text": encode_text(text), "input": encode_text("bc"), "end": ""}
    named = [row[2] for row in rows(Visitor("encode", merges=2, **own))]
    assert named == ["none", "none", *["word 3: ab c instead of a bc"] * 3]


def test_hostile_text_is_text_and_a_hidden_part_is_hidden() -> None:
    text = "<b>x</b>"
    params = {"corpus": "own", "text": encode_text(text), "input": encode_text(text)}
    assert any("&lt;" in one.body for one in Visitor("encode", **params).app.get("html"))
    hidden = Visitor("encode", view="no-dropout", **params)
    bodies = [one.body for one in hidden.app.get("html")]
    assert not any(">way</th>" in body or "<figure>" in body for body in bodies)


def test_signs_and_spaces_are_marked_and_each_picture_says_whether_it_is_the_text() -> None:
    """BERT's rule parts < from b, and the bytes end inside a 茶 that the text does not have."""
    visitor = Visitor("encode", corpus="low", input=encode_text("<b> <b>"))
    (body,) = (one.body for one in visitor.app.get("html") if "<figure>" in one.body)
    marked, spaced, inner, broken, _ = body.split("</figure>")
    assert marked.count("<bdi>&lt;b&gt;<mark>&lt;/w&gt;</mark></bdi>") == 2
    assert "<bdi>&lt;b&gt;<mark>␣</mark></bdi>" in marked
    assert ["✓" in each for each in (marked, spaced, inner, broken)] == [True, True, False, False]
    assert "This is not the text." in broken
    assert "<bdi>�</bdi>" in broken


def open_nest(**params: object) -> Visitor:
    """The word nest, with the rules e + s, es + t, est + </w>; it has five base tokens."""
    return Visitor(
        "encode", corpus="low", word="nest", input=encode_text("nest"), rules=3, **params
    )


def rows_of(visitor: Visitor) -> list[dict[str, Any]]:
    found = visitor.component("dropout")
    return list(json.loads(found.json)["rows"])


def test_each_segmentation_has_its_count_and_its_exact_probability() -> None:
    """Half of all words keep e and s apart, half of the rest keep es and t apart, and so on."""
    rows = rows_of(open_nest(drop=50))
    exact = {int(row["name"]): row["bars"][1][1] for row in rows}
    assert exact == {5: "50%", 4: "25%", 3: "12.5%", 2: "12.5%"}
    assert sum(int(row["bars"][0][1]) for row in rows) == 100
    assert [row["name"] for row in rows if row["remark"]] == ["2"]


def test_drawing_again_is_another_seed_and_the_link_keeps_it() -> None:
    visitor = open_nest(drop=50)
    first = rows_of(visitor)
    visitor.press("Draw again")
    assert visitor.address["seed"] == "2"
    assert rows_of(visitor) != first
    assert rows_of(open_nest(drop=50, seed=2)) == rows_of(visitor)
    assert rows_of(open_nest(drop=50, seed=1)) == first
