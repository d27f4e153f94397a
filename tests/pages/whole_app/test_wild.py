"""A tokenizer file: the link says what is shown, except for own files."""

import json
from typing import Any

import pytest

from pages.components.vocabularies import shown_name
from pages.lessons import LESSONS, MOVED
from pages.session.parameters import encode_text
from pages.session.uploads import Vocabulary, known
from server.stores.model_files import PendingQuestion
from tests.pages.whole_app.visitor import Visitor, wait_for


def test_a_kept_link_to_what_was_a_lesson_opens_that_part() -> None:
    """Inside a vocabulary was a lesson of its own: everything that its link says is kept."""
    address = {"lang": "zh", "look": "BERT", "token": "7592", "find": "hug", "only": "half"}
    visitor = Visitor("inside", **address)
    assert visitor.address == address | {"part": "inside"}
    assert visitor.component("token_life")


def test_a_lesson_of_before_is_in_no_menu_and_leads_to_a_lesson() -> None:
    assert not MOVED.keys() & LESSONS.keys()
    assert {address for address, _ in MOVED.values()} <= LESSONS.keys()


def test_a_question_that_failed_keeps_no_room_for_an_answer() -> None:
    """A page that opens would wait for it, and leave a screen empty below the message."""
    visitor = Visitor("wild", part="inside", look="BERT", find="(", by="pattern")
    wait_for(visitor, lambda: visitor.app.error)
    assert "lacks" in visitor.app.error[0].value
    boxes = [box.proto.id for box in visitor.app.get("container")]
    assert any(box.endswith("lesson_head") for box in boxes)
    assert not any(box.endswith("awaited_search") for box in boxes)


def test_the_ledger_names_the_mistake_in_a_count() -> None:
    """GPT-2 cuts 你好 into four tokens, none of which is a whole character; " hi" has a space."""
    text = encode_text("你好 hi")
    visitor = Visitor("wild", part="bytes", look="GPT-2", input=text, lang="en")
    wait_for(visitor, lambda: visitor.rows("bytes of the text") == [["9"]])
    assert visitor.rows("covered by tokens") == [["9"]]
    assert visitor.rows("covered by no token") == [["0"]]
    visitor.choose("ledger_counted", 10)
    assert "the space before a token twice" in visitor.app.warning[0].value
    visitor.choose("ledger_counted", 9)
    assert visitor.app.success[0].value == "That is right."


def life(visitor: Visitor) -> dict[str, Any]:
    """The data of a token's life, once the words of its text are there."""
    found: dict[str, Any] = {}

    def is_drawn() -> bool:
        found.update(json.loads(visitor.component("token_life").json))
        return bool(found.get("replay"))

    wait_for(visitor, is_drawn)
    return found


def test_a_question_of_an_interrupted_run_holds_nothing_up() -> None:
    """Nothing on the page waits for its answer, so the page would stay without its last parts."""
    parts = {"All tokens", "Scripts and lengths", "Unreachable tokens"}
    visitor = Visitor("wild", part="inside", look="GPT-2", lang="en")
    digest = known()["GPT-2"].digest
    question = {"ask": "search", "wanted": "hug"}
    asked = {f"search {digest}": PendingQuestion("a session", digest, question, "search")}
    visitor.app.session_state["model_questions"] = asked
    visitor.run()
    wait_for(visitor, lambda: parts <= {each.label for each in visitor.app.expander})


def test_a_link_says_which_word_of_a_text_is_walked_and_how_far() -> None:
    """GPT-2 cuts it into three words; the third has tokens 2 and 3. A click walks another one."""
    address = {
        "lang": "en", "part": "inside", "token": "31373", "place": "3", "merged": "2",
        "walk": encode_text("hello, tokenization"),
    }  # fmt: skip
    visitor = Visitor("wild", **address)
    said = life(visitor)
    assert [len(ids) for ids in said["words"]["words"]] == [1, 1, 2]
    assert (said["words"]["chosen"], said["replay"]["word"], said["step"]) == (
        2, " tokenization", 2,
    )  # fmt: skip
    assert visitor.address == address
    visitor.tell("token_life", step=[31373, 2, 5])
    assert visitor.address == address | {"merged": "5"}
    visitor.tell("token_life", place=0)
    assert life(visitor)["replay"]["word"] == "hello"
    visitor.tell("token_life", step=[31373, 2, 5])  # a late report of the word before
    assert visitor.address == {name: address[name] for name in ("lang", "part", "token", "walk")}


@pytest.mark.parametrize("name", ["*my* file", "![x](http://a.example/b.png)", "a`b"])
def test_the_name_of_ones_own_file_is_never_markdown(name: str) -> None:
    shown = shown_name(Vocabulary("code", "digest", name, "", 3))
    assert shown.strip("` ") == name
    assert shown[0] == shown[-1] == "`"
