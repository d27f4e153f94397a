"""Rows of tokens, from what a page says of them to what is read."""

from pages.components.tokens.token_rows import Bar, Chip, TokenRow, row_data
from tests.pages.conftest import Draw

ROWS = "components/tokens/token_rows/token_rows.js"
ROW = TokenRow(
    "BPE",
    "3 tokens",
    [[Chip("h"), Chip("ug")], [Chip("<unk>", is_unknown=True)]],
    bars=(Bar(1, "50%"), Bar(2, "100%")),
    text="hug?",
    last="hug�",
    compared="bpe",
)


def test_a_row_has_its_name_its_remark_its_texts_and_its_tokens(draw: Draw) -> None:
    data = {"rows": [row_data(ROW)], "columns": [], "layout": "panels", "lang": "en"}
    parts = ("h2", ".remark", ".literal", ".last", ".chip", ".unknown", ".bpe h2")
    found = dict(zip(parts, draw(ROWS, data, *[("read", part) for part in parts]), strict=True))
    assert found["h2"] == found[".bpe h2"] == ["BPE"]
    assert (found[".remark"], found[".literal"], found[".last"]) == (
        *(["3 tokens"], ["hug?"], ["hug�"]),
    )
    assert (found[".chip"], found[".unknown"]) == (["h", "ug", "<unk>"], ["<unk>"])


def test_a_table_has_its_words_in_their_cells_and_bars_on_one_scale(draw: Draw) -> None:
    columns = ["", "one", "other", "last", "a", "b"]
    data = {"rows": [row_data(ROW)], "columns": columns, "layout": "panels", "lang": "en"}
    cells, names, name = draw(
        ROWS, data, ("read", "td"), ("look", "td", "data-column"), ("read", "tbody th")
    )
    assert cells == ["hug ", "<unk> 3 tokens", "hug�", "50%", "100%"]
    assert (names, name) == (columns[1:], ["BPE"])
