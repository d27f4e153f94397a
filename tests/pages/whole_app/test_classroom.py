"""A link for a class fixes settings, hides panels, and may lead to the static edition."""

import json
from random import Random
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest

from bpe_core import __version__
from pages.components import rooms
from pages.lessons import LESSONS
from pages.session.link import Link
from pages.session.parameters import encode_text
from pages.teaching.embedding import static_address
from pages.teaching.lesson_link import QR_LIMIT
from server.settings import Settings
from tests.pages.whole_app.visitor import Visitor


@pytest.mark.parametrize("lesson", ["train", "side_by_side"])
def test_a_presenter_and_a_frame_of_another_page_see_only_the_stage(lesson: str) -> None:
    """Headings below the stage are hidden; leaving restores them, and the address shows it.

    A stage with predictions is told that it can have a room. In a frame there is no presenter's
    bar: `embed` is not part of the link, which stays unchanged.
    """
    headings = len(Visitor(lesson, corpus="low").app.header)
    presented = Visitor(lesson, corpus="low", view="present")
    framed = Visitor(lesson, is_embedded=True, corpus="low")
    for visitor in (presented, framed):
        assert len(visitor.app.header) < headings or not headings
        assert __version__ not in visitor.text
    assert not framed.app.sidebar.button
    assert not framed.app.sidebar.selectbox
    assert ("about" in class_told(presented)) is LESSONS[lesson].can_be_predicted
    assert ["below" in class_told(each)["hidden"] for each in (presented, framed)] == [False, True]
    assert presented.address["view"] == "present"
    presented.follow({"corpus": "low", "lang": "en"})
    assert len(presented.app.header) == headings


def class_told(visitor: Visitor) -> dict[str, Any]:
    """The data about a class that come with the walk on the page."""
    drawn = (element.proto for element in visitor.app.get("bidi_component"))
    data = [json.loads(sent) for each in drawn if (sent := each.bytes or each.json)]
    (told,) = (each["classroom"] for each in data if "classroom" in each)
    return dict(told)


def test_panels_are_hidden_by_their_titles() -> None:
    """The dialog of the link for a class offers each, and its link then hides it."""
    visitor = Visitor(corpus="low")
    visitor.press("Link for a class")
    (panels,) = (field for field in visitor.app.multiselect if field.label == "Hidden panels")
    titles = LESSONS["train"].hidable_panels
    assert panels.options == list(titles.values())
    panels.set_value(list(titles.values()))
    visitor.press("Link for a class")
    params = parse_qs(urlsplit(link_for_a_class(visitor)).query)
    assert params["view"] == [" ".join(titles)]


@pytest.mark.parametrize("lesson", ["train", "encode"])
def test_the_code_to_embed_can_point_to_the_static_edition(
    lesson: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only where an administrator says where it is, and where it can show the lesson."""
    edition = Settings(static_edition="https://a.example")
    monkeypatch.setattr("pages.teaching.lesson_link.settings", lambda: edition)
    visitor = Visitor(lesson, corpus="low", step="2")
    visitor.press("Link for a class")
    code = json.loads(visitor.component("embed_code").json)["value"]
    offered = [toggle.label for toggle in visitor.app.toggle]
    if lesson == "encode":
        assert "Use the static edition" not in offered
        assert "a.example" not in code
        return
    page = "https://a.example/merge-by-merge.html?lang=en&amp;corpus=low&amp;step=2&amp;embed=true"
    assert f'src="{page}"' in code


def test_a_frame_shows_the_stage_without_the_presenter_who_made_it() -> None:
    """Panels that another lesson hides stay hidden there."""
    visitor = Visitor(corpus="low", view="no-earned present predict")
    visitor.press("Link for a class")
    (view,) = parse_qs(urlsplit(link_for_a_class(visitor)).query)["view"]
    assert {*view.split()} == {"no-earned", "present", "predict"}
    code = json.loads(visitor.component("embed_code").json)["value"]
    assert "view=no-earned+predict&" in code


def test_a_link_for_a_class_names_an_address_that_phones_can_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A teacher who opened `localhost` gives out the machine's address, in the QR code as well."""
    coded: list[str] = []
    monkeypatch.setattr(
        "pages.teaching.lesson_link.qr_code", lambda address, _error: coded.append(address) or ""
    )
    monkeypatch.setattr(rooms, "own_address", lambda: "192.0.2.7")
    visitor = Visitor(corpus="low")
    visitor.app.context["url"] = "http://localhost:8501/"
    visitor.press("Link for a class")
    assert link_for_a_class(visitor).startswith("http://192.0.2.7:8501/?")
    assert coded == [link_for_a_class(visitor)]
    assert "on the same network" in visitor.text
    monkeypatch.setattr(rooms, "own_address", lambda: None)
    visitor.press("Link for a class")
    assert link_for_a_class(visitor).startswith("http://localhost:8501/?")
    assert "--server.address 0.0.0.0" in visitor.text


def link_for_a_class(visitor: Visitor) -> str:
    """The link that the dialog shows."""
    return str(json.loads(visitor.component("lesson_link").json)["value"])


@pytest.mark.parametrize("length", [8, 2_000])
def test_a_link_that_is_too_long_for_a_qr_code_says_so(length: int) -> None:
    digits = Random(7)
    text = " ".join(f"{digits.randrange(36**5):05}" for _ in range(length))[:length]
    visitor = Visitor(**Link(text=text).to_params())
    visitor.press("Link for a class")
    is_long = len(link_for_a_class(visitor)) > QR_LIMIT
    assert is_long == (length == 2_000)
    assert ("too long for a scannable QR code" in visitor.text) == is_long
    assert ('alt="QR code of the link"' in visitor.text) != is_long


def test_the_navigation_leads_to_a_room() -> None:
    """A press on its page opens a lesson's stage, which offers a room."""
    visitor = Visitor("rooms", corpus="low", lang="en")
    visitor.press(LESSONS["wordpiece"].name)
    assert visitor.address["view"] == "present"
    assert "about" in class_told(visitor)


EDITION = "https://a.example/bpe/"
TEXT = encode_text("low lower")


@pytest.mark.parametrize(
    ("lesson", "query"),
    [
        *[("train", each) for each in ("", "corpus=hug&unit=byte&tie=lowest-id&fork=3.1.2")],
        ("train", f"text={TEXT}&pre=gpt2&merges=1000&view=predict"),
        ("unigram", "corpus=low&step=2&lang=zh"),
    ],
)
def test_what_can_be_shown_has_the_same_parameters(lesson: str, query: str) -> None:
    address = static_address(EDITION, LESSONS[lesson], dict(parse_qsl(query)))
    assert address
    assert address.startswith(f"https://a.example/bpe/{LESSONS[lesson].static_file}?")
    assert parse_qsl(urlsplit(address).query) == parse_qsl(query)
    assert static_address("none", LESSONS[lesson], {}) is None


#: `corpus=own` is a text too long for a link.
NOT_SHOWN = ("corpus=own", "norm=nfkc", "pre=gpt4", "merges=1001", "view=locked", "message=hello")


@pytest.mark.parametrize(
    ("lesson", "query"),
    [
        *[("train", query) for query in NOT_SHOWN],
        *(("unigram", "size=100"), ("wordpiece", f"text={TEXT}"), ("encode", "corpus=low")),
    ],
)
def test_what_cannot_be_shown_has_no_address(lesson: str, query: str) -> None:
    assert static_address(EDITION, LESSONS[lesson], dict(parse_qsl(query))) is None
