"""The cost of a vocabulary size on held-out text, and of no text that became unknown in part."""

import json

import pytest

from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor, wait_for, wait_until

pytestmark = pytest.mark.usefixtures("all_vocabularies")

#: 哈 is in no word of the corpus `low`.
LOST, KEPT = "low 哈 lower", "low lower"
CHARACTERS = {"corpus": "low", "unit": "char", "merges": "7", "lang": "en"}


def multiples(visitor: Visitor) -> dict[str, list[str]]:
    """The rows of the figures behind the dots of the languages, and their columns."""
    name = "wild_languages_chart_menu"
    told = json.loads(visitor.component(name).json) if visitor.has(name) else {}
    rows = [told.get("columns", ["language"]), *told.get("rows", [])]
    return {row[0]: row[1:] for row in rows}


def is_noted(visitor: Visitor) -> bool:
    return any("unknown token and is lost" in caption.value for caption in visitor.app.caption)


def visit(lesson: str, text: str, **more: str) -> Visitor:
    visitor = Visitor(lesson, input=encode_text(text), **CHARACTERS, **more)
    if lesson == "sees":
        visitor.press("Skip the prediction")
    return visitor


def test_three_ways_compared() -> None:
    """By words, by characters and by BPE: the count says how much is lost, the ratios nothing."""
    lost, kept = visit("compare", LOST), visit("compare", KEPT)
    assert is_noted(lost)
    assert not is_noted(kept)
    assert lost.rows("tokens")[0][0] == "3, 1 of them unknown"
    assert lost.rows("tokens per word")[0] == lost.rows("bytes per token")[0] == ["–"] * 3
    assert lost.rows("token pairs in attention")[0] == ["–"] * 3
    assert "–" not in kept.rows("bytes per token")[0]


def test_bases_compared() -> None:
    """Only characters lose something; bytes and byte fallback don't."""
    assert visit("bytes", LOST).rows("bytes per token in your text")[0][0] == "–"
    assert visit("bytes", LOST).rows("bytes per token in your text")[0].count("–") == 1
    kept = visit("bytes", KEPT)
    assert not is_noted(kept)
    assert not any("after the normalization" in caption.value for caption in kept.app.caption)


def test_vocabularies_compared() -> None:
    """Trained here, by characters, and BERT, to which most of the fourteen languages are lost."""
    visitor = visit("wild", LOST, **{"with": "GPT-2 BERT here"})
    visitor.app.session_state["fold_parallel"] = True  # as a click opens it
    wait_for(visitor, lambda: "BERT" in multiples(visitor)["language"])
    count, ratio = visitor.rows("trained here")[0][2:4]
    assert count.endswith(", 1 of them unknown")
    assert ratio == "–"
    assert "–" not in visitor.rows("GPT-2")[0]
    english, japanese = multiples(visitor)["English"], multiples(visitor)["Japanese"]
    assert english[1].startswith("1 ×")
    assert japanese[0] != "–"
    assert japanese[1] == "–"
    assert is_noted(visitor)


def test_what_a_text_costs() -> None:
    """No price, and no room in a window."""
    visitor = visit("sees", LOST, part="cost", by="here", price="250")
    ours = visitor.rows("trained here")
    assert ours[0][1:] == ["–", "–"]
    assert is_noted(visitor)
    assert set(ours[1]) == set(ours[2]) == {"–"}  # the code, and the records
    assert "Copies that fit: –" in visitor.app.get("progress")[-1].proto.text


def test_two_languages_compared() -> None:
    """A vocabulary of English loses Chinese; one of both languages loses nothing."""
    visitor = Visitor("languages", corpus="news-en", second="news-zh", unit="char", lang="en")
    wait_for(visitor, lambda: visitor.rows("bytes per token, first text"))
    first, second, both, with_fewer = visitor.rows("bytes per token, second text")[0]
    assert first == "–"
    assert "–" not in (second, both, with_fewer)
    assert visitor.rows("tokens per sentence, second text")[0][0] == "–"


def test_held_out_words_side_by_side() -> None:
    """All three lose the Chinese characters that training never saw."""
    visitor = Visitor("side_by_side", corpus="news-zh", pre_tokenizer="words", lang="en")
    wait_for(visitor, lambda: visitor.rows("held out: bytes per token"))
    assert visitor.rows("held out: bytes per token")[0] == ["–"] * 3
    assert visitor.rows("held out: tokens per word")[0] == ["–"] * 3
    assert is_noted(visitor)


def held_out(visitor: Visitor) -> str:
    """The tokens held out before the first merge, once the training without them is over."""
    wait_until(lambda: visitor.run() or visitor.rows("tokens held out") != [])
    (tokens,) = visitor.rows("tokens held out")
    return tokens[0]


def test_sentences_or_the_text_above_are_held_out() -> None:
    # A link that holds a size at the handle opens the fold in which it is chosen.
    text = encode_text("a lighthouse")
    visitor = Visitor("compare", corpus="english", input=text, handle="319")
    assert held_out(visitor) == "1,046"
    visitor.app.button_group(key="compare_held").set_value("text")
    visitor.run()
    assert held_out(visitor) == "12"
    assert visitor.address["held"] == "text"
    visitor.tell("input_text", text="")
    assert held_out(visitor) == "0"


def test_a_handle_reads_off_what_a_vocabulary_size_costs() -> None:
    """After ug, un and hug: 113 - 20 - 16 - 15 tokens, and hugs bug is hug s b ug."""
    text = encode_text("hugs bug")
    visitor = Visitor("compare", corpus="hug", input=text, handle="10", width="100")
    names = ["tokens in the corpus", "tokens held out", "token pairs in attention"]
    assert [visitor.rows(name)[-1][1] for name in names] == ["62", "4", "3,844"]
    assert any("nothing is held out" in caption.value for caption in visitor.app.caption)
    visitor.app.slider(key="compare_handle").set_value(7)
    visitor.app.number_input(key="compare_width_of_sizes").set_value(5)
    visitor.run()
    names = ["tokens in the corpus", "parameters of an embedding matrix with 5 dimensions"]
    assert [visitor.rows(name)[-1][1] for name in names] == ["113", "35"]
    assert (visitor.address["handle"], visitor.address["width"]) == ("7", "5")
