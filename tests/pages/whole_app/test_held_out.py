"""The cost of a vocabulary size, measured on text that is held out."""

from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor, wait_until


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
