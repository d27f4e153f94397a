"""Five ways to encode, as drawn; what each does is tested in `bpe_core`."""

import re
from html import unescape

from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor


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
