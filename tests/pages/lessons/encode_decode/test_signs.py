"""Back to text, as drawn; each way back is tested in `bpe_core`."""

from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor


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
