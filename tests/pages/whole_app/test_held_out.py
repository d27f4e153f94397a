"""What a vocabulary size costs: the text that is held out, and what it is measured on."""

import re

from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor, wait_until


def held_out(visitor: Visitor) -> str:
    """The tokens held out before the first merge, once the training without them is over."""
    found = re.compile('tokens held out</th><td class="digits">([0-9,]+)')
    wait_until(lambda: visitor.run() or found.search(visitor.text) is not None)
    (tokens,) = found.findall(visitor.text)
    return str(tokens)


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
