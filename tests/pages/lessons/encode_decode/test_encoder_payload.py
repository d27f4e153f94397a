"""The data of an encoded text for the browser. Expected values are counted by hand."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.files.exchange import model_of
from pages.lessons.encode_decode.encoder.payload import WALKED, encoding_of
from pages.session.uploads.tokenizer_file import FromFile
from tests.bpe_core.strategies import any_text, markers, units
from tests.pages.conftest import Draw

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


ENCODER = "lessons/encode_decode/encoder/encoder.js"


def test_an_edit_says_which_tokens_it_changed(draw: Draw) -> None:
    """Hugs becomes bugs: of four tokens, pug and s stay."""
    (edit, new) = draw(
        ENCODER,
        as_sent("pun hugs"),
        *(("draw", as_sent("pun bugs")), ("read", ".edit"), ("read", ".encoded .new")),
    )
    assert edit == ["Your edit: hug → bug. Unchanged tokens: 3."]
    assert new == ["b", "ug"]


def test_while_a_rule_is_predicted_nothing_says_which_comes_next(draw: Draw) -> None:
    """Without that, the pair that merges next is ringed, and its rule is said."""
    reads = [("read", what) for what in (".one-word .coming", ".one-word .chip", ".encoded .chip")]
    assert draw(ENCODER, as_sent("hugs"), *reads) == [["u", "g"], [*"hugs"], ["hug", "s"]]
    assert draw(ENCODER, as_sent("hugs", predict=True), *reads) == [[], [*"hugs"], []]


def test_a_wrong_rule_is_told_with_both_numbers(draw: Draw) -> None:
    """In hugun, u n is rule 2; u g comes first, with rule 1."""
    u, n = (("press", ".one-word .chip", place) for place in (3, 4))
    (answer,) = draw(ENCODER, as_sent("hugun", predict=True), u, n, ("read", ".answer"))
    told = "Not this time: u+n has rule 2, but u+g has rule 1, which was learned earlier."
    assert answer == [told]
